"""Natural Questions (Kwiatkowski et al. 2019): questions asked of a search engine, each with a Wikipedia page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .assembly import load_rows
from .facts_questions import NATURAL_QUESTIONS
from .hub_selection import HubSelection
from .identifier import identifier, row_place
from .nq_page import Page, read_page
from .number_fields import whole
from .qasper_fields import FieldError, Row, as_row, each, kind_of, present, rows, rows_or_empty, text, text_or_empty
from .records import Paper, Question, Reference

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .anomalies import Anomalies
    from .records import Dataset, Paragraph
    from .request import LoadRequest

_BATCH = 16
"""Rows of the Hub's parquet in memory at once: each holds the HTML of a whole page."""
_YES_NO: dict[object, str] = {"YES": "Yes", "NO": "No", 1: "Yes", 0: "No", "NONE": "", -1: ""}


def load_natural_questions(request: LoadRequest) -> Dataset:
    """Load it from released or simplified JSON Lines (gzip too), parquet or the Hub, one row in memory at a time.

    Raises DatasetError in one line.
    """
    return load_rows(request, NATURAL_QUESTIONS, read_natural_questions, HubSelection("default"), batch=_BATCH)


def read_natural_questions(found: Iterable[object], anomalies: Anomalies) -> tuple[Paper, ...]:
    """Return one paper a page, with one reference for each annotator.

    The long answer is the evidence, as the top-level candidate that holds it and as a span in it; none means that the
    annotator marked none. The answer is yes or no, else the short answers joined with ``, ``, else the long answer.
    Raises FieldError naming the row.
    """
    return each(found, row_place("example_id", "id"), lambda row: _paper(row, anomalies))


def _paper(row: Row, anomalies: Anomalies) -> Paper:
    page_id = identifier(row, "example_id", "id")
    page = read_page(row)
    paragraphs = page.paragraphs()
    references = each(
        rows(row, "annotations"),
        lambda number, _: f"annotation {number}",
        lambda annotation: _reference(annotation, page, paragraphs, anomalies),
    )
    if not references:
        raise FieldError("annotations is empty, so nothing can be scored against it (a blind test set?)")
    title, asked = _title_and_question(row)
    return Paper(page_id, title, "", paragraphs, (Question(page_id, page_id, asked, references),))


def _title_and_question(row: Row) -> tuple[str, str]:
    if "document" not in row:
        return text_or_empty(row, "document_title"), text(row, "question_text")
    document = as_row(row["document"], "a document (an object)")
    return text_or_empty(document, "title"), text(as_row(present(row, "question"), "a question (an object)"), "text")


def _reference(row: Row, page: Page, paragraphs: Sequence[Paragraph], anomalies: Anomalies) -> Reference:
    long_answer = as_row(present(row, "long_answer"), "a long answer (an object)")
    start, end = whole(long_answer, "start_token"), whole(long_answer, "end_token")
    if start < 0:
        return Reference("Unanswerable", "none")
    short = each(
        rows_or_empty(row, "short_answers"),
        lambda number, _: f"short answer {number}",
        lambda found: page.words(whole(found, "start_token"), whole(found, "end_token")),
    )
    yes_no, passage = _yes_no(row), page.words(start, end)
    answer = yes_no or ", ".join(short) or passage
    span = page.span(start, end)
    anomalies.note("unplaced_answer", int(span is None))
    lost = passage or f"tokens {start} to {end}"
    return Reference(
        answer,
        "boolean" if yes_no else "extractive",
        (lost if span is None else paragraphs[span.paragraph].text,),
        highlighted=short,
        evidence_spans=() if span is None else (span,),
        unplaced=int(span is None),
    )


def _yes_no(row: Row) -> str:
    value = row.get("yes_no_answer", "NONE")
    written = value.upper() if isinstance(value, str) else value
    if isinstance(written, str | int) and written in _YES_NO:
        return _YES_NO[written]
    raise FieldError(f"yes_no_answer is {kind_of(value)}, not YES, NO or NONE")
