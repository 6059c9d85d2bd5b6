"""One row of a dataset of one's own as a question in its context."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, cast

from .custom_map import FieldMap, pluck
from .identifier import as_identifier
from .number_fields import wholes
from .qasper_fields import FieldError, Row, kind_of, texts
from .records import Paper, Paragraph, Question, Reference
from .verdict import verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .anomalies import Anomalies
    from .context_group import ContextGroup
    from .records import AnswerType, QuestionKind

_BLANK_LINES = re.compile(r"\n\s*\n")
_FLAGS = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}
_UNANSWERABLE = Reference("Unanswerable", "none")


def read_custom_row(row: Row, number: int, fields: FieldMap, group: ContextGroup, anomalies: Anomalies) -> None:
    """Add the question of a row to the paper of its context; raises FieldError naming the field."""
    asked = _value(row, fields.question or fields.claim)
    if not isinstance(asked, str) or not asked.strip():
        named = "question" if fields.question else "claim"
        raise FieldError(f"{named} is {'empty' if asked == '' else kind_of(asked)}, not a text")
    question_id = str(number) if fields.id is None else as_identifier(_value(row, fields.id), "id")
    paragraphs = _paragraphs(row, fields)
    paper_id = None if fields.paper is None else as_identifier(_value(row, fields.paper), "paper")
    key: object = paragraphs if paper_id is None else paper_id
    paper = group.find(key) or Paper(paper_id or question_id, _title(row, fields), "", paragraphs, ())
    if paper.paragraphs != paragraphs:
        raise FieldError(f"paper {paper_id} has other paragraphs than in an earlier row")
    references = _references(row, fields, paragraphs, anomalies)
    if not references:
        anomalies.note("unannotated")
        group.add(key, paper)
        return
    kind: QuestionKind = "question" if fields.question else "claim"
    group.add(key, paper, Question(question_id, paper.id, asked, references, kind))


def _value(row: Row, path: str | None) -> object:
    return None if path is None else pluck(row, path)


def _listed(row: Row, path: str | None, name: str) -> list[object]:
    """Return a list; a cell of a CSV file may hold one as JSON, and a single value is a list of one."""
    value = _value(row, path)
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = _decoded(value, name)
    if value is None or value == "":
        return []
    return cast("list[object]", value) if isinstance(value, list) else [value]


def _decoded(value: str, name: str) -> object:
    import orjson

    try:
        decoded: object = orjson.loads(value)
    except orjson.JSONDecodeError:
        return value
    if not isinstance(decoded, list):
        raise FieldError(f"{name} is {kind_of(decoded)} in a string, not a list")
    return cast("object", decoded)


def _paragraphs(row: Row, fields: FieldMap) -> tuple[Paragraph, ...]:
    value = _value(row, fields.paragraphs)
    listed = _listed(row, fields.paragraphs, "paragraphs")
    if isinstance(value, str) and listed == [value]:
        listed = [part.strip() for part in _BLANK_LINES.split(value)]
    found = texts({"paragraphs": listed}, "paragraphs")
    documents = _beside(row, fields.documents, "documents", len(found))
    sections = _beside(row, fields.sections, "sections", len(found))
    return tuple(
        Paragraph(paragraph, section, document=document)
        for paragraph, section, document in zip(found, sections, documents, strict=True)
    )


def _beside(row: Row, path: str | None, name: str, length: int) -> Sequence[str]:
    if path is None:
        return ("",) * length
    found = texts({name: ["" if value is None else value for value in _listed(row, path, name)]}, name)
    if len(found) != length:
        raise FieldError(f"{name} has {len(found)} entries for {length} paragraphs")
    return found


def _title(row: Row, fields: FieldMap) -> str:
    value = _value(row, fields.title)
    if value is not None and not isinstance(value, str):
        raise FieldError(f"title is {kind_of(value)}, not a string")
    return value or ""


def _references(
    row: Row, fields: FieldMap, paragraphs: Sequence[Paragraph], anomalies: Anomalies
) -> tuple[Reference, ...]:
    label = _label(row, fields)
    answers = [_answer(value, paragraphs) for value in _listed(row, fields.answer, "answer")]
    if fields.answer is None and label:
        answers = [_verdict(label)]
    is_unanswerable = _flag(row, fields)
    if is_unanswerable is False and not answers:
        return ()
    if is_unanswerable and any(kind != "none" for _, kind in answers):
        anomalies.note("contradictory")
    if is_unanswerable or not answers:
        return (Reference(_UNANSWERABLE.answer, "none", label=label),)
    evidence, unplaced = _evidence(row, fields, paragraphs, anomalies)
    return tuple(
        Reference(answer, kind, () if kind == "none" else evidence, label=label, unplaced=unplaced)
        for answer, kind in dict.fromkeys(answers)
    )


def _label(row: Row, fields: FieldMap) -> str:
    value = _value(row, fields.label)
    if value is None:
        return ""
    if isinstance(value, str | int):
        return str(value)
    raise FieldError(f"label is {kind_of(value)}, not a text")


def _verdict(label: str) -> tuple[str, AnswerType]:
    try:
        return verdict(label, "label")
    except FieldError:
        return _answer(label, ())


def _answer(value: object, paragraphs: Sequence[Paragraph]) -> tuple[str, AnswerType]:
    """Return an answer and its type: yes or no is boolean, what a paragraph holds word for word extractive."""
    if isinstance(value, bool):
        return ("Yes" if value else "No"), "boolean"
    if not isinstance(value, str | int | float):
        raise FieldError(f"answer is {kind_of(value)}, not a text")
    written = str(value)
    plain = written.strip().rstrip(".").lower()
    if plain in {"yes", "no"}:
        return plain.capitalize(), "boolean"
    if plain == "unanswerable" or not plain:
        return _UNANSWERABLE.answer, "none"
    is_held = any(written in paragraph.text for paragraph in paragraphs)
    return written, "extractive" if is_held else "abstractive"


def _flag(row: Row, fields: FieldMap) -> bool | None:
    """Return what the row says of being unanswerable; None where it says nothing."""
    value = _value(row, fields.unanswerable)
    if value is None or value == "":
        return None
    flag = _FLAGS.get(str(value).strip().lower())
    if flag is None or isinstance(value, list | dict):
        raise FieldError(f"unanswerable is {value!r}, neither true nor false")
    return flag


def _evidence(
    row: Row, fields: FieldMap, paragraphs: Sequence[Paragraph], anomalies: Anomalies
) -> tuple[tuple[str, ...], int]:
    known = {paragraph.text for paragraph in paragraphs}
    listed = _numbered([value for value in _listed(row, fields.evidence, "evidence") if value is not None], known)
    if listed and all(isinstance(value, bool) for value in listed):
        if len(listed) != len(paragraphs):
            raise FieldError(f"evidence has {len(listed)} booleans for {len(paragraphs)} paragraphs")
        return tuple(found.text for found, is_marked in zip(paragraphs, listed, strict=True) if is_marked), 0
    if listed and not any(isinstance(value, str) for value in listed):
        numbers = wholes({"evidence": listed}, "evidence")
        held = [number for number in numbers if 0 <= number < len(paragraphs)]
        lost = [f"paragraph {number}" for number in numbers if number not in held]
        anomalies.note("unplaced_paragraph", len(lost))
        return (*(paragraphs[number].text for number in held), *lost), len(lost)
    found = texts({"evidence": listed}, "evidence")
    lost = [string for string in found if string not in known]
    anomalies.note("unmatched_evidence", len(lost))
    return found, len(lost)


def _numbered(listed: list[object], known: set[str]) -> list[object]:
    """Return digits as the numbers that they are in a CSV file, where none of them is a paragraph's whole text."""
    digits = [value.strip() for value in listed if isinstance(value, str) and value not in known]
    if len(digits) < len(listed) or not all(digit.isascii() and digit.isdecimal() for digit in digits):
        return listed
    return [int(digit) for digit in digits]
