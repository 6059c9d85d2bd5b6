"""The human ceiling: how well people and a system agree with the other annotators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .joint import best_joint

if TYPE_CHECKING:
    from collections.abc import Sequence

Pair = tuple[float, float]
"""An answer F1 and an evidence F1."""


def left_out_mean(rows: Sequence[Sequence[float]]) -> float:
    """Return the mean over annotators j of the best value of row j against all references but the j-th (official).

    ``rows[j][i]`` is the F1 against reference i of what stands in for annotator j: for the human row annotator j's
    own answer or evidence, for the system row the same prediction each time (metrics.md, Human ceiling). Raises
    ValueError below two annotators, where there is nobody else to agree with.
    """
    _need_two(rows)
    total = 0.0
    for left_out, row in enumerate(rows):
        total += max([value for index, value in enumerate(row) if index != left_out])
    return total / len(rows)


def same_left_out_mean(values: Sequence[float]) -> float:
    """Return ``left_out_mean`` of rows that are all ``values``: one prediction standing in for every annotator."""
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
    """Return the same for answer and evidence from the one reference with the highest sum (strict)."""
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
