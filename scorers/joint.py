"""The strict choice of one reference for answer and evidence together."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def best_joint(answers: Sequence[float], evidences: Sequence[float]) -> int:
    """Return the index of the reference with the highest answer F1 + evidence F1; ties go to the first.

    Both sequences hold one value a reference, in the same order (metrics.md, strict). Raises ValueError when empty.
    """
    sums = [answer + evidence for answer, evidence in zip(answers, evidences, strict=True)]
    return sums.index(max(sums))
