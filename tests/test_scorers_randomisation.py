"""The paired randomisation test over papers."""

from __future__ import annotations

import math
import random
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorers.randomisation import paper_randomisation


def exact_p(differences: list[float]) -> float:
    """Count all 2**G ways to swap papers, in whole units so that a tie is a tie."""
    units = [round(value * 2**32) for value in differences]
    observed = abs(sum(units))
    ways = [
        abs(sum(sign * unit for sign, unit in zip(signs, units, strict=True))) >= observed
        for signs in product((1, -1), repeat=len(units))
    ]
    return sum(ways) / len(ways)


def p_without_numpy(differences: list[float], seed: int, rounds: int) -> float:
    """Derive p again from the words of the docstring, in plain Python."""
    generator = random.Random(seed)
    units = [round(value * 2**32) for value in differences]
    width = 4 * math.ceil(len(units) / 32)
    extreme = 0
    for _ in range(rounds):
        bits = int.from_bytes(generator.randbytes(width), "little")
        total = sum(-unit if bits >> paper & 1 else unit for paper, unit in enumerate(units))
        extreme += abs(total) >= abs(sum(units))
    return (1 + extreme) / (1 + rounds)


@pytest.mark.parametrize("papers", [1, 3, 6, 10, 12])
def test_p_is_that_of_all_swaps(papers: int) -> None:
    """Brute force over all 2**G swaps; five standard errors of 10,000 rounds are at most 0.025."""
    generator = random.Random(papers)
    differences = [generator.choice((0.0, 1 / 3, -0.5, 1.0, generator.uniform(-1, 2))) for _ in range(papers)]
    (found,) = paper_randomisation([differences], [[2] * papers], seed=13)
    expected = exact_p(differences)
    assert found is not None
    assert abs(found - expected) <= 5 * math.sqrt(expected * (1 - expected) / 10_000) + 1e-4


@pytest.mark.parametrize("papers", [5, 8, 9, 300])
def test_p_is_derived_again_without_numpy(papers: int) -> None:
    """300 papers are several chunks of 3,000 rounds; chunks must not show."""
    generator = random.Random(papers)
    differences = [generator.uniform(-1, 1.1) for _ in range(papers)]
    assert paper_randomisation([differences], [[1] * papers], seed=7, rounds=3000) == [
        p_without_numpy(differences, 7, 3000)
    ]


def test_equal_runs_have_p_1() -> None:
    assert paper_randomisation([[0.0] * 9], [[3] * 9], seed=1) == [1.0]


def test_a_tie_counts_as_extreme_in_whatever_order_floats_were_added() -> None:
    """0.1 + 0.2 is not 0.3 in floats, but swapping all three papers gives exactly the observed difference back."""
    noisy = paper_randomisation([[0.1 + 0.2, -0.3, 0.6]], [[2, 2, 2]], seed=5, rounds=2000)
    clean = paper_randomisation([[0.3, -0.3, 0.6]], [[2, 2, 2]], seed=5, rounds=2000)
    assert noisy == clean
    (found,) = clean
    assert found is not None
    assert abs(found - 0.75) < 0.06  # 6 of the 8 sums +-0.3 +-0.3 +-0.6 are at least 0.6 from 0


def test_no_round_beats_the_observed_sum_gives_one_of_r_plus_one() -> None:
    """With 60 papers that all favour A, 2**-59 of the swaps are as extreme: b = 0 and p = 1/10,001, never 0."""
    assert paper_randomisation([[1.0] * 60], [[1] * 60], seed=3) == [1 / 10_001]


def test_below_six_differing_papers_nothing_is_significant() -> None:
    """2/2**5 = 0.0625 and 2/2**6 = 0.03125; papers without a difference do not help."""
    five, six = paper_randomisation([[1.0] * 5 + [0.0] * 4, [1.0] * 6 + [0.0] * 3], [[1] * 9] * 2, seed=13)
    assert five is not None
    assert six is not None
    assert six < 0.05 < five


def test_metrics_share_their_swaps_and_do_not_disturb_each_other() -> None:
    first, second = [0.5, -0.25, 1.0, 0.0, 0.75], [1.0, 1.0, 0.0, -1.0, 0.0]
    together = paper_randomisation([first, second, first], [[1] * 5] * 3, seed=11)
    alone = [paper_randomisation([values], [[1] * 5], seed=11)[0] for values in (first, second)]
    assert together == [alone[0], alone[1], alone[0]]


def test_without_questions_or_rounds_there_is_no_p() -> None:
    assert paper_randomisation([[0.0, 0.0], [0.5, 0.5]], [[0, 0], [1, 1]], seed=1)[0] is None
    assert paper_randomisation([[0.5, 0.5]], [[1, 1]], seed=1, rounds=0) == [None]
    assert paper_randomisation([[]], [[]], seed=1) == [None]
    assert paper_randomisation([], [], seed=1) == []


def test_sums_beyond_the_exact_floats_are_counted_in_integers() -> None:
    """Two million in units of 2**-32 is 2**52.9, where twice the sum of three would round."""
    differences = [2e6 + 2**-32, -2e6, 2e6 / 3]
    assert paper_randomisation([differences], [[2_000_000] * 3], seed=2, rounds=999) == [
        p_without_numpy(differences, 2, 999)
    ]


def test_shapes_must_fit() -> None:
    with pytest.raises(ValueError, match="one count for each sum"):
        paper_randomisation([[0.5, 0.5]], [[1]], seed=1)


@settings(max_examples=50)
@given(st.lists(st.floats(-1, 1), min_size=1, max_size=9), st.integers(0, 99))
def test_exchanging_the_runs_changes_nothing(differences: list[float], seed: int) -> None:
    counts = [[1] * len(differences)]
    there = paper_randomisation([differences], counts, seed=seed, rounds=200)
    back = paper_randomisation([[-value for value in differences]], counts, seed=seed, rounds=200)
    assert there == back
    assert there[0] is not None
    assert 1 / 201 <= there[0] <= 1
