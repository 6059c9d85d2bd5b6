"""The bundled sample as JSON, typed, for the tests that read it without a loader."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, TypedDict, cast

if TYPE_CHECKING:
    from collections.abc import Iterator


class Answer(TypedDict):
    """What one annotator said."""

    unanswerable: bool
    extractive_spans: list[str]
    yes_no: bool | None
    free_form_answer: str
    evidence: list[str]
    highlighted_evidence: list[str]


class Annotation(TypedDict):
    """An answer with its ids."""

    answer: Answer
    annotation_id: str
    worker_id: str


class Asked(TypedDict):
    """A question with all its annotations."""

    question: str
    question_id: str
    nlp_background: str
    topic_background: str
    paper_read: str
    search_query: str
    question_writer: str
    answers: list[Annotation]


class Section(TypedDict):
    """A section of the body."""

    section_name: str
    paragraphs: list[str]


class Float(TypedDict):
    """A figure or table."""

    caption: str
    file: str


class Document(TypedDict):
    """A paper in the released layout."""

    title: str
    abstract: str
    full_text: list[Section]
    qas: list[Asked]
    figures_and_tables: list[Float]


RAW = files("loaders").joinpath("sample", "sample.json").read_bytes()
SAMPLE = cast("dict[str, Document]", json.loads(RAW))
FLOAT = "FLOAT SELECTED: "


def body(document: Document) -> list[str]:
    """Give the body paragraphs in file order, blank ones included."""
    return [paragraph for section in document["full_text"] for paragraph in section["paragraphs"]]


def captions(document: Document) -> list[str]:
    """Give the captions as annotators cite them."""
    return [FLOAT + figure["caption"] for figure in document["figures_and_tables"]]


def questions() -> Iterator[tuple[Document, Asked]]:
    """Yield every question with its paper."""
    for document in SAMPLE.values():
        for asked in document["qas"]:
            yield document, asked


def answers() -> Iterator[tuple[Document, Answer]]:
    """Yield every annotator's answer with its paper."""
    for document, asked in questions():
        for annotation in asked["answers"]:
            yield document, annotation["answer"]


def unanswerable_votes(asked: Asked) -> tuple[int, int]:
    """Give how many annotators say unanswerable, and of how many."""
    return sum(a["answer"]["unanswerable"] for a in asked["answers"]), len(asked["answers"])
