"""Scores to a ranked list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.records import Retrieved

if TYPE_CHECKING:
    from collections.abc import Mapping


def ranking(scores: Mapping[int, float]) -> tuple[Retrieved, ...]:
    """Rank ordinals by falling score, ties by ordinal, so that the order never depends on how scores were summed up.

    An empty mapping gives ().
    """
    best_first = sorted(scores.items(), key=lambda entry: (-entry[1], entry[0]))
    return tuple(
        Retrieved(paragraph=ordinal, rank=rank, score=score)
        for rank, (ordinal, score) in enumerate(best_first, start=1)
    )
