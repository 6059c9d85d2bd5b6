"""What a prediction is made of: citations, claims, what was retrieved, what was done and what it cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

JsonValue = Any
"""A value that JSON can hold."""


@dataclass(frozen=True, slots=True)
class Citation:
    """One citation of one paragraph; offsets count code points and are None where unknown."""

    paragraph: int
    """Ordinal of the cited paragraph in its paper."""
    start: int | None = None
    """Start in ``answer_text`` of what the citation supports."""
    end: int | None = None
    """End (exclusive) in ``answer_text``."""
    quote_start: int | None = None
    """Start in the paragraph of the passage that was used."""
    quote_end: int | None = None
    """End (exclusive) in the paragraph."""


@dataclass(frozen=True, slots=True)
class Claim:
    """A sentence of the answer with the citations that it carries."""

    start: int
    """Start in ``answer_text``."""
    end: int
    """End (exclusive) in ``answer_text``."""
    citations: tuple[int, ...] = ()
    """Indices into ``Prediction.citations``."""


@dataclass(frozen=True, slots=True)
class Retrieved:
    """A paragraph that retrieval returned."""

    paragraph: int
    """Ordinal in its paper."""
    rank: int
    """1 for the best."""
    score: float
    """The retriever's own score; higher is better."""


@dataclass(frozen=True, slots=True)
class TraceStep:
    """One step of an agent, for a reader; inputs and outputs are JSON values."""

    step: str
    """What was done: ``plan``, ``retrieve``, ``extract``, ``critic``, …"""
    input: JsonValue
    """What went in."""
    output: JsonValue
    """What came out."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of the calls behind one prediction; None where the provider names none."""

    input_tokens: int | None = None
    """Tokens sent."""
    output_tokens: int | None = None
    """Tokens received, reasoning included."""
    cached_tokens: int | None = None
    """Of the tokens sent, those read from the provider's prefix cache."""
    reasoning_tokens: int | None = None
    """Of the tokens received, those spent thinking."""
    calls: int = 0
    """Provider calls, replays from the memo included."""
