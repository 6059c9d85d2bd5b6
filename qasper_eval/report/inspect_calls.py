"""The calls behind one question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qasper_eval.checkpoint.journal import lines_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Call:
    """One attempt at a provider, or one replay from the memo, as calls.jsonl has it."""

    time: str | None
    """UTC time of leaving, ISO 8601."""
    operation: str
    """``chat``, ``embed`` or ``rerank``."""
    attempt: int | None
    """1 for the first attempt of its question in its start of the run."""
    outcome: str
    """Class of the outcome: ``ok``, ``memo``, ``throttled``, …"""
    cause: str | None
    """What went wrong; None when nothing did."""
    detail: str | None
    """The provider's own words."""
    input_tokens: int | None
    """Tokens sent; None where the provider names none."""
    cached_tokens: int | None
    """Of them, those from the provider's prefix cache."""
    output_tokens: int | None
    """Tokens received."""
    cost_usd: float | None
    """Paid for it in US dollars; None where the price is unknown."""
    seconds: float | None
    """From leaving to the last byte; 0 for a replay."""
    model_served: str | None
    """Model that answered, from the response."""


def calls_of(path: Path, question_id: str, say: Callable[[str], None]) -> tuple[Call, ...]:
    """Return the calls of one question in file order; () for a missing file. A damaged line is said and left out."""
    import orjson

    found: list[Call] = []
    mark = question_id.encode()
    for number, line in lines_of(path):
        if mark not in line and b"\\" not in line:
            continue
        try:
            row: Any = orjson.loads(line)
            if row["question_id"] == question_id:
                found.append(_call(row))
        except (ValueError, KeyError, TypeError):
            say(f"{path}: line {number} is damaged and left out")
    return tuple(found)


def _call(row: Mapping[str, Any]) -> Call:
    return Call(
        time=row.get("time"),
        operation=str(row["operation"]),
        attempt=row.get("attempt"),
        outcome=str(row["outcome"]),
        cause=row.get("cause"),
        detail=row.get("detail"),
        input_tokens=row.get("input_tokens"),
        cached_tokens=row.get("cached_tokens"),
        output_tokens=row.get("output_tokens"),
        cost_usd=row.get("cost_usd"),
        seconds=row.get("seconds"),
        model_served=row.get("model_served"),
    )
