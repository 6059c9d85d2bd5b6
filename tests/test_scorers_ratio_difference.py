"""The interval of the difference of two ratios."""

from __future__ import annotations

import random

import pytest

from scorers.bootstrap import paper_bootstrap
from scorers.ratio_difference import ratio_difference


def test_equal_denominators_give_the_paired_interval() -> None:
    """An independent way to the same number: the bootstrap of the papers' differences."""
    a, b, n = [3, 0, 1, 2, 4], [1, 1, 2, 2, 0], [4, 2, 3, 2, 5]
    expected = paper_bootstrap([[y - x for x, y in zip(a, b, strict=True)]], [n], seed=7, bounds=(-1, 1))[0]
    found = ratio_difference(list(zip(a, n, strict=True)), list(zip(b, n, strict=True)), seed=7)
    assert found is not None
    assert expected is not None
    assert tuple(found) == pytest.approx(tuple(expected))


def test_a_ratio_of_sums_is_no_mean_of_ratios() -> None:
    """Each paper alike, 1 of 4 against 1 of 2: the difference is 0.25 in every resample."""
    assert ratio_difference([(1, 4)] * 6, [(1, 2)] * 6, seed=1, resamples=50) == (0.25, 0.25)


def test_the_other_way_round_turns_the_sign() -> None:
    a, b = [(1, 5), (0, 2), (4, 6), (2, 2)], [(2, 3), (1, 1), (0, 4), (0, 0)]
    there, back = ratio_difference(a, b, seed=3), ratio_difference(b, a, seed=3)
    assert there is not None
    assert back is not None
    assert tuple(there) == pytest.approx((-back.high, -back.low))


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([], []),
        ([(1, 2)], [(1, 2)]),
        ([(1, 2), (0, 0)], [(1, 2), (0, 0)]),
        ([(0, 0), (0, 0)], [(1, 2), (1, 2)]),
        ([(1, 2), (1, 2)], [(0, 0), (0, 0)]),
    ],
)
def test_too_little_gives_none(a: list[tuple[int, int]], b: list[tuple[int, int]]) -> None:
    """Below two papers with a denominator, or without one on a side, there is no interval."""
    assert ratio_difference(a, b, seed=1, resamples=20) is None
    assert ratio_difference([(1, 2)] * 3, [(1, 2)] * 3, seed=1, resamples=0) is None


def test_other_papers_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="same papers"):
        ratio_difference([(1, 2)], [], seed=1)


def test_the_interval_covers_where_rates_vary_by_paper() -> None:
    """Of 150 simulated pairs at 20 papers whose rates vary by paper, 95 % intervals hold the true -0.1 in 134 to 149.

    Binomial: 142.5 +- 2.7, so 134 is 3 sd below; seed fixed before the first run.
    """
    draw = random.Random(20261130)
    covered = 0
    for seed in range(150):
        a: list[tuple[int, int]] = []
        b: list[tuple[int, int]] = []
        for _ in range(20):
            shift = draw.uniform(-0.2, 0.2)
            n_a, n_b = draw.randint(2, 12), draw.randint(2, 8)
            a.append((sum(draw.random() < 0.4 + shift for _ in range(n_a)), n_a))
            b.append((sum(draw.random() < 0.3 + shift for _ in range(n_b)), n_b))
        found = ratio_difference(a, b, seed=seed, resamples=400)
        assert found is not None
        covered += found.low <= -0.1 <= found.high
    assert 134 <= covered <= 149, covered
