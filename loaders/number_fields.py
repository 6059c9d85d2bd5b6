"""Typed access to whole numbers of one JSON object, beside ``qasper_fields``."""

from __future__ import annotations

from .qasper_fields import FieldError, Row, items, kind_of, present


def whole(row: Row, key: str) -> int:
    """Return a whole number that must be there; 3.0 is one, true is none."""
    return _whole(present(row, key), key, "")


def wholes(row: Row, key: str) -> tuple[int, ...]:
    """Return a list of whole numbers that must be there."""
    return tuple(_whole(value, key, f" at place {number}") for number, value in enumerate(items(row, key), 1))


def wholes_or_empty(row: Row, key: str) -> tuple[int, ...]:
    """Return a list of whole numbers; missing and null are empty."""
    return () if row.get(key) is None else wholes(row, key)


def _whole(value: object, key: str, place: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    raise FieldError(f"{key} holds {kind_of(value)}{place}, not a whole number")
