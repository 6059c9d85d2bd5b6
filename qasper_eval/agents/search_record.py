"""What an agent records of a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.prediction_parts import TraceStep

from .text import well_formed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.prediction_parts import Retrieved
    from qasper_eval.providers.base import ChatSession

    from .retrieval.search_options import RetrievalOptions
    from .retrieval.services import SearchServices


def search_step(query: str, options: RetrievalOptions, found: Sequence[Retrieved]) -> TraceStep:
    """Return the trace step of a search: words and options in, paragraphs with ranks and scores out."""
    return TraceStep(
        step="retrieve",
        input={
            "query": well_formed(query),
            "mode": options.mode,
            "top_k": options.top_k,
            "rerank": options.rerank,
        },
        output=found_json(found),
    )


def found_json(found: Sequence[Retrieved]) -> list[dict[str, float]]:
    """Return a ranked list as JSON values."""
    return [{"paragraph": entry.paragraph, "rank": entry.rank, "score": entry.score} for entry in found]


def total_cost(session: ChatSession, search: SearchServices) -> float | None:
    """Return the price of a question's chat, embedding and reranking calls; None when one is unknown."""
    parts = (session.cost_usd, search.cost_usd)
    return None if None in parts else sum(part for part in parts if part is not None)
