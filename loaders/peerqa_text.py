"""The extracted text of PeerQA's papers, one row a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .identifier import identifier, row_place
from .number_fields import whole
from .qasper_fields import Row, each, text, text_or_empty
from .records import Paper, Paragraph, SentenceId
from .sentences import join_sentences

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from .records import ParagraphKind


@dataclass(frozen=True, slots=True)
class PaperText:
    """One paper, and where each of its numbered sentences stands."""

    paper: Paper
    """The paper, without questions."""
    places: Mapping[int, SentenceId]
    """Sentence by its number in the file (``idx``)."""


@dataclass(frozen=True, slots=True)
class _Sentence:
    paper: str
    number: int
    paragraph: int
    type: str
    text: str
    heading: str


def read_texts(found: Iterable[object]) -> dict[str, PaperText]:
    """Return the papers by id: each paragraph (``pidx``) one paragraph, captions last. Raises FieldError."""
    by_paper: dict[str, list[_Sentence]] = {}
    for sentence in each(found, row_place("paper_id"), _sentence):
        by_paper.setdefault(sentence.paper, []).append(sentence)
    return {paper: _text(paper, sentences) for paper, sentences in by_paper.items()}


def _sentence(row: Row) -> _Sentence:
    return _Sentence(
        paper=identifier(row, "paper_id"),
        number=whole(row, "idx"),
        paragraph=whole(row, "pidx"),
        type=text_or_empty(row, "type"),
        text=text(row, "content"),
        heading=text_or_empty(row, "last_heading"),
    )


def _text(paper: str, sentences: Sequence[_Sentence]) -> PaperText:
    paragraphs: dict[int, list[_Sentence]] = {}
    for sentence in sorted(sentences, key=lambda found: found.number):
        paragraphs.setdefault(sentence.paragraph, []).append(sentence)
    ordered = sorted(paragraphs.values(), key=_is_caption)
    title = next((sentence.text for sentence in sentences if sentence.type == "title"), "")
    return PaperText(
        paper=Paper(paper, title, "", tuple(map(_paragraph, ordered)), ()),
        places={
            sentence.number: SentenceId(ordinal, index)
            for ordinal, paragraph in enumerate(ordered)
            for index, sentence in enumerate(paragraph)
        },
    )


def _is_caption(paragraph: Sequence[_Sentence]) -> bool:
    return paragraph[0].type == "caption"


def _paragraph(sentences: Sequence[_Sentence]) -> Paragraph:
    joined, offsets = join_sentences(sentence.text for sentence in sentences)
    kind: ParagraphKind = "caption" if _is_caption(sentences) else "text"
    return Paragraph(joined, sentences[0].heading, kind, sentences=offsets)
