"""One Qasper annotation as a reference."""

from __future__ import annotations

from .qasper_fields import FieldError, Row, as_row, flag, flag_or_none, present, text_or_empty, texts, texts_or_empty
from .records import AnswerType, Reference


def read_reference(annotation: Row) -> Reference:
    """Return what the annotator answered and marked.

    ``unanswerable`` wins over every other field and leaves no evidence; else the spans joined with ``, ``, else the
    free form, else yes or no (metrics.md, official). Raises FieldError when none of them is there.
    """
    answer = as_row(present(annotation, "answer"), "an answer (an object)")
    annotator = text_or_empty(annotation, "worker_id")
    spans, free_form, yes_no = _answers(answer)
    evidence = texts(answer, "evidence")
    highlighted = texts_or_empty(answer, "highlighted_evidence")
    if flag(answer, "unanswerable"):
        return Reference("Unanswerable", "none", annotator=annotator)
    wording, kind = _wording(spans, free_form, yes_no)
    return Reference(wording, kind, evidence, annotator, highlighted)


def is_contradictory(annotation: Row) -> bool:
    """Whether an annotation that ``read_reference`` accepts says unanswerable and yet answers or marks evidence."""
    answer = as_row(present(annotation, "answer"), "an answer (an object)")
    spans, free_form, yes_no = _answers(answer)
    answered = bool(spans or free_form) or yes_no is not None
    return flag(answer, "unanswerable") and (answered or bool(texts(answer, "evidence")))


def _answers(answer: Row) -> tuple[tuple[str, ...], str, bool | None]:
    for key in ("extractive_spans", "free_form_answer"):
        present(answer, key)
    return (
        texts_or_empty(answer, "extractive_spans"),
        text_or_empty(answer, "free_form_answer"),
        flag_or_none(answer, "yes_no"),
    )


def _wording(spans: tuple[str, ...], free_form: str, yes_no: bool | None) -> tuple[str, AnswerType]:  # noqa: FBT001  # because it is a value of the data, not a switch
    if spans:
        return ", ".join(spans), "extractive"
    if free_form:
        return free_form, "abstractive"
    if yes_no is None:
        raise FieldError("holds no answer: not unanswerable, no spans, no free form, no yes or no")
    return ("Yes" if yes_no else "No"), "boolean"
