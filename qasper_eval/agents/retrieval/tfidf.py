"""TF-IDF cosine similarity over the paragraphs of one paper, by scikit-learn: the published baseline."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .ranking import ranking

if TYPE_CHECKING:
    from qasper_eval.prediction_parts import Retrieved

    from .index import PaperIndex
    from .query import Query


@dataclass(frozen=True, slots=True)
class TfIdf:
    """Cosine of tf·idf vectors with smoothed idf ln((1 + N) / (1 + n)) + 1, scikit-learn's default."""

    index: PaperIndex
    """The paper."""
    columns: dict[str, int]
    """Term -> column of the matrices."""
    transformer: Any
    """scikit-learn's transformer, fitted on the paper; None for a paper without terms."""
    vectors: Any
    """Unit vectors of the paragraphs, one a row; None for a paper without terms."""

    @classmethod
    def of(cls, index: PaperIndex) -> TfIdf:
        """Weigh every term of every paragraph once."""
        columns = {term: column for column, term in enumerate(index.postings)}
        if not columns:
            return cls(index, columns, None, None)
        from scipy.sparse import csr_matrix
        from sklearn.feature_extraction.text import TfidfTransformer

        entries = [
            (occurrences, position, columns[term])
            for term, found in index.postings.items()
            for position, occurrences in found
        ]
        values, rows, places = zip(*entries, strict=True)
        counts: Any = csr_matrix((values, (rows, places)), shape=(len(index.ordinals), len(columns)), dtype=float)
        transformer: Any = TfidfTransformer()
        return cls(index, columns, transformer, transformer.fit_transform(counts))

    async def rank(self, query: Query) -> tuple[Retrieved, ...]:
        """Rank by cosine, in (0, 1]; no match gives ()."""
        known = [(self.columns[term], weight) for term, weight in query.weights if term in self.columns]
        if not known:
            return ()
        from scipy.sparse import csr_matrix

        places, weights = zip(*known, strict=True)
        asked: Any = csr_matrix((weights, ([0] * len(known), places)), shape=(1, len(self.columns)), dtype=float)
        cosines: Any = (self.vectors @ self.transformer.transform(asked).T).toarray().ravel()
        found = zip(self.index.ordinals, cosines.tolist(), strict=True)
        return ranking({ordinal: cosine for ordinal, cosine in found if cosine > 0})
