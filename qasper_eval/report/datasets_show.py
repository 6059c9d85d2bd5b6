"""One example of a dataset, as a person wants to read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .evidence_marks import EvidenceMarks
from .inspect_layout import QUOTE_MARKS, WIDTH, harmless, marked, wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loaders.records import Dataset, Paper, Paragraph, Question, Reference

_FEW = 12
"""Contexts of so many paragraphs are shown whole, of longer ones what stands beside the evidence."""


def show_example(dataset: Dataset, paper: Paper, question: Question, *, full: bool) -> str:
    """Return a question, what people answered and its context, with what they marked between the quote marks.

    Evidence is marked at the unit that people marked: a sentence or span where the dataset has them, else the
    paragraph. ``full`` shortens nothing.
    """
    marks = EvidenceMarks(paper, question)
    lines = [question.kind.upper(), *wrapped(question.text, "  ")]
    lines += wrapped(f"id {question.id}; {dataset.name} ({dataset.split}); {_class(question)}", "  ", hanging="  ")
    lines += wrapped(f"paper {paper.id}" + (f": {paper.title}" if paper.title else ""), "  ", hanging="  ")
    lines += ["", _counted("ANSWER OF PEOPLE", "ANSWERS OF PEOPLE", len(question.references))]
    for number, reference in enumerate(question.references, start=1):
        lines += _reference(number, reference, marks)
    lines += ["", *_context_heading(paper, marks), *_context(paper, marks, full=full)]
    if marks.lost:
        lines += ["", "MARKED, BUT NOT IN THE CONTEXT"]
        for text in marks.lost:
            lines += wrapped(text if full else _first(text, 3 * WIDTH), "  ", hanging="  ")
    return "\n".join(lines) + "\n"


def _class(question: Question) -> str:
    said = {"split": "annotators disagree on whether it can be answered"}
    return said.get(question.answer_class, question.answer_class)


def _counted(one: str, several: str, number: int) -> str:
    return one if number == 1 else f"{several}: {number:,}"


def _reference(number: int, reference: Reference, marks: EvidenceMarks) -> Iterator[str]:
    yield from wrapped(f"{number}. {reference.answer}", "  ", hanging="   ")
    parts: list[str] = [reference.type]
    if reference.label:
        parts.append(f"label {reference.label}")
    parts.append(marks.of_reference(reference))
    if reference.annotator:
        parts.append(f"annotator {reference.annotator[:8]}")
    yield from wrapped("; ".join(parts), "     ")


def _context_heading(paper: Paper, marks: EvidenceMarks) -> Iterator[str]:
    number = len(paper.paragraphs)
    paragraphs = f"{number:,} paragraph{'' if number == 1 else 's'}"
    opening, closing = QUOTE_MARKS
    said = f"what people marked stands between {opening} and {closing}" if marks.by_paragraph else "nothing is marked"
    yield from wrapped(f"CONTEXT: {paragraphs}; {said}", hanging="  ")


def _context(paper: Paper, marks: EvidenceMarks, *, full: bool) -> Iterator[str]:
    hidden = 0
    shown = _shown(len(paper.paragraphs), sorted(marks.by_paragraph), full=full)
    for ordinal, paragraph in enumerate(paper.paragraphs):
        if ordinal not in shown:
            hidden += 1
            continue
        if hidden:
            yield _hidden(hidden)
        hidden = 0
        ranges = marks.by_paragraph.get(ordinal)
        yield from _paragraph(ordinal, paragraph, ranges, full=full)
    if hidden:
        yield _hidden(hidden)


def _shown(number: int, evidence: Sequence[int], *, full: bool) -> set[int]:
    if full or number <= _FEW:
        return set(range(number))
    if not evidence:
        return set(range(3))
    return {near for ordinal in evidence for near in (ordinal - 1, ordinal, ordinal + 1)}


def _hidden(number: int) -> str:
    return f"  … {number:,} paragraph{'' if number == 1 else 's'} more (--full)"


def _paragraph(
    ordinal: int, paragraph: Paragraph, ranges: tuple[tuple[int, int], ...] | None, *, full: bool
) -> Iterator[str]:
    where = " / ".join(part for part in (paragraph.document, paragraph.section) if part)
    if not where and paragraph.kind != "text":
        where = paragraph.kind
    head = f"{ordinal}{f'  {where}' if where else ''}"
    if ranges or full:
        yield from wrapped(head, "* " if ranges else "  ", hanging="  ")
        yield from wrapped(marked(paragraph.text, ranges or ()), "      ")
        return
    text = " ".join(harmless(paragraph.text).split()) or "(blank)"
    (line, *more) = wrapped(f"{head}: {text}", "  ", width=WIDTH - 2)
    yield f"{line} …" if more else line


def _first(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
