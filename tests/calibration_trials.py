"""How often intervals cover and tests err, counted over simulated data sets with the functions that a score uses."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from scorers.bootstrap import paper_bootstrap, paper_bootstrap_errors
from scorers.detectable import smallest_detectable
from scorers.interval import Interval
from scorers.randomisation import paper_randomisation
from scorers.t_quantile import t_quantile
from scorers.wilson import Z
from simulated_papers import Floats, Ints, Scenario, Simulated, simulate, true_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

MAIN = Scenario("main")
SCENARIOS = (
    MAIN,
    Scenario("papers alike", spread=0.3, own=0.2),
    Scenario("papers far apart", spread=4.0, own=1.0),
    Scenario("low scores", centre=-3.0),
    Scenario("easy papers have more questions", uneven=True),
    Scenario("equal means, other shapes", shapes_differ=True),
)
PAPERS = (6, 10, 14, 30, 94)
RESAMPLES = 2_000
"""B and R within a simulation; a score has 10,000."""
COVERAGE_SEED, DIFFERENCE_SEED, TYPE_ONE_SEED, POWER_SEED = 510, 511, 512, 513
"""Fixed before the first run at full size."""
COVERAGE_SIMULATIONS, TYPE_ONE_SIMULATIONS, POWER_SIMULATIONS, OTHER_SIMULATIONS = 4_000, 10_000, 4_000, 2_000
_A_CHUNK = 500


@dataclass(frozen=True, slots=True)
class Coverage:
    """Shares of the simulations whose 95 % interval holds the true value."""

    ours: float
    """Of the intervals of ``paper_bootstrap``."""
    plain: float
    """Of the percentile intervals over papers, without its factor."""
    naive: float
    """Of the percentile intervals over questions, as if none shared a paper."""
    width: float
    """Mean width of ours, after clipping."""


@dataclass(frozen=True, slots=True)
class Errors:
    """Shares of the simulations of two equal agents with p <= 0.05."""

    ours: float
    """Of the test that swaps papers."""
    naive: float
    """Of the same test, swapping question by question."""


@dataclass(frozen=True, slots=True)
class Power:
    """What the smallest detectable difference is worth."""

    found: float
    """Share of the simulations with p <= 0.05 when the true difference is the smallest detectable one."""
    printed: float
    """The smallest detectable difference that a data set prints, as a multiple of the true one, on average."""


def coverage(
    scenario: Scenario,
    papers: int,
    simulations: int,
    seed: int,
    *,
    difference: bool = False,
    resamples: int = RESAMPLES,
) -> Coverage:
    """Count coverage of the mean of A, or with ``difference`` of the mean of A - B, which is truly 0."""
    truth = 0.0 if difference else true_mean(scenario)
    low = -1.0 if difference else 0.0
    held = np.zeros(3)
    width = 0.0
    for trial, (sizes, scores) in enumerate(_data_sets(scenario, papers, simulations, seed, difference=difference)):
        sums, questions = [math.fsum(paper) for paper in scores], [value for paper in scores for value in paper]
        # Bounds far out, so that the factor can be taken back; whether the truth is inside does not depend on them.
        (ours,) = paper_bootstrap([sums], [sizes], seed=trial, resamples=resamples, bounds=(-9.0, 9.0))
        (each,) = paper_bootstrap(
            [questions], [[1] * len(questions)], seed=trial, resamples=resamples, bounds=(-9.0, 9.0)
        )
        assert ours is not None
        assert each is not None
        estimate = math.fsum(sums) / len(questions)
        intervals = ours, plain_percentiles(ours, estimate, papers), plain_percentiles(each, estimate, len(questions))
        held += [one.low <= truth <= one.high for one in intervals]
        width += min(1.0, ours.high) - max(low, ours.low)
    shares = held / simulations
    return Coverage(float(shares[0]), float(shares[1]), float(shares[2]), width / simulations)


def type_one(scenario: Scenario, papers: int, simulations: int, seed: int, *, rounds: int = RESAMPLES) -> Errors:
    """Count how often the paired test finds a difference between two agents of equal mean in every paper."""
    ours = naive = 0
    for trial, (sizes, scores) in enumerate(_data_sets(scenario, papers, simulations, seed, difference=True)):
        questions = [value for paper in scores for value in paper]
        (p_value,) = paper_randomisation([[math.fsum(paper) for paper in scores]], [sizes], seed=trial, rounds=rounds)
        (each,) = paper_randomisation([questions], [[1] * len(questions)], seed=trial, rounds=rounds)
        assert p_value is not None
        assert each is not None
        ours += p_value <= 0.05
        naive += each <= 0.05
    return Errors(ours / simulations, naive / simulations)


def power(scenario: Scenario, papers: int, simulations: int, seed: int, *, resamples: int = RESAMPLES) -> Power:
    """Count how often the test finds a true difference of (1.96 + 0.84) true standard errors, as wide as printed."""
    data = list(_data_sets(scenario, papers, simulations, seed, difference=True))
    means = [math.fsum(value for paper in scores for value in paper) / sum(sizes) for sizes, scores in data]
    true = smallest_detectable(float(np.std(means, ddof=1)))
    found = 0
    printed = 0.0
    for trial, (sizes, scores) in enumerate(data):
        sums = [math.fsum(paper) + true * len(paper) for paper in scores]
        (p_value,) = paper_randomisation([sums], [sizes], seed=trial, rounds=resamples)
        (errors,) = paper_bootstrap_errors([sums], [sizes], seed=trial, resamples=resamples, bounds=(-9.0, 9.0))
        assert p_value is not None
        assert errors.standard_error is not None
        found += p_value <= 0.05
        printed += smallest_detectable(errors.standard_error)
    return Power(found / simulations, printed / simulations / true)


def plain_percentiles(interval: Interval, estimate: float, papers: int) -> Interval:
    """Take back the factor of ``paper_bootstrap``: the plain percentile interval."""
    factor = t_quantile(papers - 1) / Z * math.sqrt(papers / (papers - 1))
    low = estimate - (estimate - interval.low) / factor
    return Interval(low, estimate + (interval.high - estimate) / factor)


def _data_sets(
    scenario: Scenario, papers: int, simulations: int, seed: int, *, difference: bool
) -> Iterator[tuple[list[int], list[list[float]]]]:
    """Yield each data set as questions per paper and scores by paper."""
    generator = np.random.default_rng([seed, papers, SCENARIOS.index(scenario)])
    for start in range(0, simulations, _A_CHUNK):
        drawn: Simulated = simulate(scenario, min(_A_CHUNK, simulations - start), papers, generator)
        values: Floats = drawn.a - drawn.b if difference else drawn.a
        sizes_of: Ints
        for sizes_of, rows in zip(drawn.sizes, values, strict=True):
            sizes: list[int] = sizes_of.tolist()
            by_paper: list[list[float]] = rows.tolist()
            yield sizes, [paper[:size] for paper, size in zip(by_paper, sizes, strict=True)]
