"""BM25 over the paragraphs of one paper."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .ranking import ranking

if TYPE_CHECKING:
    from qasper_eval.prediction_parts import Retrieved

    from .index import PaperIndex
    from .query import Query


@dataclass(frozen=True, slots=True)
class Bm25:
    """Okapi BM25 (Robertson and Zaragoza 2009) with the idf that is never negative (Lucene's variant)."""

    index: PaperIndex
    """The paper."""
    k1: float = 1.2
    """Saturation of repeats; 0 counts presence only."""
    b: float = 0.4
    """Length normalisation, 0 (none) to 1. Lower than the usual 0.75, because annotators mark long paragraphs."""

    def idf(self, term: str) -> float:
        """Give the weight of a term's rarity within the paper: ln(1 + (N - n + 0.5) / (n + 0.5)), above 0."""
        n = self.index.frequency(term)
        return math.log(1 + (len(self.index.ordinals) - n + 0.5) / (n + 0.5))

    async def rank(self, query: Query) -> tuple[Retrieved, ...]:
        """Rank by Σ weight · idf · tf(k1 + 1) / (tf + k1(1 - b + b · length / mean length)); no match gives ()."""
        lengths = self.index.lengths
        mean_length = sum(lengths) / len(lengths) if lengths else 0.0
        scores: dict[int, float] = {}
        for term, weight in query.weights:
            idf = self.idf(term)
            for position, tf in self.index.postings.get(term, ()):
                saturation = self.k1 * (1 - self.b + self.b * lengths[position] / mean_length)
                gain = weight * idf * tf * (self.k1 + 1) / (tf + saturation)
                ordinal = self.index.ordinals[position]
                scores[ordinal] = scores.get(ordinal, 0.0) + gain
        return ranking(scores)
