"""PubMedQA, PQA-L (Jin et al. 2019): yes/no/maybe questions on abstracts whose conclusions are left out."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .assembly import load_rows
from .facts_questions import PUBMEDQA
from .hub_selection import HubSelection
from .identifier import identifier
from .qasper_fields import FieldError, Row, as_row, present, text, texts, texts_or_empty
from .records import Paper, Paragraph, Question, Reference

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .anomalies import Anomalies
    from .records import AnswerType, Dataset
    from .request import LoadRequest

_ANSWERS: dict[str, tuple[str, AnswerType]] = {
    "yes": ("Yes", "boolean"),
    "no": ("No", "boolean"),
    "maybe": ("Maybe", "abstractive"),
}


def load_pubmedqa(request: LoadRequest) -> Dataset:
    """Load the 1,000 labelled questions from the released JSON, parquet or the Hub.

    The Hub has them as one split, ``train``; the authors test on the 500 of test_ground_truth.json. Raises
    DatasetError in one line.
    """
    return load_rows(request, PUBMEDQA, read_pubmedqa, HubSelection("pqa_labeled"))


def read_pubmedqa(found: Iterable[object], _: Anomalies) -> tuple[Paper, ...]:
    """Return one paper an abstract, with its labelled sections as paragraphs; the decision is answer and label.

    No evidence is marked in this dataset, so references have none. Raises FieldError naming the abstract.
    """
    papers: list[Paper] = []
    for pubmed_id, row in _rows(found):
        try:
            papers.append(_paper(pubmed_id, row))
        except FieldError as fault:
            fault.add(f"abstract {pubmed_id}")
            raise
    return tuple(papers)


def _rows(found: Iterable[object]) -> Iterator[tuple[str, Row]]:
    for number, value in enumerate(found, 1):
        row = as_row(value, "an object")
        if "question" in row or "QUESTION" in row:
            yield _id(number, row), row
        else:
            yield from ((pubmed_id, as_row(entry, "an abstract (an object)")) for pubmed_id, entry in row.items())


def _id(number: int, row: Row) -> str:
    try:
        return identifier(row, "pubid", "PMID")
    except FieldError as fault:
        fault.add(f"row {number}")
        raise


def _paper(pubmed_id: str, row: Row) -> Paper:
    is_released = "QUESTION" in row
    context = row if is_released else as_row(present(row, "context"), "a context (an object)")
    contexts, names = ("CONTEXTS", "LABELS") if is_released else ("contexts", "labels")
    sections = texts(context, contexts)
    labels = texts_or_empty(context, names)
    if labels and len(labels) != len(sections):
        raise FieldError(f"{names} has {len(labels)} names for {len(sections)} {contexts.lower()}")
    paragraphs = tuple(
        Paragraph(section, label) for section, label in zip(sections, labels or ("",) * len(sections), strict=True)
    )
    asked = text(row, "QUESTION" if is_released else "question")
    return Paper(pubmed_id, "", "", paragraphs, (Question(pubmed_id, pubmed_id, asked, (_reference(row),)),))


def _reference(row: Row) -> Reference:
    label = text(row, "final_decision").strip().lower()
    if label not in _ANSWERS:
        shown = cast("str", row["final_decision"])
        raise FieldError(f"final_decision is {shown!r}, not yes, no or maybe")
    answer, kind = _ANSWERS[label]
    return Reference(answer, kind, label=label)
