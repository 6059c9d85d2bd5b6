"""Stage 3: the sentence of a paragraph that speaks to the question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .paper_view import PaperView
    from .plan import Plan
    from .sentence_index import IndexedSentence

_FIGURE_BONUS = 1.5
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


def best_passage(view: PaperView, plan: Plan, ordinal: int) -> Passage | None:
    """Find the sentence that holds most of what is asked, the earlier one on a tie; None for a text without words.

    A sentence scores Σ weight · rarity over the distinct query terms in it, half as much again with a figure where
    the question asks for one, and less in proportion when it is longer than 60 terms.
    """
    best: Passage | None = None
    for sentence in view.sentences[ordinal]:
        score = _score(view, plan, sentence)
        if best is None or score > best.score:
            text = view.paragraphs[ordinal].text[sentence.start : sentence.end]
            best = Passage(ordinal, start=sentence.start, end=sentence.end, text=text, score=score)
    return best


def _score(view: PaperView, plan: Plan, sentence: IndexedSentence) -> float:
    score = sum(weight * view.rarity(term) for term, weight in plan.query.weights if term in sentence.terms)
    if plan.expects == "number" and sentence.has_figure:
        score *= _FIGURE_BONUS
    return score * min(1.0, _LONG_SENTENCE / sentence.length)
