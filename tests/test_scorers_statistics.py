"""Means, proportions and intervals."""

from __future__ import annotations

import math
import random
import struct
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorers.aggregate import mean
from scorers.bootstrap import drawn_papers, paper_bootstrap
from scorers.decline_rates import decline_rates
from scorers.interval import Interval
from scorers.proportion import Proportion
from scorers.t_quantile import t_quantile
from scorers.wilson import wilson


@given(st.lists(st.floats(0, 1)))
def test_a_mean_is_a_plain_loop(values: list[float]) -> None:
    total = 0.0
    for value in values:
        total = total + value
    assert mean(values) == (total / len(values) if values else None)


def test_a_mean_is_not_compensated() -> None:
    """Ten times 0.1 adds up to 0.9999999999999999; sum() of Python 3.12 and fsum say 1.0."""
    assert mean([0.1] * 10) == 0.9999999999999999 / 10
    assert math.fsum([0.1] * 10) == 1.0


@pytest.mark.parametrize(
    ("count", "n", "low", "high"),
    [
        (8, 10, 0.490, 0.943),
        (0, 10, 0.0, 0.278),
        (10, 10, 0.722, 1.0),
        (1, 1, 0.207, 1.0),
        (15, 148, 0.0624, 0.1605),
    ],
)
def test_wilson_gives_published_values(count: int, n: int, low: float, high: float) -> None:
    """Brown, Cai and DasGupta 2001 and common tables; the last is Newcombe 1998's 15/148 without continuity term."""
    interval = wilson(count, n)
    assert interval is not None
    assert math.isclose(interval.low, low, abs_tol=6e-4)
    assert math.isclose(interval.high, high, abs_tol=6e-4)


def test_wilson_of_nothing_is_none_and_of_nonsense_an_error() -> None:
    """S0-15."""
    assert wilson(0, 0) is None
    assert Proportion(0, 0).rate is None
    assert Proportion(0, 4).rate == 0.0
    with pytest.raises(ValueError, match="no proportion"):
        wilson(3, 2)


@given(st.integers(1, 500), st.data())
def test_wilson_holds_its_share(n: int, data: st.DataObject) -> None:
    count = data.draw(st.integers(0, n))
    interval = wilson(count, n)
    assert interval is not None
    assert 0.0 <= interval.low <= count / n <= interval.high <= 1.0


@pytest.mark.parametrize(
    ("degrees", "value"),
    [
        (1, 12.7062), (2, 4.3027), (3, 3.1824), (4, 2.7764), (5, 2.5706), (9, 2.2622), (10, 2.2281), (29, 2.0452),
        (30, 2.0423), (60, 2.0003), (120, 1.9799), (280, 1.9685), (1000, 1.9623),
    ],
)  # fmt: skip
def test_t_quantiles_equal_the_printed_table(degrees: int, value: float) -> None:
    assert round(t_quantile(degrees), 4) == value


def test_t_quantiles_equal_scipy() -> None:
    stats = pytest.importorskip("scipy.stats", reason="scipy comes with scikit-learn; here it is absent")
    for degrees in [*range(1, 400), 1000, 10**5, 10**7]:
        assert math.isclose(t_quantile(degrees), float(stats.t.ppf(0.975, degrees)), abs_tol=2e-9)


def test_t_needs_a_degree_of_freedom() -> None:
    with pytest.raises(ValueError, match="degree"):
        t_quantile(0)


def interval_without_numpy(sums: list[float], counts: list[int], seed: int, resamples: int, t: float) -> Interval:
    """Derive one interval again from the words of the docstring, in plain Python."""
    papers = len(sums)
    words: tuple[int, ...] = struct.unpack(
        f"<{papers * resamples}I", random.Random(seed).randbytes(4 * papers * resamples)
    )
    units: list[int] = [round(value * 2**32) for value in sums]
    statistics: list[float] = []
    for resample in range(resamples):
        drawn = [(word * papers) >> 32 for word in words[resample * papers : (resample + 1) * papers]]
        questions = sum(counts[paper] for paper in drawn)
        if questions:
            statistics.append(sum(units[paper] for paper in drawn) / 2**32 / questions)
    statistics.sort()

    def percentile(share: float) -> float:
        position = (len(statistics) - 1) * share
        below = int(position)
        above = min(below + 1, len(statistics) - 1)
        return statistics[below] + (position - below) * (statistics[above] - statistics[below])

    estimate = sum(units) / 2**32 / sum(counts)
    with_questions = sum(count > 0 for count in counts)
    factor = t / 1.959964 * math.sqrt(with_questions / (with_questions - 1))
    return Interval(
        max(0.0, estimate - (estimate - percentile(0.025)) * factor),
        min(1.0, estimate + (percentile(0.975) - estimate) * factor),
    )


@pytest.mark.parametrize(("papers", "t"), [(2, 12.706204736), (5, 2.776445105), (37, 2.028094001)])
def test_an_interval_is_derived_again_without_numpy(papers: int, t: float) -> None:
    """The t values are those of a printed table; the chunks of the product must not show."""
    generator = random.Random(papers)
    counts = [generator.randint(1, 5) for _ in range(papers)]
    some = [count if paper % 2 else 0 for paper, count in enumerate(counts)]
    sums = [sum(generator.random() for _ in range(count)) for count in counts]
    found = paper_bootstrap([sums, counts], [counts, counts], seed=7, resamples=4000)
    assert found[0] == interval_without_numpy(sums, counts, 7, 4000, t)
    assert found[1] == Interval(1.0, 1.0)
    if sum(count > 0 for count in some) >= 2:
        part = [value if count else 0.0 for value, count in zip(sums, some, strict=True)]
        subset_t = t_quantile(sum(count > 0 for count in some) - 1)
        again = interval_without_numpy(part, some, 7, 4000, subset_t)
        assert paper_bootstrap([sums, part], [counts, some], seed=7, resamples=4000)[1] == again


