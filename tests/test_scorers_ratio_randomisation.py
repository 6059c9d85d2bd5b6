"""The paired randomisation test of two ratios."""

from __future__ import annotations

import math
import random
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.randomisation import paper_randomisation
from scorers.ratio_randomisation import ratio_randomisation
from scorers.volume import volume_test

Counts = list[tuple[int, int]]
A: Counts = [(3, 10), (0, 4), (4, 9), (1, 12), (2, 7), (6, 15), (0, 3), (3, 8)]
B: Counts = [(1, 8), (0, 5), (1, 7), (0, 7), (1, 8), (2, 9), (0, 0), (1, 8)]


def exact_p(a: Counts, b: Counts) -> float:
    """Count all 2**G swaps of the sides, in fractions; without a ratio counts as extreme."""

    def gap(swaps: tuple[bool, ...]) -> Fraction | None:
        sides = [(two, one) if swap else (one, two) for one, two, swap in zip(a, b, swaps, strict=True)]
        k_a, n_a, k_b, n_b = (sum(pair[side][at] for pair in sides) for side in (0, 1) for at in (0, 1))
        return abs(Fraction(k_a, n_a) - Fraction(k_b, n_b)) if n_a and n_b else None

    observed = gap((False,) * len(a))
    assert observed is not None
    gaps = [gap(swaps) for swaps in product((False, True), repeat=len(a))]
    return sum(one is None or one >= observed for one in gaps) / len(gaps)


@pytest.mark.parametrize(("a", "b"), [(A, B), (A[:4], B[:4]), ([(1, 2), (0, 0)], [(0, 0), (1, 3)])])
def test_p_is_that_of_all_swaps(a: Counts, b: Counts) -> None:
    """Brute force over 2**G swaps; five standard errors. In the last case, half the swaps have no ratio."""
    found = ratio_randomisation(a, b, seed=13)
    expected = exact_p(a, b)
    assert found is not None
    assert abs(found - expected) <= 5 * math.sqrt(expected * (1 - expected) / 10_000) + 1e-4


def test_with_equal_denominators_it_is_the_test_of_the_differences() -> None:
    a, b = [(k, 5) for k in (3, 0, 4, 1, 2, 5)], [(k, 5) for k in (1, 0, 2, 2, 0, 1)]
    differences = [float(one - other) for (one, _), (other, _) in zip(a, b, strict=True)]
    assert [ratio_randomisation(a, b, seed=7)] == paper_randomisation([differences], [[5] * 6], seed=7)


def test_one_bad_paper_establishes_nothing() -> None:
    """All 27 failures less sit in one paper of ten: the totals alone call that established, the papers do not."""
    a, b = [(30, 95)] + [(1, 33)] * 9, [(3, 70)] + [(1, 24)] * 9
    assert volume_test(39, 392, 12, 286).establishes
    found = ratio_randomisation(a, b, seed=13)
    assert found is not None
    assert found > 0.05


def test_equal_sides_have_p_1() -> None:
    assert ratio_randomisation(A, A, seed=1) == 1.0


def test_too_little_gives_none() -> None:
    """S0-15: None, not 0, where there is no ratio."""
    assert ratio_randomisation([], [], seed=1) is None
    assert ratio_randomisation([(1, 2)], [(0, 0)], seed=1) is None
    assert ratio_randomisation(A, B, seed=1, rounds=0) is None


def test_large_counts_are_compared_exactly() -> None:
    """Products of four counts of a million leave 64 bits; p of scaled counts must be that of the small ones."""
    a, b = [(1, 5), (0, 4), (2, 6)], [(0, 5), (1, 4), (1, 6)]
    large_a, large_b = ([(k * 10**6, n * 10**6) for k, n in side] for side in (a, b))
    assert ratio_randomisation(a, b, seed=2) == ratio_randomisation(large_a, large_b, seed=2)


def test_sides_of_other_papers_are_refused() -> None:
    with pytest.raises(ValueError, match="same papers"):
        ratio_randomisation(A, B[1:], seed=1)


@settings(max_examples=40)
@given(st.integers(2, 7), st.integers(0, 999))
def test_exchanging_the_sides_changes_nothing(papers: int, seed: int) -> None:
    generator = random.Random(seed)
    checked = [[generator.randint(0, 6) for _ in range(papers)] for _ in range(2)]
    one, other = ([(generator.randint(0, n), n) for n in side] for side in checked)
    there = ratio_randomisation(one, other, seed=seed, rounds=200)
    assert there == ratio_randomisation(other, one, seed=seed, rounds=200)
