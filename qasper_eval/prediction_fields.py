"""Typed access to the fields of one line of predictions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

_KINDS: dict[type, str] = {
    str: "a string",
    bool: "true or false",
    int: "an integer",
    float: "a number",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def kind_of(value: object) -> str:
    """Return what JSON calls a value, with its article."""
    return _KINDS.get(type(value), type(value).__name__)


def required(row: Mapping[str, Any], key: str, kind: type) -> Any:
    """Return a field that must be there and of that type; raises ValueError naming it."""
    if key not in row:
        raise ValueError(f"{key} is missing")
    value = row[key]
    if type(value) is not kind:
        raise ValueError(f"{key} must be {_KINDS[kind]}, not {kind_of(value)}")
    return value


def optional(row: Mapping[str, Any], key: str, kind: type) -> Any:
    """Return a field of that type, or None where it is null or absent; raises ValueError naming it."""
    value = row.get(key)
    if value is not None and type(value) is not kind:
        raise ValueError(f"{key} must be {_KINDS[kind]} or null, not {kind_of(value)}")
    return value
