"""What an agent says of one question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# At run time too: what an agent returns can then be read by libraries that look up the types of a record's fields.
from .prediction_parts import Citation, Claim, Retrieved, TraceStep, Usage  # noqa: TC001  # because of the line above

Status = Literal["answered", "declined", "escalated"]
UNANSWERABLE = "Unanswerable"
"""The text of a declined prediction, as the authors' evaluator expects it."""


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
