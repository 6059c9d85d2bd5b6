"""Several retrievers as one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .fusion import reciprocal_rank_fusion

if TYPE_CHECKING:
    from qasper_eval.prediction_parts import Retrieved

    from .query import Query
    from .retriever import Retriever


@dataclass(frozen=True, slots=True)
class Hybrid:
    """Reciprocal rank fusion of what its parts return."""

    parts: tuple[Retriever, ...]
    """Retrievers of the same paper."""

    async def rank(self, query: Query) -> tuple[Retrieved, ...]:
        """Ask every part and fuse; no match in any gives ()."""
        return reciprocal_rank_fusion([await part.rank(query) for part in self.parts])
