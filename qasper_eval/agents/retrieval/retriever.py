"""The one method that a retriever has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from qasper_eval.prediction_parts import Retrieved

    from .query import Query


class Retriever(Protocol):
    """Ranks the paragraphs of the one paper it was built for.

    Asynchronous, because an embedding or reranking service stands behind the same method.
    """

    async def rank(self, query: Query) -> tuple[Retrieved, ...]:
        """Return the paragraphs that match at all, best first; ties go to the earlier paragraph."""
        ...
