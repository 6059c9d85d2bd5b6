"""SQuAD 2.0 (Rajpurkar et al. 2018): questions on passages of Wikipedia, half of them unanswerable by the passage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .assembly import load_rows
from .context_group import ContextGroup
from .facts_questions import SQUAD2
from .identifier import identifier, row_place
from .number_fields import whole
from .qasper_fields import Row, each, flag, rows, rows_or_empty, text, text_or_empty
from .records import Paper, Paragraph, Question, Reference, Span
from .spans import locate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .anomalies import Anomalies
    from .records import Dataset
    from .request import LoadRequest


def load_squad2(request: LoadRequest) -> Dataset:
    """Load it from the released JSON, parquet or the Hub; raises DatasetError in one line."""
    return load_rows(request, SQUAD2, read_squad2)


def read_squad2(found: Iterable[object], anomalies: Anomalies) -> tuple[Paper, ...]:
    """Return one paper a passage, named by its article and its place in it, with one reference for each answer.

    The released file nests articles, passages and questions; the Hub has a row a question. Passages of one article
    with the same text are one. Raises FieldError naming the place.
    """
    reader = _Reader(anomalies)
    each(found, row_place("id"), reader.read)
    return reader.contexts.papers()


class _Reader:
    def __init__(self, anomalies: Anomalies) -> None:
        self.contexts = ContextGroup()
        self._anomalies = anomalies
        self._passages: dict[str, int] = {}

    def read(self, row: Row) -> None:
        if "data" in row:
            each(rows(row, "data"), lambda number, _: f"article {number}", self._article)
        elif "paragraphs" in row:
            self._article(row)
        else:
            paper = self._passage(text_or_empty(row, "title"), text(row, "context"))
            self._add(paper, row)

    def _article(self, article: Row) -> None:
        title = text_or_empty(article, "title")

        def passage(row: Row) -> None:
            paper = self._passage(title, text(row, "context"))
            each(rows_or_empty(row, "qas"), row_place("id"), lambda asked: self._add(paper, asked))

        each(rows(article, "paragraphs"), lambda number, _: f"passage {number}", passage)

    def _passage(self, title: str, context: str) -> Paper:
        known = self.contexts.find((title, context))
        if known is not None:
            return known
        place = self._passages.get(title, 0)
        self._passages[title] = place + 1
        paper = Paper(f"{title}/{place}", title, "", (Paragraph(context),), ())
        self.contexts.add((title, context), paper)
        return paper

    def _add(self, paper: Paper, row: Row) -> None:
        question = Question(identifier(row, "id"), paper.id, text(row, "question"), self._references(paper, row))
        self.contexts.add((paper.title, paper.paragraphs[0].text), paper, question)

    def _references(self, paper: Paper, row: Row) -> tuple[Reference, ...]:
        is_impossible = row.get("is_impossible") is not None and flag(row, "is_impossible")
        answers = rows_or_empty(row, "answers") if is_impossible else rows(row, "answers")
        if is_impossible and answers:
            self._anomalies.note("contradictory")
        if is_impossible or not answers:
            return (Reference("Unanswerable", "none"),)
        context = paper.paragraphs[0].text
        return each(answers, lambda number, _: f"answer {number}", lambda found: self._reference(context, found))

    def _reference(self, context: str, row: Row) -> Reference:
        answer = text(row, "text")
        located = locate(context, whole(row, "answer_start"), answer)
        if located is None:
            self._anomalies.note("unplaced_span")
            return Reference(answer, "extractive", (context,), unplaced=1)
        if located.is_moved:
            self._anomalies.note("moved_span")
        return Reference(answer, "extractive", (context,), evidence_spans=(Span(0, located.start, located.end),))
