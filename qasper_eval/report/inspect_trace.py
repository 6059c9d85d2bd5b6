"""JSON values of a trace as indented text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, TypeGuard

from .inspect_layout import harmless, shortened, wrapped

if TYPE_CHECKING:
    from qasper_eval.prediction_parts import JsonValue, TraceStep

MOST_CHARACTERS = 300
"""Longest string that is shown whole without ``--full``."""
MOST_ENTRIES = 6
"""Entries of a list or an object that are shown without ``--full``."""
BULLET = "-"
"""Before an entry of a list."""
DEEPEST = 6
"""Levels that are indented; what lies deeper stands on one line."""


def trace_lines(number: int, step: TraceStep, *, full: bool) -> list[str]:
    """Return one step: its number and name, then what went in and came out, indented."""
    lines = wrapped(f"{number}. {step.step}", "  ")
    for name, value in (("in:", step.input), ("out:", step.output)):
        if value is not None:
            lines += _named(name, value, "     ", 0, full=full)
    return lines


def _named(name: str, value: JsonValue, indent: str, depth: int, *, full: bool) -> list[str]:
    flat = _flat(value, full=full) if depth < DEEPEST else _cut(json.dumps(value, ensure_ascii=False), full=full)
    name = harmless(name).replace("\n", " ")
    if flat is not None:
        return wrapped(f"{name} {flat}", indent, hanging="  ")
    inner = _nested(value, f"{indent}  ", depth + 1, full=full)
    if name == BULLET:
        return [f"{indent}{name} {inner[0].lstrip()}", *inner[1:]]
    return [f"{indent}{name}", *inner]


def _nested(value: JsonValue, indent: str, depth: int, *, full: bool) -> list[str]:
    """Return an object's or a list's entries, one or more lines each."""
    entries: list[tuple[str, Any]]
    if _is_object(value):
        entries = [(f"{name}:", entry) for name, entry in value.items()]
    else:
        entries = [(BULLET, entry) for entry in value]
    shown = entries if full else entries[:MOST_ENTRIES]
    lines: list[str] = []
    for name, entry in shown:
        lines += _named(name, entry, indent, depth, full=full)
    if len(shown) < len(entries):
        lines.append(f"{indent}… {len(entries) - len(shown):,} more (--full)")
    return lines


def _flat(value: JsonValue, *, full: bool) -> str | None:
    """Return a value that fits on a line or a wrapped one: a scalar, or a list or object of short scalars."""
    if isinstance(value, str):
        return _cut(value, full=full)
    if _is_list(value):
        entries = [_scalar(entry) for entry in value]
        return None if None in entries else _joined([str(entry) for entry in entries], full=full)
    if _is_object(value):
        named = [(name, _scalar(entry)) for name, entry in value.items()]
        if any(entry is None for _, entry in named):
            return None
        return _joined([f"{name} {entry}" for name, entry in named], full=full)
    return _scalar(value)


def _joined(entries: list[str], *, full: bool) -> str:
    """Return short entries in a row; a row may be twice as long as a column."""
    shown = entries if full else entries[: 2 * MOST_ENTRIES]
    more = f", … {len(entries) - len(shown):,} more (--full)" if len(shown) < len(entries) else ""
    return (", ".join(shown) or "none") + more


def _scalar(value: JsonValue) -> str | None:
    """Return a short scalar as text; None for anything else."""
    if isinstance(value, str):
        return value if len(value) <= 40 and "\n" not in value else None
    if _is_list(value) or _is_object(value):
        return "none" if not value else None
    return json.dumps(value)


def _cut(text: str, *, full: bool) -> str:
    return text if full else shortened(text, MOST_CHARACTERS)


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def _is_object(value: object) -> TypeGuard[dict[str, Any]]:
    return isinstance(value, dict)
