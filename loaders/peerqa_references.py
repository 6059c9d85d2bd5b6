"""One annotation of PeerQA as a reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .number_fields import wholes
from .qasper_fields import FieldError, Row, each, items, kind_of, rows_or_empty, text, text_or_empty, texts_or_empty
from .records import Reference, SentenceId

if TYPE_CHECKING:
    from .anomalies import Anomalies
    from .peerqa_text import PaperText


def read_reference(row: Row, held: PaperText, anomalies: Anomalies) -> Reference | None:
    """Return what the paper's authors answered and marked; None where they did neither.

    ``answerable: false`` is none; else the written answer; else, where evidence alone was marked, its sentences.
    Evidence that was not found in the extracted text is counted and stays.
    """
    written = text_or_empty(row, "answer_free_form").strip()
    mapped = rows_or_empty(row, "answer_evidence_mapped")
    if _is_unanswerable(row):
        if written or mapped:
            anomalies.note("contradictory")
        return Reference("Unanswerable", "none")
    marked = texts_or_empty(row, "answer_evidence_sent") or texts_or_empty(row, "raw_answer_evidence")
    answer = written or " ".join(marked).strip()
    if not answer:
        return None
    found: list[SentenceId] = []
    lost: list[str] = []
    for sentence, numbers in each(mapped, lambda number, _: f"evidence {number}", _mapped):
        places = [held.places[number] for number in numbers if number in held.places]
        found += places
        if not places:
            lost.append(sentence)
            anomalies.note("unplaced_sentence" if numbers else "unmapped_evidence")
    paragraphs = dict.fromkeys(place.paragraph for place in found)
    return Reference(
        answer,
        "abstractive" if written else "extractive",
        (*(held.paper.paragraphs[ordinal].text for ordinal in paragraphs), *lost),
        highlighted=marked,
        evidence_sentences=tuple(dict.fromkeys(found)),
        unplaced=len(lost),
    )


def _is_unanswerable(row: Row) -> bool:
    value = row.get("answerable")
    if value is None or isinstance(value, bool):
        return value is False
    if isinstance(value, int | float) and value in {0, 1}:
        return value == 0
    raise FieldError(f"answerable is {kind_of(value)}, not a boolean")


def _mapped(row: Row) -> tuple[str, tuple[int, ...]]:
    """Return an evidence sentence and the numbers of the sentences that it was found in; () where it was not."""
    numbers = [] if row.get("idx") is None else [number for number in items(row, "idx") if number is not None]
    return text(row, "sentence"), wholes({"idx": numbers}, "idx")
