"""Predictions one by one, however they are held."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qasper_eval.records import Prediction


def in_turn(predictions: Iterable[Prediction] | Mapping[str, Prediction]) -> Iterable[Prediction]:
    """Return the predictions of a mapping (its values) or of any other iterable, without copying them."""
    if isinstance(predictions, Mapping):
        return cast("Mapping[str, Prediction]", predictions).values()
    return predictions
