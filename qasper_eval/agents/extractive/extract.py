"""Stage 3: the sentences of a paragraph that speak to the question."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval.agents.retrieval import terms

from .sentences import split_sentences

if TYPE_CHECKING:
    from collections.abc import Callable

    from .plan import Plan

_FLOAT_MARKER = re.compile(r"^\s*FLOAT SELECTED:\s*")
_NUMBER = re.compile(r"(?<![A-Za-z\d])\d")
_LONG_SENTENCE = 60


@dataclass(frozen=True, slots=True)
class Passage:
    """A sentence of a paragraph, with its place and its score."""

    paragraph: int
    """Ordinal of the paragraph in its paper."""
    start: int
    """First code point in the paragraph."""
    end: int
    """One past the last code point, trailing white space left out."""
    text: str
    """The sentence, verbatim."""
    score: float
    """Weighted rarity of the query terms it holds; higher is better."""


def best_passage(paragraph: int, text: str, plan: Plan, idf: Callable[[str], float]) -> Passage | None:
    """Find the sentence that holds most of what is asked, the earlier one on a tie; None for a text without words.

    A sentence scores Σ weight · idf over the distinct query terms in it, half as much again with a figure where the
    question asks for one, and less when it is longer than 60 terms. The marker of a caption is no part of it.
    """
    marker = _FLOAT_MARKER.match(text)
    skipped = marker.end() if marker else 0
    best: Passage | None = None
    for start, end in split_sentences(text[skipped:]):
        sentence = text[skipped + start : skipped + end]
        score = _score(sentence, plan, idf)
        if score is not None and (best is None or score > best.score):
            first = skipped + start + len(sentence) - len(sentence.lstrip())
            verbatim = sentence.strip()
            best = Passage(paragraph, start=first, end=first + len(verbatim), text=verbatim, score=score)
    return best


def _score(sentence: str, plan: Plan, idf: Callable[[str], float]) -> float | None:
    held = terms(sentence)
    if not held:
        return None
    known = set(held)
    score = sum(weight * idf(term) for term, weight in plan.query.weights if term in known)
    if plan.expects == "number" and _NUMBER.search(sentence):
        score *= 1.5
    return score * min(1.0, _LONG_SENTENCE / len(held))
