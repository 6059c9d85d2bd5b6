"""The label of an answer against the marked one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


class LabelCounts(NamedTuple):
    """Counts of one label on one question; over all questions F1 = sum of ``twice_right`` / sum of ``both_sides``."""

    twice_right: int
    """2 where the label is said and right, else 0."""
    both_sides: int
    """How many of the two, said and marked, are this label: 0, 1 or 2."""


def label_counts(predicted: str | None, marked: str, labels: Sequence[str]) -> dict[str, LabelCounts]:
    """Return the counts of each label for one question; ``predicted`` is None where an answer is none of them.

    F1 of a label is 2 TP / (2 TP + FP + FN), which is its usual 2 P R / (P + R). An answer that is no label is a miss
    of the marked one and nobody's false alarm.
    """
    return {
        label: LabelCounts(2 * (predicted == marked == label), (predicted == label) + (marked == label))
        for label in labels
    }
