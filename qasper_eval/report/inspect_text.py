"""One question of a run as a person wants to read it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .inspect_layout import QUOTE_MARKS, marked, shortened, wrapped
from .inspect_tables import calls_lines, retrieved_lines
from .inspect_trace import trace_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from qasper_eval.records import Prediction

    from .inspect_record import Annotation, Inspection, QuestionNumbers, ShownParagraph

_SUPPORT = 160


def inspection_text(shown: Inspection, *, full: bool) -> str:
    """Return everything as plain text of at most 100 columns; ``full`` shortens nothing.

    Only headings start a line: whatever comes from a paper, a model or a server is indented.
    """
    lines = [*_question(shown), *_answer(shown), *_scores(shown), *_annotators(shown)]
    if shown.prediction is not None:
        lines += ["", _heading("CITED", len(shown.cited), "paragraph")]
        for paragraph in shown.cited:
            lines += _paragraph(paragraph, _cited_note(paragraph))
        if shown.prediction.invalid_citations:
            lines.append(f"  citations that name nothing shown: {shown.prediction.invalid_citations:,}")
    missed = "HUMAN EVIDENCE" if shown.prediction is None else "HUMAN EVIDENCE NOT CITED"
    lines += ["", _heading(missed, len(shown.missed), "paragraph")]
    for paragraph in shown.missed:
        lines += _paragraph(paragraph, _missed_note(paragraph))
    if shown.retrieved is not None:
        lines += ["", _heading("RETRIEVED", len(shown.retrieved), "paragraph")]
        lines += retrieved_lines(shown.retrieved, full=full)
    if shown.prediction is not None:
        trace = shown.prediction.trace
        lines += ["", _heading("TRACE", len(trace), "step")]
        for number, step in enumerate(trace, start=1):
            lines += trace_lines(number, step, full=full)
    lines += ["", _heading("CALLS", len(shown.calls), "attempt"), *calls_lines(shown.calls, full=full)]
    return "\n".join(lines) + "\n"


def _heading(name: str, count: int, noun: str) -> str:
    return f"{name}: none" if not count else f"{name}: {count:,} {noun}{'' if count == 1 else 's'}"


def _question(shown: Inspection) -> Iterator[str]:
    yield "QUESTION"
    yield from wrapped(shown.question, "  ")
    yield from wrapped(f"paper {shown.paper_id}: {shown.title}", "  ", hanging="  ")
    yield from wrapped(f"id {shown.question_id}; {shown.dataset}; {_class(shown)}", "  ", hanging="  ")
    yield from wrapped(f"run {shown.run}, agent {shown.agent}: {shown.standing}", "  ", hanging="  ")
    if shown.why:
        yield from wrapped(shown.why, "    ")


def _class(shown: Inspection) -> str:
    people = f"{len(shown.annotations)} annotator{'' if len(shown.annotations) == 1 else 's'}"
    said = {
        "answerable": "answerable",
        "unanswerable": "unanswerable",
        "split": "split: some annotators say unanswerable",
    }
    return f"{said[shown.answer_class]} ({people})"


def _answer(shown: Inspection) -> Iterator[str]:
    prediction = shown.prediction
    if prediction is None:
        return
    kind = f" ({prediction.answer_type})" if prediction.answer_type else ""
    yield ""
    yield f"ANSWER: {prediction.status}{' '.join(kind.split(chr(10)))}"
    yield from wrapped(prediction.predicted_answer or "(empty)", "  ")
    if prediction.answer_text is not None and prediction.answer_text != prediction.predicted_answer:
        yield "  in prose:"
        yield from wrapped(prediction.answer_text, "    ")
    model = _model(prediction)
    if model:
        yield from wrapped(model, "  ", hanging="  ")


def _model(prediction: Prediction) -> str:
    parts: list[str] = []
    if prediction.model is not None:
        served = prediction.model_served or "the response names none"
        parts.append(f"asked of {prediction.model}, served by {served}")
    if prediction.seconds is not None:
        parts.append(f"took {prediction.seconds:.3g} s")
    return "; ".join(parts)


def _scores(shown: Inspection) -> Iterator[str]:
    numbers = shown.numbers
    if numbers is None:
        return
    form = ", text evidence only" if numbers.text_evidence_only else ""
    yield ""
    yield f"SCORES: {numbers.mode} mode{form}"
    if numbers.excluded:
        yield "  excluded: no reference with text evidence is left to score against"
        return
    yield f"  answer F1    {numbers.answer_f1:.3f}    outcome: {numbers.outcome.replace('_', ' ')}"
    yield f"  evidence F1  {numbers.evidence_f1:.3f}    {_evidence_note(numbers)}"


def _evidence_note(numbers: QuestionNumbers) -> str:
    exact = "exactly what an annotator marked" if numbers.exact else "no annotator's exact set"
    return f"precision {numbers.evidence_precision:.3f}, recall {numbers.evidence_recall:.3f}; {exact}"


def _annotators(shown: Inspection) -> Iterator[str]:
    yield ""
    against = "" if shown.prediction is None else ", and the official F1 against each alone"
    yield f"HUMAN ANSWERS{against}"
    for annotation in shown.annotations:
        yield from wrapped(f"{annotation.number}. {annotation.answer}", "  ", hanging="   ")
        yield from wrapped(_annotation_note(annotation), "     ")


def _annotation_note(annotation: Annotation) -> str:
    parts = [annotation.type]
    if annotation.answer_f1 is not None and annotation.evidence_f1 is not None:
        parts.append(f"answer F1 {annotation.answer_f1:.3f}, evidence F1 {annotation.evidence_f1:.3f}")
    placed = [str(ordinal) for ordinal in dict.fromkeys(annotation.evidence) if ordinal is not None]
    outside = annotation.evidence.count(None)
    marks = f"marked paragraph{'' if len(placed) == 1 else 's'} {', '.join(placed)}" if placed else "marked none"
    if outside:
        marks += f" and {outside} text{'' if outside == 1 else 's'} that the paper does not hold"
    parts.append(marks)
    if annotation.annotator:
        parts.append(f"annotator {_short_id(annotation.annotator)}")
    return "; ".join(parts)


def _paragraph(paragraph: ShownParagraph, note: str) -> Iterator[str]:
    if paragraph.ordinal is None:
        name = "a text that is no paragraph of the paper"
    else:
        same = ", ".join(map(str, paragraph.same_text))
        name = f"paragraph {paragraph.ordinal}{f' (same text: {same})' if same else ''}: {paragraph.section}"
    yield from wrapped(name, "  ", hanging="  ")
    yield from wrapped(note, "    ", hanging="  ")
    quoted = [paragraph.text[start:end] for start, end in paragraph.quotes]
    for part in paragraph.supports:
        if part in quoted:
            continue
        yield from wrapped(f"for: {shortened(part, _SUPPORT)}", "    ", hanging="  ")
    yield from wrapped(marked(paragraph.text, paragraph.quotes), "      ")


def _cited_note(paragraph: ShownParagraph) -> str:
    human = _people(paragraph.annotators) or "no annotator marked it"
    parts = [human]
    if paragraph.rank is not None:
        parts.append(f"retrieved at rank {paragraph.rank}")
    elif paragraph.found == "not retrieved":
        parts.append("cited though not retrieved")
    if paragraph.quotes:
        parts.append(f"the passage used stands between {QUOTE_MARKS[0]} and {QUOTE_MARKS[1]}")
    return "; ".join(parts)


def _missed_note(paragraph: ShownParagraph) -> str:
    human = _people(paragraph.annotators)
    if paragraph.rank is not None:
        return f"{human}; retrieved at rank {paragraph.rank} and not cited"
    return f"{human}; not retrieved" if paragraph.found == "not retrieved" else human


def _people(numbers: Iterable[int]) -> str:
    names = [str(number) for number in numbers]
    return f"marked by annotator{'' if len(names) == 1 else 's'} {', '.join(names)}" if names else ""


def _short_id(name: str) -> str:
    return name if len(name) <= 12 else f"{name[:8]}…"
