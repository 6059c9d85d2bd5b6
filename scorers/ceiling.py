"""The human ceiling: how well people and a system agree with the other annotators."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .joint import best_joint

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Pair = tuple[float, float]
"""An answer F1 and an evidence F1 against one reference."""


def independent_maximum(pairs: Sequence[Pair]) -> Pair:
    """Return the best answer F1 and the best evidence F1, each from its own best reference (official)."""
    return max(answer for answer, _ in pairs), max(evidence for _, evidence in pairs)


def joint_maximum(pairs: Sequence[Pair]) -> Pair:
    """Return answer F1 and evidence F1 of the one reference with the highest sum (strict)."""
    return pairs[best_joint([answer for answer, _ in pairs], [evidence for _, evidence in pairs])]


def leave_one_out(rows: Sequence[Sequence[Pair]], choose: Callable[[Sequence[Pair]], Pair]) -> Pair:
    """Return the mean over annotators j of row j scored against all references but the j-th.

    ``rows[j][i]`` is what stands in for annotator j against reference i: for the human row annotator j's own answer
    and evidence, for the system row the same prediction each time (metrics.md, Human ceiling). Raises ValueError
    below two annotators, where there is nobody else to agree with.
    """
    if len(rows) < 2:
        raise ValueError("a human ceiling needs at least two annotators")
    answer_total = evidence_total = 0.0
    for left_out, row in enumerate(rows):
        answer, evidence = choose([pair for index, pair in enumerate(row) if index != left_out])
        answer_total += answer
        evidence_total += evidence
    return answer_total / len(rows), evidence_total / len(rows)
