"""Whether intervals cover and tests err as often as they say, over simulated data sets with a known truth."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from calibration_trials import (
    COVERAGE_SEED,
    COVERAGE_SIMULATIONS,
    DIFFERENCE_SEED,
    MAIN,
    PAPERS,
    POWER_SEED,
    POWER_SIMULATIONS,
    SCENARIOS,
    TYPE_ONE_SEED,
    TYPE_ONE_SIMULATIONS,
    coverage,
    plain_percentiles,
    power,
    type_one,
)
from scorers.bootstrap import paper_bootstrap
from simulated_papers import Scenario, simulate, true_mean

QUICK_SEED = 514
MISSED_AT_SIX = pytest.mark.xfail(
    reason="it covers 92.1 % at 6 papers of uneven size, below the 93 % asked for (docs/statistics.md)", strict=True
)


def test_at_six_papers_the_interval_covers_where_the_percentile_interval_does_not() -> None:
    """600 of the simulations, wide limits: three standard errors of 600 at 0.95 are 0.027."""
    found = coverage(MAIN, 6, 600, QUICK_SEED, resamples=400)
    assert 0.92 <= found.ours <= 0.98
    assert found.plain < 0.91
    assert found.naive < 0.91


def test_at_ten_papers_the_paired_test_errs_about_one_time_in_twenty() -> None:
    """1,500 of the simulations, wide limits: three standard errors at 0.05 are 0.017."""
    assert 0.033 <= type_one(MAIN, 10, 1_500, QUICK_SEED, rounds=400).ours <= 0.067


@pytest.mark.parametrize("scenario", SCENARIOS, ids=lambda scenario: scenario.name)
def test_the_true_mean_is_the_mean_of_very_many_papers(scenario: Scenario) -> None:
    """Integration against simulation, for both agents; four standard errors of 20,000 papers are below 0.01."""
    drawn = simulate(scenario, 1, 20_000, np.random.default_rng(QUICK_SEED))
    for scores in (drawn.a, drawn.b):
        assert math.isclose(float(scores.sum() / drawn.sizes.sum()), true_mean(scenario), abs_tol=0.01)


def test_the_main_data_look_like_evidence_f1() -> None:
    """Bounded, many zeros, some ones, 1 to 8 questions a paper that resemble each other."""
    drawn = simulate(MAIN, 1, 20_000, np.random.default_rng(QUICK_SEED))
    asked = drawn.a[0][np.arange(8) < drawn.sizes[0][:, None]]
    assert asked.min() == 0
    assert asked.max() == 1
    assert 0.4 < np.mean(asked == 0) < 0.6
    assert 0.1 < np.mean(asked == 1) < 0.3
    assert set(np.unique(drawn.sizes)) == set(range(1, 9))
    first, second = drawn.a[0, drawn.sizes[0] > 1, :2].T
    assert np.corrcoef(first, second)[0, 1] > 0.2


def test_the_factor_is_taken_back_to_the_plain_percentiles() -> None:
    """The interval that calibration calls plain is numpy's quantiles of means drawn again in plain Python."""
    sums, sizes = [0.5, 1.0, 0.0, 2.25, 1.5, 0.0], [1, 3, 2, 4, 2, 1]
    (ours,) = paper_bootstrap([sums], [sizes], seed=3, resamples=300, bounds=(-9.0, 9.0))
    assert ours is not None
    generator = random.Random(3)
    means: list[float] = []
    for _ in range(300):
        words = generator.randbytes(24)
        drawn = [int.from_bytes(words[at : at + 4], "little") * 6 >> 32 for at in range(0, 24, 4)]
        means.append(sum(sums[paper] for paper in drawn) / sum(sizes[paper] for paper in drawn))
    plain = plain_percentiles(ours, sum(sums) / sum(sizes), 6)
    assert math.isclose(plain.low, float(np.quantile(means, 0.025)), abs_tol=1e-9)
    assert math.isclose(plain.high, float(np.quantile(means, 0.975)), abs_tol=1e-9)


@pytest.mark.slow
@pytest.mark.parametrize("papers", [pytest.param(6, marks=MISSED_AT_SIX), *PAPERS[1:]])
def test_the_interval_of_a_mean_covers_in_93_to_97_percent(papers: int) -> None:
    """At full size, as in docs/statistics.md; the naive interval over questions covers less."""
    found = coverage(MAIN, papers, COVERAGE_SIMULATIONS, COVERAGE_SEED)
    assert 0.93 <= found.ours <= 0.97
    assert found.naive < 0.93


@pytest.mark.slow
@pytest.mark.parametrize("papers", PAPERS)
def test_the_interval_of_a_difference_covers_in_93_to_97_percent(papers: int) -> None:
    """At full size."""
    found = coverage(MAIN, papers, COVERAGE_SIMULATIONS, DIFFERENCE_SEED, difference=True)
    assert 0.93 <= found.ours <= 0.97
    assert found.naive < 0.93


@pytest.mark.slow
@pytest.mark.parametrize("papers", PAPERS[1:])
def test_the_paired_test_errs_in_4_to_6_percent(papers: int) -> None:
    """At full size; swapping questions errs more often."""
    found = type_one(MAIN, papers, TYPE_ONE_SIMULATIONS, TYPE_ONE_SEED)
    assert 0.04 <= found.ours <= 0.06
    assert found.naive > 0.06


@pytest.mark.slow
def test_at_six_papers_the_paired_test_errs_less_than_it_may() -> None:
    """Only 6 papers that all differ, and all in one direction, reach p = 2/64: at most 3.1 % of the data sets."""
    assert type_one(MAIN, 6, TYPE_ONE_SIMULATIONS, TYPE_ONE_SEED).ours <= 2 / 64


@pytest.mark.slow
def test_at_thirty_papers_the_smallest_detectable_difference_is_found_about_four_times_in_five() -> None:
    """At full size; at fewer papers the power is lower (docs/statistics.md)."""
    assert 0.75 <= power(MAIN, 30, POWER_SIMULATIONS, POWER_SEED).found <= 0.85
