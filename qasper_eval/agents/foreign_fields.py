"""The JSON object behind whatever an agent of one's own returned."""

from __future__ import annotations

import dataclasses
import difflib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from qasper_eval.prediction_json import prediction_to_json
from qasper_eval.records import UNANSWERABLE, Prediction

if TYPE_CHECKING:
    from qasper_eval.prediction_parts import JsonValue
    from qasper_eval.providers.wire import Redactor

KEYS = tuple(field.name for field in dataclasses.fields(Prediction))
"""What an answer may hold: the keys of a predictions.jsonl line."""


def json_fields(said: object, redactor: Redactor) -> dict[str, JsonValue]:
    """Return the JSON values of a Prediction or a mapping, secrets taken out of its trace.

    Numbers and arrays of numpy and our own records may stand inside a mapping. Raises ValueError for None and every
    other type, for what JSON cannot hold (NaN, a set), and for a key that predictions do not have: a misspelt
    ``declined`` would change a number in silence.
    """
    if isinstance(said, Prediction):
        fields: dict[str, JsonValue] = json.loads(prediction_to_json(said))
    elif isinstance(said, Mapping):
        fields = _from_mapping(said)
    else:
        raise ValueError(f"answer() returned {type(said).__name__}, not a mapping or a Prediction")  # noqa: TRY004  # because a bad answer is a value
    for key in fields:
        if key not in KEYS:
            close = difflib.get_close_matches(key, KEYS, n=1)
            hint = f"did you mean {close[0]!r}?" if close else "what is only to be read goes under 'trace'"
            raise ValueError(f"unknown key {key!r}; {hint}")
    if fields.get("trace") is not None:
        fields["trace"] = json.loads(redactor.text(json.dumps(fields["trace"])))
    if fields.get("declined") is True and fields.get("predicted_answer") is None:
        fields["predicted_answer"] = UNANSWERABLE
    return fields


def _from_mapping(said: Any) -> dict[str, JsonValue]:
    try:
        fields: dict[str, JsonValue] = json.loads(json.dumps(dict(said), default=_plain, allow_nan=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise ValueError(f"answer() returned what JSON cannot hold: {error}") from None
    return fields


def _plain(value: Any) -> JsonValue:
    """Return the JSON value of a numpy number or array, or of one of our own records."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    as_list = getattr(value, "tolist", None)
    if callable(as_list):
        return as_list()
    raise TypeError(f"a {type(value).__name__} is no JSON value")
