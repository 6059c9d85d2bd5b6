"""Retrieval modes by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from .bm25 import Bm25
from .hybrid import Hybrid
from .tfidf import TfIdf

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from .index import PaperIndex
    from .retriever import Retriever

RetrievalMode = Literal["tfidf", "bm25", "hybrid"]


def _hybrid(index: PaperIndex) -> Hybrid:
    return Hybrid(parts=(TfIdf.of(index), Bm25(index)))


RETRIEVERS: Mapping[RetrievalMode, Callable[[PaperIndex], Retriever]] = {
    "tfidf": TfIdf.of,
    "bm25": Bm25,
    "hybrid": _hybrid,
}
"""Name to what builds the retriever of one paper."""
