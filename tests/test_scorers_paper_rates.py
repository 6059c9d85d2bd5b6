"""Two rates over things that come in papers."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.bootstrap import paper_bootstrap
from scorers.paper_rates import PaperRates, paper_rates
from scorers.volume import volume_test

FAILING_A, CHECKED_A = [3, 0, 4, 1, 2, 6, 0, 3], [10, 4, 9, 12, 7, 15, 3, 8]
FAILING_B, CHECKED_B = [1, 0, 1, 0, 1, 2, 0, 1], [8, 5, 7, 7, 8, 9, 0, 8]


def exact_p(papers: list[tuple[int, int, int, int]]) -> float:
    """Count all 2**G swaps of the runs, in fractions; without a rate counts as extreme."""

    def gap(swaps: tuple[bool, ...]) -> Fraction | None:
        fa, ca, fb, cb = (
            sum(paper[(at + 2 * swap) % 4] for paper, swap in zip(papers, swaps, strict=True)) for at in range(4)
        )
        return abs(Fraction(fa, ca) - Fraction(fb, cb)) if ca and cb else None

    observed = gap((False,) * len(papers))
    assert observed is not None
    gaps = [gap(swaps) for swaps in product((False, True), repeat=len(papers))]
    return sum(one is None or one >= observed for one in gaps) / len(gaps)


def test_p_is_that_of_all_swaps() -> None:
    """Brute force over 2**8 swaps; five standard errors of 10,000 rounds."""
    found = paper_rates(FAILING_A, CHECKED_A, FAILING_B, CHECKED_B, seed=13)
    expected = exact_p(list(zip(FAILING_A, CHECKED_A, FAILING_B, CHECKED_B, strict=True)))
    assert found.papers == 8
    assert found.p_value is not None
    assert abs(found.p_value - expected) <= 5 * math.sqrt(expected * (1 - expected) / 10_000) + 1e-4
    assert found.establishes is (expected < 0.05)


def test_against_a_run_that_never_fails_the_interval_is_that_of_one_rate() -> None:
    """Rate A - 0 is the statistic of ``paper_bootstrap`` with the same draws."""
    found = paper_rates(FAILING_A, CHECKED_A, [0] * 8, CHECKED_A, seed=5, resamples=2000)
    (alone,) = paper_bootstrap([FAILING_A], [CHECKED_A], seed=5, resamples=2000)
    assert found.interval is not None
    assert alone is not None
    assert math.isclose(found.interval.low, alone.low, abs_tol=1e-12)
    assert math.isclose(found.interval.high, alone.high, abs_tol=1e-12)


def test_one_bad_paper_establishes_nothing() -> None:
    """All 27 failures less sit in one paper of ten: the totals alone call that established, the papers do not."""
    failing_a, checked_a = [30] + [1] * 9, [95] + [33] * 9
    failing_b, checked_b = [3] + [1] * 9, [70] + [24] * 9
    assert volume_test(sum(failing_a), sum(checked_a), sum(failing_b), sum(checked_b)).establishes
    assert not paper_rates(failing_a, checked_a, failing_b, checked_b, seed=13).establishes


def test_equal_runs_have_p_1_and_an_interval_around_0() -> None:
    found = paper_rates(FAILING_A, CHECKED_A, FAILING_A, CHECKED_A, seed=1)
    assert found.p_value == 1.0
    assert found.interval == (0.0, 0.0)
    assert not found.establishes


def test_too_little_gives_nothing() -> None:
    """S0-15: None, not 0, where there is no rate or a single paper."""
    assert paper_rates([], [], [], [], seed=1) == PaperRates(0, None, None)
    assert paper_rates([1], [2], [1], [2], seed=1) == PaperRates(1, None, None)
    assert paper_rates([1, 1], [2, 2], [0, 0], [0, 0], seed=1) == PaperRates(2, None, None)
    assert paper_rates([1, 1], [2, 2], [0, 1], [2, 2], seed=1, resamples=0) == PaperRates(2, None, None)
    assert not paper_rates([1], [2], [1], [2], seed=1).establishes


def test_large_counts_are_compared_exactly() -> None:
    """Products of four counts of a million leave 64 bits; p of scaled counts must be that of the small ones."""
    small = paper_rates([1, 0, 2], [5, 4, 6], [0, 1, 1], [5, 4, 6], seed=2, resamples=500)
    large = paper_rates(
        [10**6, 0, 2 * 10**6],
        [5 * 10**6, 4 * 10**6, 6 * 10**6],
        [0, 10**6, 10**6],
        [5 * 10**6, 4 * 10**6, 6 * 10**6],
        seed=2,
        resamples=500,
    )
    assert small.p_value == large.p_value


def test_nonsense_is_refused() -> None:
    with pytest.raises(ValueError, match="four counts"):
        paper_rates([1], [2], [1], [2, 3], seed=1)
    with pytest.raises(ValueError, match="at most what was checked"):
        paper_rates([3, 0], [2, 1], [1, 1], [2, 3], seed=1)


@settings(max_examples=40, deadline=None)
@given(st.integers(2, 7), st.integers(0, 999))
def test_exchanging_the_runs_mirrors_the_interval_and_keeps_p(papers: int, seed: int) -> None:
    generator = random.Random(seed)
    checked = [[generator.randint(0, 6) for _ in range(papers)] for _ in range(2)]
    failing = [[generator.randint(0, count) for count in counts] for counts in checked]
    there = paper_rates(failing[0], checked[0], failing[1], checked[1], seed=seed, resamples=200)
    back = paper_rates(failing[1], checked[1], failing[0], checked[0], seed=seed, resamples=200)
    assert there.p_value == back.p_value
    if there.interval is not None and back.interval is not None:
        assert math.isclose(there.interval.low, -back.interval.high, abs_tol=1e-9)
