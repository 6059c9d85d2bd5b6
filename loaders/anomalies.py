"""Faults of a file that are no error: counted while reading, told once."""

from __future__ import annotations

from collections import Counter
from typing import Literal

Anomaly = Literal[
    "unplaced_sentence",
    "unplaced_document",
    "moved_span",
    "unplaced_span",
    "unplaced_answer",
    "unplaced_paragraph",
    "unmatched_evidence",
    "unmapped_evidence",
    "contradictory",
    "rejected_annotation",
    "orphan_annotation",
    "invalid_prompt",
    "unannotated",
    "missing_context",
    "missing_document",
    "repeated_document",
    "unmarked_text",
]

_SENTENCES: dict[Anomaly, tuple[str, str]] = {
    "unplaced_sentence": (
        "{} evidence sentence is missing from its document",
        "{} evidence sentences are missing from their documents",
    ),
    "unplaced_document": (
        "{} piece of evidence names a document that the context lacks",
        "{} pieces of evidence name a document that the context lacks",
    ),
    "unplaced_span": (
        "{} character offset does not match its text, which occurs nowhere or several times",
        "{} character offsets do not match their texts, which occur nowhere or several times",
    ),
    "unplaced_answer": (
        "{} long answer lies in no candidate of its page",
        "{} long answers lie in no candidate of their pages",
    ),
    "unplaced_paragraph": (
        "{} number of an evidence paragraph is beyond its context",
        "{} numbers of evidence paragraphs are beyond their contexts",
    ),
    "unmatched_evidence": (
        "{} evidence string equals no paragraph of its context",
        "{} evidence strings equal no paragraph of their contexts",
    ),
    "unmapped_evidence": (
        "{} evidence sentence was not found in the extracted text by the dataset's authors",
        "{} evidence sentences were not found in the extracted text by the dataset's authors",
    ),
    "moved_span": (
        "{} character offset did not match its text and was corrected, as the text occurs exactly once",
        "{} character offsets did not match their texts and were corrected, as each text occurs exactly once",
    ),
    "contradictory": (
        "{} question says unanswerable and yet holds an answer; unanswerable wins, without evidence",
        "{} questions say unanswerable and yet hold an answer; unanswerable wins, without evidence",
    ),
    "rejected_annotation": (
        "{} annotation was rejected by the dataset's own verifier and is left out",
        "{} annotations were rejected by the dataset's own verifier and are left out",
    ),
    "orphan_annotation": (
        "{} annotation is about a question that the files lack and is left out",
        "{} annotations are about questions that the files lack and are left out",
    ),
    "invalid_prompt": (
        "{} annotation calls its question invalid and is left out",
        "{} annotations call their question invalid and are left out",
    ),
    "unannotated": (
        "{} question holds no annotation to score against and is left out",
        "{} questions hold no annotation to score against and are left out",
    ),
    "missing_context": (
        "{} question is about a paper whose text the files lack and is left out",
        "{} questions are about papers whose text the files lack and are left out",
    ),
    "missing_document": (
        "{} cited document is missing from the corpus; its claim keeps the others",
        "{} cited documents are missing from the corpus; their claims keep the others",
    ),
    "repeated_document": (
        "{} document id occurs again in the corpus; only the last of it is used",
        "{} document ids occur again in the corpus; only the last of each is used",
    ),
    "unmarked_text": (
        "{} stretch of text lies outside the dataset's own spans and is kept as a paragraph of its own",
        "{} stretches of text lie outside the dataset's own spans and are kept as paragraphs of their own",
    ),
}
"""What to say of one, and of several."""

_LOST = frozenset(kind for kind in _SENTENCES if kind.startswith(("unplaced_", "unmapped_", "unmatched_")))
_STAYS = (
    "; no citation matches it, and it stays in the gold",
    "; no citation matches them, and they stay in the gold",
)


class Anomalies:
    """Counts of what was odd; a fresh one for each load."""

    def __init__(self) -> None:
        self._counts: Counter[Anomaly] = Counter()

    def note(self, kind: Anomaly, number: int = 1) -> None:
        """Count so many more."""
        self._counts[kind] += number

    def count(self, kind: Anomaly) -> int:
        """Return how many were counted."""
        return self._counts[kind]

    def sentences(self) -> tuple[str, ...]:
        """Return one sentence a kind, in a fixed order; () where nothing was odd."""
        return tuple(_sentence(kind, self._counts[kind]) for kind in _SENTENCES if self._counts[kind])


def _sentence(kind: Anomaly, number: int) -> str:
    form = int(number > 1)
    return _SENTENCES[kind][form].format(f"{number:,}") + (_STAYS[form] if kind in _LOST else "") + "."
