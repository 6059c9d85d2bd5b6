"""TF-IDF cosine similarity over the paragraphs of one paper."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .ranking import ranking

if TYPE_CHECKING:
    from qasper_eval.records import Retrieved

    from .index import PaperIndex
    from .query import Query


@dataclass(frozen=True, slots=True)
class TfIdf:
    """Cosine of tf·idf vectors with smoothed idf ln((1 + N) / (1 + n)) + 1, scikit-learn's default."""

    index: PaperIndex
    """The paper."""
    norms: tuple[float, ...]
    """Euclidean length of each paragraph's vector."""

    @classmethod
    def of(cls, index: PaperIndex) -> TfIdf:
        """Weigh every term of every paragraph once."""
        squares = [0.0] * len(index.ordinals)
        for term, found in index.postings.items():
            idf = _idf(index, term)
            for position, tf in found:
                squares[position] += (tf * idf) ** 2
        return cls(index=index, norms=tuple(math.sqrt(square) for square in squares))

    async def rank(self, query: Query) -> tuple[Retrieved, ...]:
        """Rank by cosine, in (0, 1]; no match gives ()."""
        known = [(term, weight) for term, weight in query.weights if term in self.index.postings]
        query_norm = math.sqrt(sum((weight * _idf(self.index, term)) ** 2 for term, weight in known))
        scores: dict[int, float] = {}
        for term, weight in known:
            idf = _idf(self.index, term)
            for position, tf in self.index.postings[term]:
                ordinal = self.index.ordinals[position]
                gain = weight * idf * tf * idf / (query_norm * self.norms[position])
                scores[ordinal] = scores.get(ordinal, 0.0) + gain
        return ranking(scores)


def _idf(index: PaperIndex, term: str) -> float:
    return math.log((1 + len(index.ordinals)) / (1 + index.frequency(term))) + 1
