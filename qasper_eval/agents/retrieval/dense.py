"""Cosine similarity of embeddings over the paragraphs of one paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval.agents.text import well_formed
from qasper_eval.errors import ItemUnmeasuredError

from .ranking import ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.prediction_parts import Retrieved

    from .embedder import Embedder, Vector
    from .passages import Passages
    from .query import Query


@dataclass(frozen=True, slots=True)
class Dense:
    """Ranks every paragraph by how close its embedding is to the question's."""

    passages: Passages
    """The paper."""
    embedder: Embedder
    """The model."""

    async def rank(self, query: Query) -> tuple[Retrieved, ...]:
        """Rank by cosine, in [-1, 1]; a blank question or an empty paper gives ().

        Raises:
            ItemUnmeasuredError: vectors differ in length (cause ``embedding``), or the provider's own causes.
        """
        asked = well_formed(query.text).strip()
        if not asked or not self.passages.ordinals:
            return ()
        documents = await self.embedder.embed(self.passages.texts, "document")
        (question,) = await self.embedder.embed([asked], "query")
        scores = cosines(question, documents)
        return ranking(dict(zip(self.passages.ordinals, scores, strict=True)))


def cosines(question: Vector, documents: Sequence[Vector]) -> list[float]:
    """Return the cosine of a vector with each of the others, 0 where one of the two is all zeros.

    Raises:
        ItemUnmeasuredError: they differ in length (cause ``embedding``).
    """
    import numpy as np

    lengths = {len(question), *map(len, documents)}
    if len(lengths) > 1:
        raise ItemUnmeasuredError(
            "embedding", f"vectors of {sorted(lengths)} numbers under one model name: try qasper-eval memo clear"
        )
    matrix = np.array(documents, dtype=np.float64).reshape(len(documents), len(question))
    asked = np.array(question, dtype=np.float64)
    norms = np.linalg.norm(matrix, axis=1) * np.linalg.norm(asked)
    products = matrix @ asked
    return [float(value) for value in np.divide(products, norms, out=np.zeros_like(products), where=norms > 0)]