def test_metrics_share_their_resamples_and_do_not_disturb_each_other() -> None:
    sums, counts = [1.0, 0.5, 2.0, 0.0], [2, 1, 3, 1]
    alone = paper_bootstrap([sums], [counts], seed=13)
    together = paper_bootstrap([[0.0] * 4, sums, sums], [counts, counts, [1, 0, 1, 0]], seed=13)
    assert together[1] == alone[0]
    assert together[0] == Interval(0.0, 0.0)


def test_another_seed_gives_another_interval_and_the_same_the_same() -> None:
    sums, counts = [paper % 7 / 7 for paper in range(40)], [1] * 40
    first, again, other = (paper_bootstrap([sums], [counts], seed=seed)[0] for seed in (13, 13, 14))
    assert first == again != other


def test_below_two_papers_there_is_no_interval() -> None:
    assert paper_bootstrap([[0.5], [0.0, 0.5], []], [[1], [0, 1], []], seed=1) == [None, None, None]
    assert paper_bootstrap([[0.5, 0.5]], [[1, 1]], seed=1, resamples=0) == [None]


def test_sums_beyond_the_exact_floats_are_counted_in_integers() -> None:
    """A million questions a paper: 3 x 10^6 x 2^32 is beyond 2^53, where float sums would round."""
    sums, counts = [1e6 / 3, 2e6 / 3, 1e6 / 7], [1_000_000, 1_000_000, 1_000_000]
    assert paper_bootstrap([sums], [counts], seed=3, resamples=500) == [
        interval_without_numpy(sums, counts, 3, 500, 4.302652730)
    ]


@given(st.integers(-(2**80), 2**80), st.integers(1, 40), st.integers(1, 30), st.integers(1, 300))
def test_papers_are_drawn_by_the_words_of_the_standard_library(
    seed: int, papers: int, resamples: int, a_chunk: int
) -> None:
    """ADR-0002: little-endian 32-bit words of randbytes, whatever the chunks in which they are drawn."""
    generator, expected = random.Random(seed), [[0] * papers for _ in range(resamples)]
    for row in expected:
        for (word,) in struct.iter_unpack("<I", generator.randbytes(4 * papers)):
            row[word * papers >> 32] += 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("scorers.bootstrap._WORDS_A_CHUNK", a_chunk)
        assert [row for chunk in drawn_papers(papers, seed, resamples) for row in chunk.tolist()] == expected


def test_draws_made_before_give_the_same_interval() -> None:
    """Also where the sums need integers and the draws are kept at two bytes."""
    for sums in ([0.25, 0.5, 1.0], [1e6 / 3, 2e6 / 3, 1e6 / 7]):
        counts = [1_000_000, 1_000_000, 1_000_000]
        drawn = [chunk.astype("uint16") for chunk in drawn_papers(3, 3, 500)]
        found = paper_bootstrap([sums], [counts], seed=3, resamples=500, drawn=drawn)
        assert found == [interval_without_numpy(sums, counts, 3, 500, 4.302652730)]
        with pytest.raises(ValueError, match="500 resamples were drawn before, not 400"):
            paper_bootstrap([sums], [counts], seed=3, resamples=400, drawn=drawn)
        with pytest.raises(ValueError, match="mismatch"):
            paper_bootstrap([[0.5] * 4], [[1] * 4], seed=3, resamples=500, drawn=drawn)


def test_shapes_must_fit() -> None:
    with pytest.raises(ValueError, match="one count for each sum"):
        paper_bootstrap([[0.5, 0.5]], [[1]], seed=1)


@pytest.mark.slow
def test_the_interval_covers_the_truth_at_few_papers() -> None:
    """metrics.md: 0.95 with the factor, where the plain percentile interval covers only 0.85 to 0.93."""
    generator = random.Random(2)
    covered = 0
    trials = 400
    for trial in range(trials):
        sums: list[float] = []
        counts: list[int] = []
        for _ in range(8):
            level = min(1.0, max(0.0, generator.gauss(0.5, 0.2)))
            questions = generator.randint(2, 5)
            counts.append(questions)
            sums.append(sum(min(1.0, max(0.0, generator.gauss(level, 0.2))) for _ in range(questions)))
        interval = paper_bootstrap([sums], [counts], seed=trial, resamples=1000)[0]
        assert interval is not None
        covered += interval.low <= 0.5 <= interval.high
    assert 0.92 <= covered / trials <= 0.985


def test_decline_rates_by_hand() -> None:
    """S1-32: 2 of 8 declined in prose: recall 2/8 with prose, 0/8 without; 1 of 4 over-refused."""
    table = {
        "unanswerable": {"declined_in_prose": 2, "answered": 5, "empty": 1, "unmeasured": 3},
        "answerable": {"declined": 1, "answered": 3},
        "split": {"declined": 1, "unmeasured": 1},
    }
    structured = decline_rates(table, with_prose=False)  # type: ignore[arg-type]  # because literals widen in a dict
    assert structured.recall == Proportion(0, 8)
    assert structured.over_refusal == Proportion(1, 4)
    assert structured.precision == Proportion(0, 1)
    assert structured.split == Proportion(1, 1)
    with_prose = decline_rates(table, with_prose=True)  # type: ignore[arg-type]  # because literals widen in a dict
    assert with_prose.recall == Proportion(2, 8)
    assert with_prose.precision == Proportion(2, 3)


def test_the_pure_scorers_load_no_numpy() -> None:
    """The t quantile and Wilson must not bring scipy or numpy into `score`."""
    import subprocess

    code = "import sys, scorers.t_quantile, scorers.wilson, scorers.bootstrap; print('numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
