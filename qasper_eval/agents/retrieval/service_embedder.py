"""Embeddings from a provider's endpoint."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from .embedder import vector_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.providers.endpoint_replies import EmbedReply

    from .embedder import Purpose, Vector

MOST_TEXTS = 96
"""Texts a request: Cohere's limit, and far below OpenAI's."""
_INPUT_TYPES: dict[Purpose, str] = {"document": "search_document", "query": "search_query"}


class EmbedSession(Protocol):
    """The calls behind one question, to an embedding endpoint."""

    @property
    def cost_usd(self) -> float | None:
        """Price of every call so far; None when one price is unknown."""
        ...

    async def embed(self, texts: Sequence[str], input_type: str = "search_document") -> EmbedReply:
        """Return one vector a text."""
        ...


@dataclass(frozen=True, slots=True)
class ServiceEmbedder:
    """Asks an endpoint for vectors, with its pacing, retries and quota stops."""

    session: EmbedSession
    """The question's calls."""

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> tuple[Vector, ...]:
        """Return one vector a text, in order; raises as the session does."""
        vectors: list[Vector] = []
        for first in range(0, len(texts), MOST_TEXTS):
            reply = await self.session.embed(texts[first : first + MOST_TEXTS], _INPUT_TYPES[purpose])
            vectors += map(vector_of, reply.vectors)
        return tuple(vectors)
