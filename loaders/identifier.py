"""Ids, which one layout writes as text and another as a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .qasper_fields import FieldError, Row, kind_of

if TYPE_CHECKING:
    from collections.abc import Callable


def identifier(row: Row, *keys: str) -> str:
    """Return the first of these fields that is there, as text; a whole number is written without a fraction.

    Raises FieldError when none is there or it is neither text nor a whole number.
    """
    for key in keys:
        value = row.get(key)
        if value is not None:
            return as_identifier(value, key)
    raise FieldError(f"{' or '.join(keys)} is missing")


def as_identifier(value: object, key: str) -> str:
    """Return one value as an id; ``key`` names it in the FieldError."""
    if isinstance(value, str) and value:
        return value
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    raise FieldError(f"{key} is {kind_of(value) if value != '' else 'empty'}, not an id")


def row_place(*keys: str) -> Callable[[int, object], str]:
    """Return how a fault names a row: its number from 1 and, in brackets, its id where it has one."""

    def place(number: int, value: object) -> str:
        row = cast("Row", value) if isinstance(value, dict) else {}
        found = next((row[key] for key in keys if isinstance(row.get(key), str | int)), None)
        return f"row {number}" if found is None else f"row {number} ({found})"

    return place
