"""Which columns of a map no row has, so that a misspelt one is never taken for an empty one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .custom_map import FieldMap
    from .qasper_fields import Row


class _End(NamedTuple):
    """Where a path leads nowhere."""

    before: str
    """The part of the path that is there; empty where the row lacks the column."""
    names: tuple[str, ...]
    """Names that stand there; () where nothing there has names."""


class ColumnCheck:
    """Looks at every row of a dataset of one's own, and knows in the end which columns of its map no row has."""

    def __init__(self, fields: FieldMap) -> None:
        self._fields: dict[str, list[str]] = {}
        for path, field in fields.paths():
            self._fields.setdefault(path, []).append(field)
        self._unseen = dict.fromkeys(self._fields)
        self._ends: dict[str, dict[str, dict[str, None]]] = {}

    def see(self, row: Row) -> None:
        """Look at one row; a path that meets null or an empty list neither leads somewhere nor nowhere."""
        for path in tuple(self._unseen):
            end = _followed(row, path)
            if end is True:
                del self._unseen[path]
            elif end is not None:
                known = self._ends.setdefault(path, {}).setdefault(end.before, {})
                known |= dict.fromkeys(end.names)

    def fault(self) -> str:
        """Return one clause on the columns that no row has; empty where there is none."""
        nowhere = [path for path in self._unseen if path in self._ends]
        if not nowhere:
            return ""
        wrong = ", ".join(f"{path!r} (for {' and '.join(self._fields[path])})" for path in nowhere)
        return f"no row has the column {wrong}; {'; '.join(dict.fromkeys(self._there(nowhere)))}"

    def _there(self, paths: Iterable[str]) -> Iterator[str]:
        for path in paths:
            for before, names in self._ends[path].items():
                listed = ", ".join(names) or ("none" if not before else "nothing with a name")
                yield f"{before} holds {listed}" if before else f"the columns are {listed}"


def _followed(row: Row, path: str) -> _End | Literal[True] | None:
    """Return True where a path leads to something, null included; where it ends; None where that cannot be told."""
    if path in row:
        return True
    found: list[object] = [row]
    steps = path.split(".")
    for place, step in enumerate(steps):
        there = [value for value in _flat(found) if value is not None]
        if not there:
            return None
        objects = [cast("Row", value) for value in there if isinstance(value, dict)]
        found = [value[step] for value in objects if step in value]
        if not found:
            return _End(".".join(steps[:place]), tuple(dict.fromkeys(key for value in objects for key in value)))
    return True


def _flat(values: Iterable[object]) -> Iterator[object]:
    for value in values:
        if isinstance(value, list):
            yield from _flat(cast("list[object]", value))
        else:
            yield value
