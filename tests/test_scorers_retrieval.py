"""Retrieval measures, the human ceiling and the joint choice of a reference."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorers.ceiling import joint_left_out_mean, mutual_mean, same_left_out_mean
from scorers.joint import best_joint
from scorers.retrieval import CUTOFFS, RetrievalScore, retrieval_score


def test_measures_by_hand() -> None:
    """S1-52. Relevant 7 and 9 at ranks 2 and 4 of five.

    DCG@5 = 1/log2(3) + 1/log2(5), ideal DCG@3.. = 1/log2(2) + 1/log2(3), ideal DCG@1 = 1.
    """
    ideal = 1 / math.log2(2) + 1 / math.log2(3)
    both = 1 / math.log2(3) + 1 / math.log2(5)
    assert retrieval_score([1, 7, 2, 9, 3], {7, 9}) == RetrievalScore(
        hit=(0.0, 1.0, 1.0, 1.0),
        recall=(0.0, 0.5, 1.0, 1.0),
        precision=(0.0, 1 / 3, 2 / 5, 2 / 10),
        ndcg=(0.0, 1 / math.log2(3) / ideal, both / ideal, both / ideal),
        reciprocal_rank=0.5,
    )


def test_a_duplicate_keeps_its_first_rank_and_still_takes_a_place() -> None:
    assert retrieval_score([3, 3, 5], {5}).reciprocal_rank == 1 / 3
    assert retrieval_score([5, 5, 5], {5, 6}).recall == (0.5, 0.5, 0.5, 0.5)


def test_the_reciprocal_rank_looks_at_the_whole_list() -> None:
    assert retrieval_score(list(range(100)), {49}).reciprocal_rank == 1 / 50
    assert retrieval_score(list(range(100)), {49}).hit == (0.0, 0.0, 0.0, 0.0)


def test_an_empty_ranking_scores_zero_and_nothing_relevant_is_an_error() -> None:
    assert retrieval_score([], {1}).ndcg == (0.0, 0.0, 0.0, 0.0)
    with pytest.raises(ValueError, match="relevant"):
        retrieval_score([1], set())


@given(st.lists(st.integers(0, 12), max_size=30), st.sets(st.integers(0, 12), min_size=1))
def test_measures_agree_with_counting_one_by_one(ranking: list[int], relevant: set[int]) -> None:
    score = retrieval_score(ranking, relevant)
    for place, k in enumerate(CUTOFFS):
        found = {item for item in ranking[:k] if item in relevant}
        assert score.hit[place] == bool(found)
        assert score.recall[place] == len(found) / len(relevant)
        assert score.precision[place] == len(found) / k
        gains = [
            1 / math.log2(rank + 1)
            for rank, item in enumerate(ranking[:k], start=1)
            if item in relevant and item not in ranking[: rank - 1]
        ]
        best = sum(1 / math.log2(rank + 1) for rank in range(1, min(k, len(relevant)) + 1))
        assert math.isclose(score.ndcg[place], sum(gains) / best)


def test_the_joint_reference_has_the_highest_sum_and_ties_go_to_the_first() -> None:
    assert best_joint([1.0, 0.2], [0.0, 0.9]) == 1
    assert best_joint([0.5, 1.0, 1.0], [0.5, 0.0, 0.0]) == 0


def test_the_ceiling_by_hand() -> None:
    """Three annotators, F1 0-1 0.5, 0-2 0.2, 1-2 0.8: best of the others 0.5, 0.8, 0.8; mean 0.7."""
    assert mutual_mean([[], [0.5], [0.2, 0.8]]) == (0.5 + 0.8 + 0.8) / 3


def test_the_system_is_scored_against_the_same_others() -> None:
    """F1 0.9, 0.1, 0.4 against three references: without the first 0.4, without the others 0.9."""
    assert same_left_out_mean([0.9, 0.1, 0.4]) == (0.4 + 0.9 + 0.9) / 3
    assert same_left_out_mean([0.25, 0.75]) == (0.75 + 0.25) / 2


def left_out_mean(rows: list[list[float]]) -> float:
    """metrics.md, Human ceiling, word for word: ``rows[j]`` stands in for annotator j."""
    total = 0.0
    for left_out, row in enumerate(rows):
        total += max(value for index, value in enumerate(row) if index != left_out)
    return total / len(rows)


@given(st.lists(st.floats(0, 1), min_size=2, max_size=6))
def test_one_row_for_all_equals_the_general_case(values: list[float]) -> None:
    assert same_left_out_mean(values) == left_out_mean([values] * len(values))


@given(st.data(), st.integers(2, 6))
def test_agreement_among_annotators_equals_the_general_case(data: st.DataObject, annotators: int) -> None:
    below = [data.draw(st.lists(st.floats(0, 1), min_size=one, max_size=one)) for one in range(annotators)]
    rows = [
        [below[max(one, other)][min(one, other)] if one != other else 1.0 for other in range(annotators)]
        for one in range(annotators)
    ]
    assert mutual_mean(below) == left_out_mean(rows)


def test_the_strict_ceiling_takes_both_values_from_one_reference() -> None:
    """Without reference 0: sums 0.9 (0.9 + 0) and 1.0 (0.2 + 0.8) -> (0.2, 0.8); without 1 or 2: (1, 1)."""
    answers, evidences = [1.0, 0.9, 0.2], [1.0, 0.0, 0.8]
    assert joint_left_out_mean([answers] * 3, [evidences] * 3) == ((0.2 + 1.0 + 1.0) / 3, (0.8 + 1.0 + 1.0) / 3)


def test_one_annotator_has_nobody_to_agree_with() -> None:
    with pytest.raises(ValueError, match="two annotators"):
        mutual_mean([[]])
    with pytest.raises(ValueError, match="two annotators"):
        same_left_out_mean([1.0])
