"""A made-up paper and a provider in memory, for the tests of model agents."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loaders.records import Paper, Paragraph, Question
from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.prediction_parts import Usage
from qasper_eval.providers.base import ChatReply

if TYPE_CHECKING:
    from collections.abc import Callable

    from qasper_eval.providers.base import ChatRequest

PAPER = Paper(
    id="paper",
    title="Counting  moths",
    abstract="We count moths.",
    paragraphs=(
        Paragraph("Moths are counted by lamp.", "Introduction"),
        Paragraph("   ", "Introduction"),
        Paragraph("We use a GRU.\nIt has two layers.", "Method"),
        Paragraph("The lamp is a 40 W bulb.", "Method"),
        Paragraph("FLOAT SELECTED: Table 1: Moths by night.", "", "caption"),
        Paragraph("We count moths.", "", "abstract"),
    ),
    questions=(),
)
"""Ordinals 0, 2, 3, 4 are P1 to P4; ordinal 1 is blank; the abstract is ordinal 5."""


def question(text: str = "Which network is used?", question_id: str = "q1") -> Question:
    """Return a question about PAPER, without references."""
    return Question(question_id, PAPER.id, text, ())


@dataclass
class MemorySession:
    """A session whose replies are given; a reply that is not accepted is followed by one second try."""

    texts: list[str]
    made: list[ChatRequest]
    reply: ChatReply
    usage: Usage = field(default_factory=lambda: Usage(input_tokens=10, output_tokens=5, calls=1))
    cost_usd: float | None = 0.25
    model_served: str | None = "model-2026"
    seconds: float = 0.5

    async def chat(self, request: ChatRequest, accept: Callable[[ChatReply], str | None] | None = None) -> ChatReply:
        """Return the next reply that ``accept`` takes."""
        cause: str | None = None
        for text in self.texts[:2]:
            self.made.append(request)
            reply = ChatReply(
                text, "stop", citations=self.reply.citations, model_requested="model", model_served="model-2026"
            )
            cause = accept(reply) if accept else None
            if cause is None:
                return reply
        raise ItemUnmeasuredError(cause or "none")


class MemoryProvider:
    """Gives every question the same replies and keeps the requests."""

    def __init__(self, *texts: str, reply: ChatReply | None = None) -> None:
        self.requests: list[ChatRequest] = []
        self._texts = [*texts] or [reply.text if reply else ""]
        self._reply = reply or ChatReply("", "stop")

    def session(self, question_id: str) -> MemorySession:
        """Return a new session."""
        del question_id
        return MemorySession(self._texts, self.requests, self._reply)
