"""A second look at what retrieval found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from .ranking import ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.prediction_parts import Retrieved
    from qasper_eval.providers.endpoint_replies import RerankReply

    from .passages import Passages
    from .query import Query
    from .retriever import Retriever

MOST_DOCUMENTS = 100
"""Documents that Cohere counts as one search; what ranks lower is dropped."""


class RerankSession(Protocol):
    """The calls behind one question, to a reranking endpoint."""

    @property
    def cost_usd(self) -> float | None:
        """Price of every call so far; None when one price is unknown."""
        ...

    async def rerank(self, query: str, documents: Sequence[str], top_n: int | None = None) -> RerankReply:
        """Return documents by relevance to ``query``."""
        ...


@dataclass(frozen=True, slots=True)
class Reranked:
    """Lets a reranking model order the best paragraphs of another retriever anew."""

    inner: Retriever
    """Finds the paragraphs."""
    passages: Passages
    """The paper."""
    session: RerankSession
    """The question's calls."""

    async def rank(self, query: Query) -> tuple[Retrieved, ...]:
        """Rank by the model's relevance, in [0, 1]; no match, or a blank question, gives () without a call.

        Raises as the session does.
        """
        found = [entry.paragraph for entry in await self.inner.rank(query)][:MOST_DOCUMENTS]
        if not found or not query.text.strip():
            return ()
        texts = dict(zip(self.passages.ordinals, self.passages.texts, strict=True))
        reply = await self.session.rerank(query.text, [texts[ordinal] for ordinal in found])
        return ranking({found[place]: score for place, score in reply.ranking})
