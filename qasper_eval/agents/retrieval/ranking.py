"""Scores to a ranked list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.prediction_parts import Retrieved

if TYPE_CHECKING:
    from collections.abc import Mapping


def ranking(scores: Mapping[int, float]) -> tuple[Retrieved, ...]:
    """Rank ordinals by falling score, ties by ordinal; an empty mapping gives ().

    Scores are rounded to nine decimals first, so that neither the order nor the record depends on how a platform adds
    them up.
    """
    rounded = [(ordinal, round(score, 9)) for ordinal, score in scores.items()]
    best_first = sorted(rounded, key=lambda entry: (-entry[1], entry[0]))
    return tuple(
        Retrieved(paragraph=ordinal, rank=rank, score=score)
        for rank, (ordinal, score) in enumerate(best_first, start=1)
    )
