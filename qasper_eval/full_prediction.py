"""A line of predictions with more than the three official keys."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar

from .prediction_fields import kind_of, optional, required
from .prediction_parts import Citation, Claim, Retrieved, TraceStep, Usage
from .records import Prediction

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

Entry = TypeVar("Entry")

_INFINITY = math.inf
_OFFSETS = ("start", "end", "quote_start", "quote_end")
_STATUSES = ("answered", "declined", "escalated")


def full_prediction(row: dict[str, Any], question_id: str, answer: str, evidence: tuple[str, ...]) -> Prediction:
    """Return the prediction of a row whose official fields were read already; other keys may be absent.

    Raises ValueError naming the field when a type is wrong or a value out of range.
    """
    status = row.get("status", "answered")
    if status not in _STATUSES:
        raise ValueError(f"status must be one of {', '.join(_STATUSES)}, not {status!r}")
    citations = _entries(row, "citations", _citation)
    return Prediction(
        question_id,
        answer,
        evidence,
        paper_id=optional(row, "paper_id", str) or "",
        status=status,
        answer_type=optional(row, "answer_type", str),
        declined=optional(row, "declined", bool),
        answer_text=optional(row, "answer_text", str),
        citations=citations,
        claims=_entries(row, "claims", lambda claim: _claim(claim, len(citations))),
        retrieved=None if row.get("retrieved") is None else _entries(row, "retrieved", _retrieved),
        invalid_citations=_count(row, "invalid_citations"),
        model=optional(row, "model", str),
        model_served=optional(row, "model_served", str),
        usage=_usage(row),
        cost_usd=_number(row, "cost_usd"),
        seconds=_number(row, "seconds"),
        trace=_entries(row, "trace", _trace_step),
    )


def _count(row: Mapping[str, Any], key: str) -> int | None:
    value: int | None = optional(row, key, int)
    if value is not None and value < 0:
        raise ValueError(f"{key} must not be negative, but it is {value}")
    return value


def _number(row: Mapping[str, Any], key: str) -> float | None:
    value = row.get(key)
    if value is None:
        return None
    if type(value) not in (int, float) or not math.isfinite(value):
        raise ValueError(f"{key} must be a finite number or null, not {kind_of(value)}")
    return float(value)


def _ordinal(entry: Mapping[str, Any], key: str, least: int = 0) -> int:
    value: int = required(entry, key, int)
    if value < least:
        raise ValueError(f"{key} must be at least {least}, but it is {value}")
    return value


def _entries(row: Mapping[str, Any], key: str, read: Callable[[dict[str, Any]], Entry]) -> tuple[Entry, ...]:
    if row.get(key) is None:
        return ()
    entries: list[dict[str, Any]] = required(row, key, list)
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
    cited: list[int] = required(entry, "citations", list)
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
    return TraceStep(required(entry, "step", str), entry.get("input"), entry.get("output"))


def _usage(row: Mapping[str, Any]) -> Usage | None:
    entry: dict[str, Any] | None = optional(row, "usage", dict)
    if entry is None:
        return None
    return Usage(
        _count(entry, "input_tokens"),
        _count(entry, "output_tokens"),
        _count(entry, "cached_tokens"),
        _count(entry, "reasoning_tokens"),
        _count(entry, "calls") or 0,
    )
