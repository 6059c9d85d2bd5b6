"""A paper, ready to be searched as the options say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.errors import UsageError

from .bm25 import Bm25
from .dense import Dense
from .hybrid import Hybrid
from .index import PaperIndex
from .passages import Passages
from .rerank import Reranked
from .tfidf import TfIdf

if TYPE_CHECKING:
    from loaders.records import Paper

    from .retriever import Retriever
    from .search_options import RetrievalOptions
    from .services import SearchServices


def paper_search(
    paper: Paper, options: RetrievalOptions, services: SearchServices, *, with_abstract: bool = False
) -> Retriever:
    """Return the retriever of one paper for one question.

    Raises:
        UsageError: the options need a model that is not there.
    """
    passages = Passages.of(paper, with_abstract=with_abstract)
    first = _first_stage(paper, options, services, passages, with_abstract=with_abstract)
    if not options.rerank:
        return first
    if services.rerank is None:
        raise UsageError("retrieval.rerank: missing; reranking needs a model")
    return Reranked(first, passages, services.rerank)


def _first_stage(
    paper: Paper,
    options: RetrievalOptions,
    services: SearchServices,
    passages: Passages,
    *,
    with_abstract: bool,
) -> Retriever:
    dense = Dense(passages, services.embedder) if services.embedder else None
    if options.mode == "dense":
        if dense is None:
            raise UsageError("retrieval.embedding: missing; retrieval.mode dense needs an embedding model")
        return dense
    index = PaperIndex.of(paper, with_abstract=with_abstract)
    if options.mode == "tfidf":
        return TfIdf.of(index)
    if options.mode == "bm25":
        return Bm25(index)
    lexical: tuple[Retriever, ...] = (TfIdf.of(index), Bm25(index))
    return Hybrid((*lexical, dense) if dense else lexical)
