"""HotpotQA's layout, which 2WikiMultihopQA shares: titled documents of sentences, and supporting facts."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .identifier import identifier, row_place
from .number_fields import whole
from .qasper_fields import FieldError, Row, as_row, each, items, kind_of, present, rows, text, texts
from .records import Paper, Paragraph, Question, Reference, SentenceId
from .sentences import join_sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .anomalies import Anomalies
    from .records import AnswerType

_YES_NO = {"yes": "Yes", "no": "No"}


def read_multi_hop(found: Iterable[object], anomalies: Anomalies) -> tuple[Paper, ...]:
    """Return one paper a question, with each document as one paragraph.

    Pairs (released), objects, objects of lists (the Hub) and JSON in a string are read alike. A supporting fact that
    points to nothing is counted and stays in the gold. Raises FieldError naming the row.
    """
    return each(found, row_place("_id", "id"), lambda row: _paper(row, anomalies))


def _paper(row: Row, anomalies: Anomalies) -> Paper:
    question_id = identifier(row, "_id", "id")
    if row.get("answer") is None:
        raise FieldError("answer is missing, so nothing can be scored against it (a blind test set?)")
    paragraphs = _documents(row)
    if not text(row, "answer").strip():
        anomalies.note("unannotated")
        return Paper(question_id, "", "", paragraphs, ())
    reference = _reference(row, paragraphs, anomalies)
    question = Question(question_id, question_id, text(row, "question"), (reference,))
    return Paper(question_id, "", "", paragraphs, (question,))


def _documents(row: Row) -> tuple[Paragraph, ...]:
    def document(found: Row) -> Paragraph:
        joined, offsets = join_sentences(texts(found, "sentences" if "sentences" in found else "content"))
        return Paragraph(joined, document=text(found, "title"), sentences=offsets)

    listed = _objects(row, "context", ("title", "sentences"))
    return each(listed, lambda number, _: f"document {number}", document)


def _reference(row: Row, paragraphs: Sequence[Paragraph], anomalies: Anomalies) -> Reference:
    ordinals: dict[str, list[int]] = {}
    for ordinal, paragraph in enumerate(paragraphs):
        ordinals.setdefault(paragraph.document, []).append(ordinal)
    facts = each(
        _objects(row, "supporting_facts", ("title", "sent_id")),
        lambda number, _: f"supporting fact {number}",
        lambda fact: (text(fact, "title"), whole(fact, "sent_id")),
    )
    evidence: list[str] = []
    sentences: list[SentenceId] = []
    unplaced = 0
    for title, sentence in dict.fromkeys(facts):
        holding = ordinals.get(title, [])
        placed = next((at for at in holding if 0 <= sentence < len(paragraphs[at].sentences)), None)
        if placed is not None:
            sentences.append(SentenceId(placed, sentence))
        else:
            unplaced += 1
            anomalies.note("unplaced_sentence" if holding else "unplaced_document")
        nearest = holding[:1] if placed is None else [placed]
        evidence.append(paragraphs[nearest[0]].text if nearest else title)
    wording, kind = _answer(text(row, "answer"))
    return Reference(
        wording,
        kind,
        tuple(dict.fromkeys(evidence)),
        evidence_sentences=tuple(sentences),
        unplaced=unplaced,
    )


def _answer(written: str) -> tuple[str, AnswerType]:
    yes_no = _YES_NO.get(written.strip().lower())
    return (written, "extractive") if yes_no is None else (yes_no, "boolean")


def _objects(row: Row, key: str, names: tuple[str, str]) -> list[object]:
    """Return a list of objects that the layouts write in four ways."""
    value = present(row, key)
    if isinstance(value, str):
        return _objects({key: _decoded(value, key)}, key, names)
    if isinstance(value, dict):
        return rows(row, key)
    return [_object(found, key, names) for found in items(row, key)]


def _object(value: object, key: str, names: tuple[str, str]) -> object:
    if not isinstance(value, list):
        return as_row(value, f"a pair of {names[0]} and {names[1]} in {key}")
    pair = cast("list[object]", value)
    if len(pair) != 2:
        raise FieldError(f"{key} holds a list of {len(pair)} where a pair of {names[0]} and {names[1]} should stand")
    return dict(zip(names, pair, strict=True))


def _decoded(value: str, key: str) -> object:
    import orjson

    try:
        decoded: object = orjson.loads(value)
    except orjson.JSONDecodeError:
        raise FieldError(f"{key} is a string that holds no JSON") from None
    if not isinstance(decoded, list | dict):
        raise FieldError(f"{key} is {kind_of(decoded)} in a string, not a list")
    return cast("object", decoded)
