"""The corpus of SciFact's layout: titled abstracts as lists of sentences."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .identifier import identifier, row_place
from .qasper_fields import Row, each, text_or_empty, texts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .anomalies import Anomalies


@dataclass(frozen=True, slots=True)
class Document:
    """One abstract."""

    title: str
    """Title; empty where there is none."""
    sentences: tuple[str, ...]
    """Its sentences in order."""


def read_corpus(found: Iterable[object], anomalies: Anomalies) -> dict[str, Document]:
    """Return the documents by id; of an id that occurs twice the last stays, counted. Raises FieldError."""

    def document(row: Row) -> tuple[str, Document]:
        return identifier(row, "doc_id"), Document(text_or_empty(row, "title"), texts(row, "abstract"))

    listed = each(found, row_place("doc_id"), document)
    documents = dict(listed)
    anomalies.note("repeated_document", len(listed) - len(documents))
    return documents
