"""The one method that an embedding model has."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

Vector: TypeAlias = "array[float]"
"""A text as 32-bit floats; the same whether it was computed now or read from the cache."""

Purpose = Literal["document", "query"]
"""What a text is embedded for; some models embed a question otherwise than a paragraph."""


class Embedder(Protocol):
    """Turns texts into vectors of one length, close to each other where the texts mean the same."""

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> tuple[Vector, ...]:
        """Return one vector a text, in order; no texts give ()."""
        ...


def vector_of(values: Sequence[float]) -> Vector:
    """Round numbers to the 32-bit floats that the cache keeps."""
    return array("f", values)
