"""Several ranked lists to one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .ranking import ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.prediction_parts import Retrieved


def reciprocal_rank_fusion(
    rankings: Sequence[Sequence[Retrieved]], *, weights: Sequence[float] | None = None, k: int = 60
) -> tuple[Retrieved, ...]:
    """Fuse by Σ weight / (k + rank) over the lists that hold the paragraph (Cormack, Clarke and Büttcher 2009).

    Weights default to 1 each; a ValueError when their number differs from the lists'. No lists, or only empty ones,
    give ().
    """
    scores: dict[int, float] = {}
    for one, weight in zip(rankings, weights or [1.0] * len(rankings), strict=True):
        for entry in one:
            scores[entry.paragraph] = scores.get(entry.paragraph, 0.0) + weight / (k + entry.rank)
    return ranking(scores)
