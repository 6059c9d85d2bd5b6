"""A paper, ready to be searched as the options say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.errors import UsageError

from .bm25 import Bm25
from .dense import Dense
from .hybrid import Hybrid
from .index import PaperIndex
from .modes import RETRIEVERS
from .passages import Passages
from .rerank import Reranked
from .tfidf import TfIdf

if TYPE_CHECKING:
    from loaders.records import Paper

    from .embedder import Embedder
    from .retriever import Retriever
    from .search_options import RetrievalOptions, SearchMode
    from .services import SearchServices


def paper_search(
    paper: Paper, options: RetrievalOptions, services: SearchServices, *, with_abstract: bool = False
) -> Retriever:
    """Return the retriever of one paper for one question.

    Raises:
        UsageError: the options need a model that is not there.
    """
    passages = Passages.of(paper, with_abstract=with_abstract)
    index = None if options.mode == "dense" else PaperIndex.of(paper, with_abstract=with_abstract)
    first = first_stage(options.mode, index, passages, services.embedder)
    if not options.rerank:
        return first
    if services.rerank is None:
        raise UsageError("retrieval.rerank: missing; reranking needs a model")
    return Reranked(first, passages, services.rerank)


def first_stage(
    mode: SearchMode, index: PaperIndex | None, passages: Passages, embedder: Embedder | None
) -> Retriever:
    """Return what ranks the paragraphs of one paper before any reranking; only ``dense`` needs no ``index``.

    Raises:
        UsageError: the mode needs an embedding model or an index that is not there.
    """
    if mode == "dense":
        if embedder is None:
            raise UsageError("retrieval.embedding: missing; retrieval.mode dense needs an embedding model")
        return Dense(passages, embedder)
    if index is None:
        raise UsageError(f"retrieval.mode {mode} needs an index of words")
    if mode == "hybrid" and embedder is not None:
        return Hybrid((TfIdf.of(index), Bm25(index), Dense(passages, embedder)))
    return RETRIEVERS[mode](index)
