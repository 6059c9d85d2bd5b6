"""The human ceiling: how well people and a system agree with the other annotators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .joint import best_joint

if TYPE_CHECKING:
    from collections.abc import Sequence

Pair = tuple[float, float]
"""An answer F1 and an evidence F1."""


def mutual_mean(below: Sequence[Sequence[float]]) -> float:
    """Return the mean over annotators of the best F1 of their own answer or evidence against the others (official).

    ``below[j][i]`` is the F1 of annotators j and i, for each i before j (metrics.md, Human ceiling). It is the same
    in both directions: swapping the sides swaps precision and recall, which changes no bit. Raises ValueError below
    two annotators, where there is nobody else to agree with.
    """
    _need_two(below)
    total = 0.0
    for one, row in enumerate(below):
        total += max([*row, *[later[one] for later in below[one + 1 :]]])
    return total / len(below)


def same_left_out_mean(values: Sequence[float]) -> float:
    """Return the mean over annotators j of the best of ``values`` but the j-th: one prediction against the others.

    ``values[i]`` is its F1 against reference i. Raises ValueError below two annotators.
    """
    _need_two(values)
    if len(values) == 2:
        return (values[0] + values[1]) / 2  # each is what is left when the other is left out
    best = max(values)
    first = values.index(best)
    others = max(*values[:first], *values[first + 1 :], 0.0)
    total = 0.0
    for left_out in range(len(values)):
        total += others if left_out == first else best
    return total / len(values)


def joint_left_out_mean(answers: Sequence[Sequence[float]], evidences: Sequence[Sequence[float]]) -> Pair:
    """Return the means of answer and evidence F1 against the one other reference with the highest sum (strict).

    ``answers[j][i]`` and ``evidences[j][i]`` are the F1 against reference i of what stands in for annotator j: their
    own answer and evidence for the human row, the same prediction each time for the system row. Raises ValueError
    below two annotators.
    """
    _need_two(answers)
    answer_total = evidence_total = 0.0
    for left_out, (answer_row, evidence_row) in enumerate(zip(answers, evidences, strict=True)):
        others = [index for index in range(len(answer_row)) if index != left_out]
        best = others[best_joint([answer_row[index] for index in others], [evidence_row[index] for index in others])]
        answer_total += answer_row[best]
        evidence_total += evidence_row[best]
    return answer_total / len(answers), evidence_total / len(answers)


def _need_two(rows: Sequence[object]) -> None:
    if len(rows) < 2:
        raise ValueError("a human ceiling needs at least two annotators")
