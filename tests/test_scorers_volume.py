"""The volume test for rates of failing citations."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorers.mid_p import mid_p
from scorers.volume import VolumeTest, volume_test

COUNTS = st.integers(0, 60).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def test_citations_that_fail() -> None:
    """S1-09, S1-18, S1-19: 39/395 = 9.87 %, 12/289 = 4.15 %; 39 * 289 / 395 = 28.53 expected, 16.53 prevented."""
    found = volume_test(39, 395, 12, 289)
    assert found.expected is not None
    assert found.prevented is not None
    assert found.difference is not None
    assert (round(found.expected, 2), round(found.prevented, 2)) == (28.53, 16.53)
    assert found.rate_a.rate == 39 / 395
    assert round(100 * found.difference, 2) == 5.72
    assert found.establishes


def test_citations_that_misattribute() -> None:
    """S1-10: 53/395 = 13.42 %, 17/289 = 5.88 %; 53 * 289 / 395 = 38.777, less 17 = 21.777."""
    found = volume_test(53, 395, 17, 289)
    assert found.prevented is not None
    assert math.isclose(found.prevented, 53 * 289 / 395 - 17)
    assert round(found.prevented, 3) == 21.777
    assert found.establishes


def test_unsupported_claims_establish_nothing() -> None:
    """S1-12: 3/166 against 5/164 has the other sign: 3 * 164 / 166 = 2.96 expected, 2.04 more than that found."""
    found = volume_test(3, 166, 5, 164)
    assert found.prevented is not None
    assert round(found.prevented, 2) == -2.04
    assert not found.establishes


def test_three_against_two_is_no_conclusion() -> None:
    """S1-22."""
    assert not volume_test(3, 166, 2, 166).establishes


def test_leaving_out_the_failing_ones_is_not_ruled_out() -> None:
    """S1-20: 106 citations less can hold all 27 failures less; 20 less cannot; more failures need no explanation."""
    assert volume_test(39, 395, 12, 289).omission_could_explain
    assert not volume_test(39, 395, 12, 375).omission_could_explain
    assert not volume_test(12, 395, 39, 289).omission_could_explain


@pytest.mark.parametrize(
    ("counts", "low", "high"),
    [
        ((56, 70, 48, 80), 0.0524, 0.3339),
        ((9, 10, 3, 10), 0.1705, 0.8090),
        ((5, 56, 0, 29), -0.0381, 0.1926),
        ((0, 10, 0, 10), -0.2775, 0.2775),
        ((10, 10, 0, 10), 0.6075, 1.0),
    ],
)
def test_the_interval_is_newcombes(counts: tuple[int, int, int, int], low: float, high: float) -> None:
    """Newcombe 1998, table II, method 10: contrasts a, b, d, f and h."""
    interval = volume_test(*counts).interval
    assert interval is not None
    assert abs(interval.low - low) < 6e-5
    assert abs(interval.high - high) < 6e-5


def mid_p_in_fractions(failures_a: int, checked_a: int, failures_b: int, checked_b: int) -> float:
    """Sum the hypergeometric tails in exact fractions."""
    failures = failures_a + failures_b
    tables = {
        number: Fraction(math.comb(checked_a, number) * math.comb(checked_b, failures - number))
        for number in range(max(0, failures - checked_b), min(failures, checked_a) + 1)
    }
    everything = sum(tables.values())
    half = tables[failures_a] / 2
    tails = [
        sum((weight for number, weight in tables.items() if number < failures_a), half),
        sum((weight for number, weight in tables.items() if number > failures_a), half),
    ]
    return float(min(Fraction(1), 2 * min(tails) / everything))


@given(COUNTS, COUNTS)
def test_mid_p_equals_exact_fractions(a: tuple[int, int], b: tuple[int, int]) -> None:
    found = mid_p(*a, *b)
    if a[1] == 0 or b[1] == 0:
        assert found is None
    else:
        assert found is not None
        assert math.isclose(found, mid_p_in_fractions(*a, *b), rel_tol=1e-11)


def test_mid_p_is_twice_fishers_tail_less_the_observed_table() -> None:
    """Twice scipy's one-sided Fisher test, of which mid-p counts the observed table by half."""
    stats = pytest.importorskip("scipy.stats", reason="scipy comes with scikit-learn; here it is absent")
    table = [[39, 356], [12, 277]]
    greater = float(stats.fisher_exact(table, alternative="greater")[1])
    observed = float(stats.hypergeom.pmf(39, 684, 51, 395))
    found = mid_p(39, 395, 12, 289)
    assert found is not None
    assert math.isclose(found, 2 * (greater - observed / 2), rel_tol=1e-9)


def test_large_counts_neither_overflow_nor_crawl() -> None:
    assert mid_p(0, 200_000, 20_000, 200_000) == 0.0
    assert volume_test(20_000, 200_000, 20_000, 200_000).p_value == 1.0


def test_nothing_checked_tests_nothing() -> None:
    """S0-15: no volume gives None, not 0."""
    assert volume_test(0, 0, 2, 5) == VolumeTest(0, 0, 2, 5, None, None, None, None, None)
    found = volume_test(2, 5, 0, 0)
    assert (found.expected, found.prevented, found.difference, found.interval, found.p_value) == (
        0,
        0,
        None,
        None,
        None,
    )
    assert not found.establishes


@pytest.mark.parametrize("wrong", [(3, 2, 0, 1), (0, 1, 3, 2), (-1, 2, 0, 1)])
def test_more_failures_than_checked_are_refused(wrong: tuple[int, int, int, int]) -> None:
    with pytest.raises(ValueError, match="are no rate"):
        volume_test(*wrong)
    with pytest.raises(ValueError, match="at most what was checked"):
        mid_p(*wrong)


@given(COUNTS, COUNTS)
def test_exchanging_the_runs_mirrors_the_interval(a: tuple[int, int], b: tuple[int, int]) -> None:
    there, back = volume_test(*a, *b), volume_test(*b, *a)
    assert there.establishes == back.establishes
    if there.interval is not None and there.difference is not None and back.interval is not None:
        assert there.interval.low <= there.difference <= there.interval.high
        assert math.isclose(there.interval.low, -back.interval.high, abs_tol=1e-12)
