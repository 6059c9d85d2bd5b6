"""A prediction as one line of predictions.jsonl, and back."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from .errors import ItemUnmeasuredError
from .prediction_fields import kind_of, required
from .records import Prediction

if TYPE_CHECKING:
    from collections.abc import Iterable


def prediction_to_json(prediction: Prediction) -> bytes:
    """Return one line of JSON (UTF-8, no newline) with the keys of design.md in fixed order.

    Raises ItemUnmeasuredError ("unstorable prediction") for what JSON cannot hold: NaN or an infinity, a lone
    surrogate, an object that is no JSON value. Such an answer must not reach a results file half true.
    """
    import orjson

    row: dict[str, Any] = {
        "question_id": prediction.question_id,
        "predicted_answer": prediction.predicted_answer,
        "predicted_evidence": prediction.predicted_evidence,
        "paper_id": prediction.paper_id,
        "status": prediction.status,
        "answer_type": prediction.answer_type,
        "declined": prediction.declined,
        "answer_text": prediction.answer_text,
        "citations": prediction.citations,
        "claims": prediction.claims,
        "retrieved": prediction.retrieved,
        "invalid_citations": prediction.invalid_citations,
        "model": prediction.model,
        "model_served": prediction.model_served,
        "usage": prediction.usage,
        "cost_usd": prediction.cost_usd,
        "seconds": prediction.seconds,
        "trace": prediction.trace,
    }
    try:
        _refuse_non_finite(prediction)
        return orjson.dumps(row)
    except (TypeError, ValueError) as error:
        raise ItemUnmeasuredError("unstorable prediction", str(error)) from None


def prediction_from_json(obj: object) -> Prediction:
    """Return the prediction that a parsed line holds; keys beyond the three official ones may be absent.

    Raises ValueError naming the field when a key is missing, a type is wrong or a value out of range. Unknown keys
    are ignored.
    """
    if not isinstance(obj, dict):
        raise ValueError(f"a prediction must be an object, not {kind_of(obj)}")  # noqa: TRY004  # because a line's shape is a value
    row: dict[str, Any] = obj  # pyright: ignore[reportUnknownVariableType]  # because JSON values are untyped
    question_id = required(row, "question_id", str)
    answer = required(row, "predicted_answer", str)
    evidence: list[str] = required(row, "predicted_evidence", list)
    for text in evidence:
        if type(text) is not str:
            raise ValueError(f"predicted_evidence must be a list of strings, but it holds {kind_of(text)}")
    if len(row) == 3:
        return Prediction(question_id, answer, tuple(evidence))
    from .full_prediction import full_prediction  # bare official files, which are most, do without it

    return full_prediction(row, question_id, answer, tuple(evidence))


def _refuse_non_finite(prediction: Prediction) -> None:
    """Raise ValueError where orjson would silently write null for NaN or an infinity."""
    numbers = [prediction.cost_usd, prediction.seconds, *(entry.score for entry in prediction.retrieved or ())]
    traced = [value for step in prediction.trace for value in (step.input, step.output)]
    for value in _leaves([*numbers, *traced]):
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError(f"{value} is no JSON value")


def _leaves(values: Iterable[Any]) -> Iterable[Any]:
    stack = list(values)
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            stack.extend(value.values())  # pyright: ignore[reportUnknownArgumentType]  # because JSON values are untyped
        elif isinstance(value, list | tuple):
            stack.extend(value)  # pyright: ignore[reportUnknownArgumentType]  # because JSON values are untyped
        else:
            yield value
