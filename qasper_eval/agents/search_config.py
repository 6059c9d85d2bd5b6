"""What a config's retrieval section means for a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.errors import ConfigError

if TYPE_CHECKING:
    from qasper_eval.config import RetrievalConfig

    from .retrieval.search_options import RetrievalOptions


def search_options(config: RetrievalConfig) -> RetrievalOptions:
    """Return the options of a search.

    Raises:
        ConfigError: an embedding model is missing, superfluous or without its name, in one line.
        UsageError: local embeddings are wanted and their extra is not installed.
    """
    from .retrieval.search_options import RetrievalOptions

    embedding = config.embedding
    if config.mode == "dense" and embedding is None:
        raise ConfigError("retrieval.embedding: missing; retrieval.mode dense needs an embedding model")
    if embedding is not None:
        if config.mode not in {"dense", "hybrid"}:
            raise ConfigError(f"retrieval.embedding: retrieval.mode {config.mode} uses none; choose dense or hybrid")
        if embedding.name == "local":
            from .retrieval.onnx_embedder import OnnxEmbedder

            if embedding.model is not None:
                raise ConfigError("retrieval.embedding.model: local embeddings have one model; leave it out")
            OnnxEmbedder()
        elif embedding.model is None:
            raise ConfigError(f"retrieval.embedding.model: missing; {embedding.name} has more than one")
    return RetrievalOptions(mode=config.mode, top_k=config.top_k, rerank=config.rerank is not None)
