"""A dataset's fingerprint is its content: nothing that matters is left out, and nothing else is in it."""

from __future__ import annotations

import hashlib
import pickle
from copy import copy, deepcopy
from dataclasses import FrozenInstanceError, asdict, fields, replace
from typing import TYPE_CHECKING, Any

import orjson
import pytest

from loaders import Dataset, Paper, Paragraph, Question, Reference, SentenceId, Span
from loaders.fingerprint import fingerprint
from loaders.qasper import build
from qasper_documents import two_papers

if TYPE_CHECKING:
    from collections.abc import Callable

REFERENCE = Reference("Yes", "boolean", ("Text.",), "w1", ("Te",))
QUESTION = Question("q1", "p1", "Is it?", (REFERENCE,))
PARAGRAPH = Paragraph("Text.", "Intro")
PAPER = Paper("p1", "Title", "", (PARAGRAPH,), (QUESTION,))

OTHER: dict[type, dict[str, object]] = {
    Reference: {
        "answer": "No",
        "type": "abstractive",
        "evidence": ("Text.", "Text."),
        "annotator": "w2",
        "highlighted": (),
        "evidence_sentences": (SentenceId(0, 1),),
        "evidence_spans": (Span(0, 1, 2),),
        "label": "yes",
        "unplaced": 1,
    },
    Question: {
        "id": "q2",
        "paper_id": "p2",
        "text": "Was it?",
        "references": (REFERENCE, REFERENCE),
        "kind": "claim",
        "group": "q0",
    },
    Paragraph: {
        "text": "text.",
        "section": "",
        "kind": "caption",
        "document": "D",
        "sentences": ((0, 5),),
    },
    Paper: {"id": "p2", "title": "", "abstract": "A", "paragraphs": (), "questions": ()},
}
"""Another value for every field of every record."""


def with_reference(reference: Reference) -> Paper:
    """Put a reference into the paper."""
    return replace(PAPER, questions=(replace(QUESTION, references=(reference,)),))


PLACED: dict[type, tuple[Any, Callable[[Any], Paper]]] = {
    Reference: (REFERENCE, with_reference),
    Question: (QUESTION, lambda question: replace(PAPER, questions=(question,))),
    Paragraph: (PARAGRAPH, lambda paragraph: replace(PAPER, paragraphs=(paragraph,))),
    Paper: (PAPER, lambda paper: paper),
}


@pytest.mark.parametrize(
    ("record", "name"), [(record, field.name) for record in OTHER for field in fields(record)], ids=str
)
def test_every_field_is_in_it(record: type, name: str) -> None:
    """A field added to a record fails here until the fingerprint knows it."""
    base, place = PLACED[record]
    changed: Any = replace(base, **{name: OTHER[record][name]})
    assert fingerprint([place(changed)]) != fingerprint([PAPER])


def test_order_and_borders_matter() -> None:
    """Means are float sums in file order, so order is content; text cannot move between neighbours unseen."""
    other = replace(PAPER, id="p2")
    assert fingerprint([PAPER, other]) != fingerprint([other, PAPER])
    one, two = Paragraph("ab", "c"), Paragraph("a", "bc")
    assert fingerprint([replace(PAPER, paragraphs=(one,))]) != fingerprint([replace(PAPER, paragraphs=(two,))])


def test_it_never_changes_for_the_same_papers() -> None:
    """A fingerprint names runs on disk: these bytes were written down with the first release and must stay."""
    written = (
        b"papers-1\n"
        b'["p1","Title","",[["Text.","Intro","text"]],'
        b'[["q1","p1","Is it?",[["Yes","boolean",["Text."],"w1",["Te"]]]]]]\n'
    )
    assert fingerprint([PAPER]) == hashlib.sha256(written).hexdigest()


def built() -> Dataset:
    """Build the two papers under one name and split."""
    return build(two_papers(), source="a", name="a", split="a")


def test_name_split_and_revision_are_not_in_it() -> None:
    """Where the papers came from is told beside the fingerprint, not in it."""
    assert built().fingerprint == build(two_papers(), source="b", name="b", split="b", revision="c").fingerprint


def test_a_loader_leaves_it_open_and_nobody_sees_a_difference() -> None:
    """It is computed once; equality, copies, other papers and what is written of a dataset are as with any field."""
    told = replace(built(), fingerprint=fingerprint(built().papers))
    assert built() == told
    assert hash(built()) == hash(told)
    assert repr(built()) == repr(told)
    assert asdict(built()) == asdict(told)
    assert pickle.dumps(built()) == pickle.dumps(told)
    assert deepcopy(built()).fingerprint == copy(built()).fingerprint == told.fingerprint
    assert orjson.loads(orjson.dumps(built()))["fingerprint"] == told.fingerprint
    assert replace(built(), papers=()).fingerprint == told.fingerprint
    asked = built()
    assert asked.fingerprint is asked.fingerprint
    with pytest.raises(FrozenInstanceError):
        asked.fingerprint = "0"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]  # because that is tested
    with pytest.raises(AttributeError, match="no attribute 'other'"):
        getattr(asked, "other")  # noqa: B009  # because a type checker knows that it is not there


def test_no_papers_have_a_fingerprint_too() -> None:
    """It is a sha256 in hex."""
    assert len(fingerprint([])) == 64
