"""Typed access to the fields of one JSON object; the one place that says what is wrong with a field.

A fault knows only its own field. Each level that it passes on its way up adds where it stands, so that good data pays
nothing for the exact place that bad data gets ("paper 1909.00694, question 3: evidence is a string, not a list").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Row = dict[str, object]
_Result = TypeVar("_Result")
_LONGEST_WORDS = 306

_KINDS: dict[type, str] = {
    dict: "an object",
    list: "a list",
    str: "a string",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    type(None): "null",
}


class FieldError(Exception):
    """One fault in the data, with the places it stands in, outermost first."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what
        self.places: list[str] = []

    def add(self, place: str) -> None:
        """Add the next outer place."""
        self.places.insert(0, _one_line(place))

    def __str__(self) -> str:
        what = _one_line(self.what)
        return f"{', '.join(self.places)}: {what}" if self.places else what


def _one_line(words: str) -> str:
    """Keep ids and keys of the file from breaking or flooding the line that names them."""
    printable = "".join(character if character.isprintable() else " " for character in words[:_LONGEST_WORDS])
    return " ".join([*printable.split(), *(["…"] if len(words) > _LONGEST_WORDS else [])])


def kind_of(value: object) -> str:
    """Return what JSON calls a value, with its article."""
    return _KINDS.get(type(value), "a value of another type")


def as_row(value: object, expected: str) -> Row:
    """Return the value as an object; ``expected`` says what should have stood there."""
    if not isinstance(value, dict):
        raise FieldError(f"{kind_of(value)} stands where {expected} should")
    row: Row = value  # pyright: ignore[reportUnknownVariableType]  # because a cast is a call, and a file holds 10,000
    return row


def each(
    values: Iterable[object], name: Callable[[int, object], str], read: Callable[[Row], _Result]
) -> tuple[_Result, ...]:
    """Read each value as an object; a fault is placed at ``name(number from 1, value)``."""
    results: list[_Result] = []
    for number, value in enumerate(values, 1):
        try:
            results.append(read(as_row(value, "an object")))
        except FieldError as fault:
            fault.add(name(number, value))
            raise
    return tuple(results)


def present(row: Row, key: str) -> object:
    """Return a field that must be there, null included."""
    try:
        return row[key]
    except KeyError:
        raise FieldError(f"{key} is missing") from None


def text(row: Row, key: str) -> str:
    """Return a string that must be there."""
    value = row.get(key)
    if not isinstance(value, str):
        present(row, key)
        raise FieldError(f"{key} is {kind_of(value)}, not a string")
    return value


def text_or_empty(row: Row, key: str) -> str:
    """Return a string; missing and null are empty."""
    value = row.get(key)
    if isinstance(value, str):
        return value
    return "" if value is None else text(row, key)


def flag(row: Row, key: str) -> bool:
    """Return a boolean that must be there."""
    value = row.get(key)
    if not isinstance(value, bool):
        present(row, key)
        raise FieldError(f"{key} is {kind_of(value)}, not a boolean")
    return value


def flag_or_none(row: Row, key: str) -> bool | None:
    """Return a boolean or null that must be there."""
    return None if present(row, key) is None else flag(row, key)


def items(row: Row, key: str) -> list[object]:
    """Return a list that must be there, whatever it holds."""
    value = present(row, key)
    if not isinstance(value, list):
        raise FieldError(f"{key} is {kind_of(value)}, not a list")
    return cast("list[object]", value)


def texts(row: Row, key: str) -> tuple[str, ...]:
    """Return a list of strings that must be there."""
    values = items(row, key)
    for value in values:
        if not isinstance(value, str):
            raise FieldError(f"{key} holds {kind_of(value)} at place {values.index(value) + 1}, not a string")
    return tuple(cast("list[str]", values))


def texts_or_empty(row: Row, key: str) -> tuple[str, ...]:
    """Return a list of strings; missing and null are empty."""
    return () if row.get(key) is None else texts(row, key)


def rows(row: Row, key: str) -> list[object]:
    """Return a list of objects that must be there, from either layout.

    The released JSON has a list of objects; the Hub stores the same as one object of equally long lists, where a
    list that is null holds no field.
    """
    value = present(row, key)
    if not isinstance(value, dict):
        return items(row, key)
    columns = cast("Row", value)
    if not columns:
        raise FieldError(f"{key} is an empty object, not a list")
    try:
        lists = {name: items(columns, name) for name, column in columns.items() if column is not None}
    except FieldError as fault:
        fault.add(key)
        raise
    if len({len(column) for column in lists.values()}) > 1:
        lengths = ", ".join(f"{name} {len(column)}" for name, column in lists.items())
        raise FieldError(f"{key} holds lists of different lengths ({lengths})")
    return [dict(zip(lists, values, strict=True)) for values in zip(*lists.values(), strict=True)]


def rows_or_empty(row: Row, key: str) -> list[object]:
    """Return a list of objects from either layout; missing and null are empty."""
    return [] if row.get(key) is None else rows(row, key)
