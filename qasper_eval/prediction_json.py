"""A prediction as one line of predictions.jsonl, and back."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

from .errors import ItemUnmeasuredError
from .records import Citation, Claim, Prediction, Retrieved, TraceStep, Usage

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

Entry = TypeVar("Entry")

_INFINITY = math.inf
_OFFSETS = ("start", "end", "quote_start", "quote_end")
_STATUSES = ("answered", "declined", "escalated")
_KINDS: dict[type, str] = {
    str: "a string",
    bool: "true or false",
    int: "an integer",
    float: "a number",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


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
        raise ValueError(f"a prediction must be an object, not {_name(obj)}")  # noqa: TRY004  # because a line's shape is a value
    row: dict[str, Any] = obj  # pyright: ignore[reportUnknownVariableType]  # because JSON values are untyped
    question_id = _required(row, "question_id", str)
    answer = _required(row, "predicted_answer", str)
    evidence: list[str] = _required(row, "predicted_evidence", list)
    for text in evidence:
        if type(text) is not str:
            raise ValueError(f"predicted_evidence must be a list of strings, but it holds {_name(text)}")
    if len(row) == 3:
        return Prediction(question_id, answer, tuple(evidence))
    status = row.get("status", "answered")
    if status not in _STATUSES:
        raise ValueError(f"status must be one of {', '.join(_STATUSES)}, not {status!r}")
    citations = _entries(row, "citations", _citation)
    return Prediction(
        question_id,
        answer,
        tuple(evidence),
        paper_id=_optional(row, "paper_id", str) or "",
        status=status,
        answer_type=_optional(row, "answer_type", str),
        declined=_optional(row, "declined", bool),
        answer_text=_optional(row, "answer_text", str),
        citations=citations,
        claims=_entries(row, "claims", lambda claim: _claim(claim, len(citations))),
        retrieved=None if row.get("retrieved") is None else _entries(row, "retrieved", _retrieved),
        invalid_citations=_count(row, "invalid_citations"),
        model=_optional(row, "model", str),
        model_served=_optional(row, "model_served", str),
        usage=_usage(row),
        cost_usd=_number(row, "cost_usd"),
        seconds=_number(row, "seconds"),
        trace=_entries(row, "trace", _trace_step),
    )


def _name(value: object) -> str:
    return _KINDS.get(type(value), type(value).__name__)


def _required(row: Mapping[str, Any], key: str, kind: type) -> Any:
    if key not in row:
        raise ValueError(f"{key} is missing")
    value = row[key]
    if type(value) is not kind:
        raise ValueError(f"{key} must be {_KINDS[kind]}, not {_name(value)}")
    return value


def _optional(row: Mapping[str, Any], key: str, kind: type) -> Any:
    value = row.get(key)
    if value is not None and type(value) is not kind:
        raise ValueError(f"{key} must be {_KINDS[kind]} or null, not {_name(value)}")
    return value


def _count(row: Mapping[str, Any], key: str) -> int | None:
    value: int | None = _optional(row, key, int)
    if value is not None and value < 0:
        raise ValueError(f"{key} must not be negative, but it is {value}")
    return value


def _number(row: Mapping[str, Any], key: str) -> float | None:
    value = row.get(key)
    if value is None:
        return None
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(f"{key} must be a finite number or null, not {_name(value)}")
    return float(value)


def _ordinal(entry: Mapping[str, Any], key: str, least: int = 0) -> int:
    value: int = _required(entry, key, int)
    if value < least:
        raise ValueError(f"{key} must be at least {least}, but it is {value}")
    return value


def _entries(row: Mapping[str, Any], key: str, read: Callable[[dict[str, Any]], Entry]) -> tuple[Entry, ...]:
    if row.get(key) is None:
        return ()
    entries: list[dict[str, Any]] = _required(row, key, list)
    if any(type(entry) is not dict for entry in entries):
        raise ValueError(f"{key} must be a list of objects")
    try:
        return tuple([read(entry) for entry in entries])
    except ValueError as error:
        raise ValueError(f"{key}: {error}") from None


def _citation(entry: dict[str, Any]) -> Citation:
    return Citation(
        _ordinal(entry, "paragraph"),
        *[_count(entry, key) for key in _OFFSETS],
    )


def _claim(entry: dict[str, Any], n_citations: int) -> Claim:
    cited: list[int] = _required(entry, "citations", list)
    for index in cited:
        if type(index) is not int or not 0 <= index < n_citations:
            raise ValueError(f"a claim cites {index!r}, which is none of the {n_citations} citations")
    return Claim(_ordinal(entry, "start"), _ordinal(entry, "end"), tuple(cited))


def _retrieved(entry: dict[str, Any]) -> Retrieved:
    paragraph, rank, score = entry.get("paragraph"), entry.get("rank"), entry.get("score")
    if (
        type(paragraph) is int
        and type(rank) is int
        and type(score) is float
        and paragraph >= 0 < rank
        and -_INFINITY < score < _INFINITY
    ):
        return Retrieved(paragraph, rank, score)  # the usual case, spelt out because a run file holds millions
    score = _number(entry, "score")
    if score is None:
        raise ValueError("score is missing")
    return Retrieved(_ordinal(entry, "paragraph"), _ordinal(entry, "rank", 1), score)


def _trace_step(entry: dict[str, Any]) -> TraceStep:
    return TraceStep(_required(entry, "step", str), entry.get("input"), entry.get("output"))


def _usage(row: Mapping[str, Any]) -> Usage | None:
    entry: dict[str, Any] | None = _optional(row, "usage", dict)
    if entry is None:
        return None
    return Usage(
        _count(entry, "input_tokens"),
        _count(entry, "output_tokens"),
        _count(entry, "cached_tokens"),
        _count(entry, "reasoning_tokens"),
        _count(entry, "calls") or 0,
    )


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
