"""Intervals and standard errors from one resampling."""

from __future__ import annotations

import math
import random
import statistics

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.bootstrap import paper_bootstrap, paper_bootstrap_errors
from scorers.resampled import Resampled


def bootstrap_means(sums: list[float], counts: list[int], seed: int, resamples: int) -> list[float]:
    """Draw the resamples of the docstring again, in plain Python."""
    generator = random.Random(seed)
    papers = len(sums)
    means: list[float] = []
    for _ in range(resamples):
        words = generator.randbytes(4 * papers)
        drawn = [int.from_bytes(words[4 * at : 4 * at + 4], "little") * papers >> 32 for at in range(papers)]
        questions = sum(counts[paper] for paper in drawn)
        if questions:
            means.append(sum(sums[paper] for paper in drawn) / questions)
    return means


def test_the_error_is_the_standard_deviation_of_the_resampled_means() -> None:
    """A second implementation, without numpy; paper 2 has no question."""
    sums, counts = [0.5, -1.25, 0.0, 2.0, 0.75], [1, 3, 0, 4, 2]
    (found,) = paper_bootstrap_errors([sums], [counts], seed=7, resamples=500, bounds=(-1, 1))
    assert found.standard_error is not None
    assert math.isclose(found.standard_error, statistics.stdev(bootstrap_means(sums, counts, 7, 500)), rel_tol=1e-9)


def test_two_papers_by_hand() -> None:
    """Means 0, 1/2, 1 with weights 1/4, 1/2, 1/4 have the standard deviation sqrt(1/8) = 0.35355."""
    (found,) = paper_bootstrap_errors([[0.0, 1.0]], [[1, 1]], seed=13)
    assert found.standard_error is not None
    assert abs(found.standard_error - math.sqrt(1 / 8)) < 0.01


def test_a_constant_has_no_error_and_too_little_has_none() -> None:
    found = paper_bootstrap_errors([[0.5, 0.5], [0.5, 0.0]], [[1, 1], [1, 0]], seed=1)
    assert found[0].standard_error == 0.0
    assert found[1] == Resampled(None, None)
    assert paper_bootstrap_errors([[0.5, 0.5]], [[1, 1]], seed=1, resamples=0) == [Resampled(None, None)]
    (single,) = paper_bootstrap_errors([[0.5, 0.5]], [[1, 1]], seed=1, resamples=1)
    assert single.interval is not None
    assert single.standard_error is None


def test_limits_of_a_difference_are_clipped_to_its_own_bounds() -> None:
    """Clipped to [0, 1], the interval of a loss would be one point at 0."""
    (found,) = paper_bootstrap_errors([[-1.0, -1.0, -0.1]], [[1, 1, 1]], seed=3, bounds=(-1, 1))
    assert found.interval is not None
    assert found.interval.low == -1.0
    assert found.interval.high > -1.0


def test_shapes_must_fit() -> None:
    with pytest.raises(ValueError, match="one count for each sum"):
        paper_bootstrap_errors([[0.5, 0.5]], [[1]], seed=1)


@settings(max_examples=30)
@given(st.lists(st.tuples(st.floats(-4, 4), st.integers(0, 4)), min_size=1, max_size=9), st.integers(0, 99))
def test_its_intervals_are_those_of_the_plain_bootstrap(papers: list[tuple[float, int]], seed: int) -> None:
    sums = [[value if count else 0.0 for value, count in papers], [float(count) for _, count in papers]]
    counts = [[count for _, count in papers]] * 2
    with_errors = paper_bootstrap_errors(sums, counts, seed=seed, resamples=100, bounds=(-4, 4))
    plain = paper_bootstrap(sums, counts, seed=seed, resamples=100, bounds=(-4, 4))
    assert [one.interval for one in with_errors] == plain
