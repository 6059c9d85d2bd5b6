"""The models that retrieval may ask: embeddings and reranking."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from .embedding_cache import CachedEmbedder
from .onnx_embedder import HOST, MODEL, OnnxEmbedder
from .service_embedder import ServiceEmbedder

if TYPE_CHECKING:
    from .embedder import Embedder
    from .embedding_cache import EmbeddingCache
    from .rerank import RerankSession
    from .service_embedder import EmbedSession


class EmbedProvider(Protocol):
    """Opens a session for each question."""

    def session(self, question_id: str) -> EmbedSession:
        """Return the session that counts the embedding calls behind one question."""
        ...


class RerankProvider(Protocol):
    """Opens a session for each question."""

    def session(self, question_id: str) -> RerankSession:
        """Return the session that counts the reranking calls behind one question."""
        ...


@dataclass(frozen=True, slots=True)
class EmbeddingService:
    """An embedding model, at an endpoint or on this machine."""

    cache: EmbeddingCache | None = None
    """Where vectors are kept; None computes and pays anew."""
    provider: EmbedProvider | None = None
    """The endpoint; None is the local ONNX model."""
    host: str = HOST
    """Host of the endpoint."""
    model: str = MODEL
    """Name of the model."""


@dataclass(frozen=True, slots=True)
class SearchServices:
    """The models behind the searches of one question."""

    embedder: Embedder | None = None
    """Embedding model; None where there is none."""
    rerank: RerankSession | None = None
    """Reranking model; None where there is none."""
    embed_session: EmbedSession | None = None
    """The calls behind ``embedder``; None where it makes none."""

    @property
    def cost_usd(self) -> float | None:
        """Price of every call so far; None when one price is unknown."""
        costs = [session.cost_usd for session in (self.embed_session, self.rerank) if session is not None]
        return None if None in costs else sum(cost for cost in costs if cost is not None)


@dataclass(frozen=True, slots=True)
class RetrievalServices:
    """What a run has opened for retrieval; nothing where a search needs no model."""

    embedding: EmbeddingService | None = None
    """Embedding model."""
    reranking: RerankProvider | None = None
    """Reranking endpoint."""

    def open(self, question_id: str) -> SearchServices:
        """Return the models for one question.

        Raises:
            UsageError: local embeddings are wanted and their extra is not installed.
        """
        rerank = self.reranking.session(question_id) if self.reranking else None
        if self.embedding is None:
            return SearchServices(rerank=rerank)
        service = self.embedding
        session = service.provider.session(question_id) if service.provider else None
        embedder: Embedder = ServiceEmbedder(session) if session else OnnxEmbedder()
        if service.cache is not None:
            embedder = CachedEmbedder(embedder, service.cache, service.host, service.model)
        return SearchServices(embedder=embedder, rerank=rerank, embed_session=session)
