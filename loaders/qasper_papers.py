"""Qasper papers, in the released layout or the Hub's, as records."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from .body_paragraphs import body_paragraphs
from .qasper_fields import FieldError, Row, as_row, each, kind_of, rows, rows_or_empty, text, text_or_empty, texts
from .qasper_references import is_contradictory, read_reference
from .records import Paper, Paragraph, Question

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .records import Reference

FLOAT_PREFIX = "FLOAT SELECTED: "
"""What annotators' evidence puts before the caption of a figure or table."""


@dataclass(slots=True)
class Oddities:
    """Faults that are no error, counted while reading because the records no longer show them."""

    contradictory: int = 0
    """Annotations that say unanswerable and yet answer or mark evidence (T7)."""


def read_papers(document: object, oddities: Oddities) -> tuple[Paper, ...]:
    """Return the papers of a parsed file in file order.

    The document is the released JSON (an object of papers by id) or the Hub's rows (a list of objects with ``id``);
    lists of objects inside a paper may also be stored as one object of lists. Raises FieldError naming the place.
    """
    papers: list[Paper] = []
    for paper_id, value in _named(document):
        try:
            papers.append(_paper(paper_id, as_row(value, "a paper (an object)"), oddities))
        except FieldError as fault:
            fault.add(f"paper {paper_id}")
            raise
    if not any(paper.questions for paper in papers):
        raise FieldError(f"holds no question (papers: {len(papers)})")
    return tuple(papers)


def _named(document: object) -> Iterator[tuple[str, object]]:
    if isinstance(document, dict):
        papers = cast("Row", document)
        is_row = isinstance(papers.get("id"), str) and "qas" in papers
        yield from [(text(papers, "id"), document)] if is_row else papers.items()
    elif isinstance(document, list):
        rows_read = cast("list[object]", document)
        yield from each(rows_read, lambda number, _: f"row {number}", lambda row: (text(row, "id"), row))
    else:
        raise FieldError(f"{kind_of(document)} stands where an object of papers by id should")


def _paper(paper_id: str, row: Row, oddities: Oddities) -> Paper:
    abstract = text_or_empty(row, "abstract")
    return Paper(
        id=paper_id,
        title=text_or_empty(row, "title"),
        abstract=abstract,
        paragraphs=(*_body(row), *_captions(row), *([Paragraph(abstract, "", "abstract")] if abstract else [])),
        questions=each(rows(row, "qas"), _question_place, lambda question: _question(paper_id, question, oddities)),
    )


def _body(row: Row) -> list[Paragraph]:
    def section(found: Row) -> list[Paragraph]:
        name = text_or_empty(found, "section_name")
        return body_paragraphs(texts(found, "paragraphs"), name)

    sections = each(rows(row, "full_text"), lambda number, _: f"section {number}", section)
    return [paragraph for found in sections for paragraph in found]


def _captions(row: Row) -> tuple[Paragraph, ...]:
    return each(
        rows_or_empty(row, "figures_and_tables"),
        lambda number, _: f"figure or table {number}",
        lambda figure: Paragraph(FLOAT_PREFIX + text_or_empty(figure, "caption"), "", "caption"),
    )


def _question(paper_id: str, row: Row, oddities: Oddities) -> Question:
    def reference(annotation: Row) -> Reference:
        found = read_reference(annotation)
        oddities.contradictory += found.type == "none" and is_contradictory(annotation)
        return found

    references = each(rows(row, "answers"), _annotation_place, reference)
    if not references:
        raise FieldError("has no annotation, so nothing can be scored against it")
    return Question(text(row, "question_id"), paper_id, text(row, "question"), references)


def _question_place(number: int, question: object) -> str:
    return f"question {number}{_id_of(question, 'question_id')}"


def _annotation_place(number: int, annotation: object) -> str:
    return f"annotation {number}{_id_of(annotation, 'annotation_id')}"


def _id_of(value: object, key: str) -> str:
    found = cast("Row", value).get(key) if isinstance(value, dict) else None
    return f" ({found})" if isinstance(found, str) and found else ""
