"""Which column of a dataset of one's own fills which field."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, cast

from .errors import DatasetError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .qasper_fields import Row


@dataclass(frozen=True, slots=True)
class FieldMap:
    """Column by field; None where a field has no column.

    A column may be a path with dots. Where a step meets a list, the rest of the path is taken of each element, so
    that ``paragraphs.text`` works for a list of objects and for an object of lists.
    """

    question: str | None = None
    """The question, a string."""
    claim: str | None = None
    """In place of ``question``: a statement to judge."""
    paragraphs: str | None = None
    """The context: a list of strings, or one string, which is cut at blank lines."""
    answer: str | None = None
    """A string, a number, a boolean, or a list of alternatives; null, empty and [] mean unanswerable."""
    label: str | None = None
    """The dataset's own label; also the answer where ``answer`` has no column."""
    evidence: str | None = None
    """Paragraph texts, paragraph numbers from 0, or one boolean a paragraph; a single value or a list."""
    unanswerable: str | None = None
    """A boolean; true wins over an answer, and a row that is false and holds no answer is left out."""
    id: str | None = None
    """Id of the question; the row's number where there is no column."""
    paper: str | None = None
    """Id of the context; rows with the same one share it. Without a column, rows with equal paragraphs do."""
    title: str | None = None
    """Title of the context."""
    documents: str | None = None
    """Title of the document of each paragraph, a list as long as ``paragraphs``."""
    sections: str | None = None
    """Section of each paragraph, a list as long as ``paragraphs``."""

    @classmethod
    def of(cls, given: Mapping[str, str]) -> FieldMap:
        """Check a map of a config; raises DatasetError for an unknown field or a missing one."""
        known = tuple(field.name for field in fields(cls))
        unknown = ", ".join(repr(name) for name in given if name not in known)
        if unknown:
            raise DatasetError(f"dataset.map has no field {unknown}; the fields are {', '.join(known)}")
        if ("question" in given) == ("claim" in given):
            raise DatasetError("dataset.map needs a column for question, or one for claim in its place")
        if "paragraphs" not in given:
            raise DatasetError("dataset.map needs a column for paragraphs, the context of a question")
        if not {"answer", "label"} & set(given):
            raise DatasetError("dataset.map needs a column for answer or label to score against")
        return cls(**given)

    def paths(self) -> Iterator[tuple[str, str]]:
        """Yield the column or path of each field that has one, with the field."""
        for field in fields(self):
            path = cast("str | None", getattr(self, field.name))
            if path is not None:
                yield path, field.name


def pluck(row: Row, path: str) -> object:
    """Return what stands at a path with dots, a list where a step meets one; None where a step finds nothing."""
    found: object = row
    if path in row:
        return row[path]
    for step in path.split("."):
        found = _step(found, step)
    return found


def _step(value: object, step: str) -> object:
    if isinstance(value, list):
        return [_step(element, step) for element in cast("list[object]", value)]
    return cast("Row", value).get(step) if isinstance(value, dict) else None
