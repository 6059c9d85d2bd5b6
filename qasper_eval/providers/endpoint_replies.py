"""Replies of the endpoints beside chat."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class _Counts:
    """What ``ChatReply`` says about tokens and models, with the same names and meanings."""

    model_served: str | None = None
    system_fingerprint: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    cached_tokens: int | None = None
    reasoning_tokens: int | None = None
    billed_input_tokens: int | None = None
    billed_output_tokens: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedReply(_Counts):
    """Vectors of texts."""

    vectors: tuple[tuple[float, ...], ...]
    """One vector a text, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankReply(_Counts):
    """Documents in order of relevance; charged by the search, so its price is unknown here."""

    ranking: tuple[tuple[int, float], ...]
    """Index of a document and its relevance in [0, 1], best first."""
