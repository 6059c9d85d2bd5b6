"""The sentences of a paper, read once for all of its questions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from qasper_eval.agents.retrieval import terms

from .sentences import split_sentences

_FLOAT_MARKER = re.compile(r"\s*FLOAT SELECTED:\s*")
# A digit inside a word is part of a name ("word2vec", "TABREF3"), not a figure.
_FIGURE = re.compile(r"(?<![^\W_])\d")
_FIRST_PERSON = re.compile(r"\b(?:we|our|this (?:paper|work|study|article))\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class IndexedSentence:
    """One sentence of a paragraph and what questions ask of it."""

    start: int
    """First code point in the paragraph, white space and the caption marker left out."""
    end: int
    """One past the last code point, white space left out."""
    terms: frozenset[str]
    """Its index terms; never empty."""
    length: int
    """Number of its terms, repeats counted."""
    has_figure: bool
    """Whether it holds a number in figures."""
    is_own_work: bool
    """Whether it speaks of the authors' own work (``we``, ``our``, ``this paper``)."""


def index_sentences(text: str) -> tuple[IndexedSentence, ...]:
    """Split a paragraph and read each sentence; sentences without index terms are left out, a blank text gives ()."""
    marker = _FLOAT_MARKER.match(text)
    skipped = marker.end() if marker else 0
    found: list[IndexedSentence] = []
    for start, end in split_sentences(text[skipped:]):
        sentence = text[skipped + start : skipped + end]
        held = terms(sentence)
        if held:
            first = skipped + start + len(sentence) - len(sentence.lstrip())
            found.append(
                IndexedSentence(
                    start=first,
                    end=first + len(sentence.strip()),
                    terms=frozenset(held),
                    length=len(held),
                    has_figure=_FIGURE.search(sentence) is not None,
                    is_own_work=_FIRST_PERSON.search(sentence) is not None,
                )
            )
    return tuple(found)
