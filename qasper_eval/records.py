"""What a run says: predictions, their citations and claims, and what a call cost."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Status = Literal["answered", "declined", "escalated"]
JsonValue = Any
"""A value that JSON can hold."""

UNANSWERABLE = "Unanswerable"
"""The text of a declined prediction, as the authors' evaluator expects it."""


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


@dataclass(frozen=True, slots=True)
class Prediction:
    """One finished question; a line of predictions.jsonl."""

    question_id: str
    """Id of the question."""
    predicted_answer: str
    """Short answer in the official terms; ``Unanswerable`` when declined."""
    predicted_evidence: tuple[str, ...] = ()
    """Texts of the cited paragraphs, de-duplicated, in citation order."""
    paper_id: str = ""
    """Id of the paper; empty in files of the bare official format."""
    status: Status = "answered"
    """answered, declined or escalated."""
    answer_type: str | None = None
    """The agent's own statement of its answer type."""
    declined: bool | None = None
    """The structured field; None in files of the bare official format."""
    answer_text: str | None = None
    """The prose; None where the short answer is all there is."""
    citations: tuple[Citation, ...] = ()
    """Valid citations in order."""
    claims: tuple[Claim, ...] = ()
    """Sentences of the prose."""
    retrieved: tuple[Retrieved, ...] | None = None
    """Ranked list; None where the agent retrieves nothing."""
    invalid_citations: int | None = None
    """Citations that name nothing shown; None where unknown."""
    model: str | None = None
    """Model asked for."""
    model_served: str | None = None
    """Model that answered, from the response; None where the provider names none."""
    usage: Usage | None = None
    """Tokens and calls; None for agents without a model."""
    cost_usd: float | None = None
    """Cost in US dollars; None where the price is unknown."""
    seconds: float | None = None
    """Wall-clock time of the question."""
    trace: tuple[TraceStep, ...] = ()
    """What the agent did."""

    @property
    def is_declined(self) -> bool:
        """Whether the structured field says declined."""
        return self.declined is True
