"""How an agent searches a paper."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

SearchMode = Literal["tfidf", "bm25", "dense", "hybrid"]


@dataclass(frozen=True, slots=True)
class RetrievalOptions:
    """What finds paragraphs, and how many; the defaults need no service."""

    mode: SearchMode = "bm25"
    """``hybrid`` fuses tfidf and bm25, and dense too where an embedding model is given."""
    top_k: int = 10
    """Paragraphs that one search returns, at most."""
    rerank: bool = False
    """Whether a reranking model orders them anew."""

    def offline(self) -> RetrievalOptions:
        """Return the options closest to these that make no call, for a plan."""
        mode: SearchMode = "hybrid" if self.mode == "dense" else self.mode
        return replace(self, mode=mode, rerank=False)
