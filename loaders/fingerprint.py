"""The identity of a dataset's content."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .records import Paper, Paragraph, Question, Reference


def fingerprint(papers: Iterable[Paper]) -> str:
    """Return the sha256 (hex) of everything the records say, in order; of no paper, that of the version line.

    It depends on neither the file's layout nor its path. A field that not every dataset fills enters only when it is
    set, so that a new one leaves the fingerprints of older datasets as they are.
    """
    from hashlib import sha256

    import orjson

    digest = sha256(b"papers-1\n")
    for paper in papers:
        digest.update(orjson.dumps(_paper(paper)))
        digest.update(b"\n")
    return digest.hexdigest()


def _paper(paper: Paper) -> list[object]:
    return [
        paper.id,
        paper.title,
        paper.abstract,
        [
            # The usual case is spelt out, because a file holds tens of thousands of paragraphs.
            _paragraph(paragraph)
            if paragraph.document or paragraph.sentences
            else (paragraph.text, paragraph.section, paragraph.kind)
            for paragraph in paper.paragraphs
        ],
        [_question(question) for question in paper.questions],
    ]


def _paragraph(paragraph: Paragraph) -> list[object]:
    base: list[object] = [paragraph.text, paragraph.section, paragraph.kind]
    return _with(base, {"document": paragraph.document, "sentences": paragraph.sentences})


def _question(question: Question) -> list[object]:
    base: list[object] = [question.id, question.paper_id, question.text, [_reference(r) for r in question.references]]
    if question.kind == "question" and not question.group:
        return base
    return _with(base, {"kind": "claim" if question.kind == "claim" else "", "group": question.group})


def _reference(reference: Reference) -> list[object]:
    base: list[object] = [
        reference.answer,
        reference.type,
        reference.evidence,
        reference.annotator,
        reference.highlighted,
    ]
    if not (reference.evidence_sentences or reference.evidence_spans or reference.label or reference.unplaced):
        return base
    return _with(
        base,
        {
            "sentences": [[found.paragraph, found.sentence] for found in reference.evidence_sentences],
            "spans": [[found.paragraph, found.start, found.end] for found in reference.evidence_spans],
            "label": reference.label,
            "unplaced": reference.unplaced,
        },
    )


def _with(base: list[object], extras: dict[str, object]) -> list[object]:
    set_extras = {name: value for name, value in extras.items() if value}
    return [*base, set_extras] if set_extras else base
