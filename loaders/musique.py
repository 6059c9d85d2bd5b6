"""MuSiQue (Trivedi et al. 2022): questions of 2 to 4 hops over 20 paragraphs, with unanswerable twins in Full."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from .anomalies import Anomalies
from .assembly import assemble, faults_named
from .dataset_source import hub_rows, local_origin, local_rows
from .facts_questions import MUSIQUE
from .hub_selection import HubSelection
from .identifier import identifier, row_place
from .qasper_fields import FieldError, Row, each, flag, rows, text, texts_or_empty
from .records import Paper, Paragraph, Question, Reference

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .dataset_source import Origin
    from .records import Dataset
    from .request import LoadRequest

_FULL = "full-"
_ANS_FILES = HubSelection(names={"train": "musique_ans_v1.0_train.jsonl", "validation": "musique_ans_v1.0_dev.jsonl"})
_FULL_FILES = HubSelection(
    names={"full-train": "musique_full_v1.0_train.jsonl", "full-validation": "musique_full_v1.0_dev.jsonl"}
)


def load_musique(request: LoadRequest) -> Dataset:
    """Load Ans or Full from released JSON Lines, parquet or the Hub; raises DatasetError in one line.

    On the Hub the splits ``full-train`` and ``full-validation`` are Full, the others Ans.
    """
    origin, found = _open(request)
    anomalies = Anomalies()
    with faults_named(origin.source, MUSIQUE.layout):
        papers = read_musique(found, anomalies)
    return assemble(papers, MUSIQUE, origin, anomalies)


def _open(request: LoadRequest) -> tuple[Origin, Iterator[object]]:
    if request.path is not None:
        return local_origin(request, MUSIQUE, request.path), local_rows(request.path, MUSIQUE)
    if request.split is not None and request.split.startswith(_FULL):
        return hub_rows(request, MUSIQUE, _FULL_FILES, repo=MUSIQUE.other_hubs[0])
    return hub_rows(request, MUSIQUE, _ANS_FILES)


def read_musique(found: Iterable[object], anomalies: Anomalies) -> tuple[Paper, ...]:
    """Return one paper a row, with one reference for the answer and each alias.

    Full gives a question and its unanswerable twin the same id; the twin's becomes ``ID#unanswerable``, and its group
    the shared id. A blank answer is counted and left out. Raises FieldError naming the row.
    """
    return each(found, row_place("id"), lambda row: _paper(row, anomalies))


def _paper(row: Row, anomalies: Anomalies) -> Paper:
    shared_id = identifier(row, "id")
    is_answerable = flag(row, "answerable") if row.get("answerable") is not None else True
    question_id = shared_id if is_answerable else f"{shared_id}#unanswerable"
    marked = each(rows(row, "paragraphs"), lambda number, _: f"paragraph {number}", _paragraph)
    paragraphs = tuple(paragraph for paragraph, _ in marked)
    if is_answerable and not _answer(row).strip():
        anomalies.note("unannotated")
        return Paper(question_id, "", "", paragraphs, ())
    question = Question(
        question_id,
        question_id,
        text(row, "question"),
        _references(row, tuple(paragraph.text for paragraph, is_supporting in marked if is_supporting))
        if is_answerable
        else (Reference("Unanswerable", "none"),),
    )
    grouped = question if is_answerable else replace(question, group=shared_id)
    return Paper(question_id, "", "", paragraphs, (grouped,))


def _paragraph(row: Row) -> tuple[Paragraph, bool]:
    is_supporting = flag(row, "is_supporting") if row.get("is_supporting") is not None else False
    return Paragraph(text(row, "paragraph_text"), document=text(row, "title")), is_supporting


def _answer(row: Row) -> str:
    if row.get("answer") is None:
        raise FieldError("answer is missing, so nothing can be scored against it (a blind test set?)")
    return text(row, "answer")


def _references(row: Row, evidence: tuple[str, ...]) -> tuple[Reference, ...]:
    answers = dict.fromkeys((_answer(row), *texts_or_empty(row, "answer_aliases")))
    return tuple(Reference(answer, "extractive", evidence) for answer in answers)
