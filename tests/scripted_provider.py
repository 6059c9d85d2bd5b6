"""A provider in memory whose replies come one after the other, for agents that ask more than once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.prediction_parts import Usage
from qasper_eval.providers.base import ChatReply

if TYPE_CHECKING:
    from collections.abc import Callable

    from qasper_eval.providers.base import ChatRequest, NativeCitation


class ScriptedSession:
    """Takes the next reply for each try; one that is not accepted is followed by one second try."""

    def __init__(
        self, script: list[str | Exception], made: list[ChatRequest], citations: tuple[NativeCitation, ...]
    ) -> None:
        self._script, self._made, self._citations = script, made, citations
        self._calls = 0

    @property
    def usage(self) -> Usage:
        """Ten tokens in and five out a call."""
        return Usage(input_tokens=10 * self._calls, output_tokens=5 * self._calls, calls=self._calls)

    @property
    def cost_usd(self) -> float | None:
        """A quarter of a dollar a call."""
        return 0.25 * self._calls

    @property
    def model_served(self) -> str | None:
        """The same model every time."""
        return "model-2026"

    @property
    def seconds(self) -> float:
        """Half a second a call."""
        return 0.5 * self._calls

    async def chat(self, request: ChatRequest, accept: Callable[[ChatReply], str | None] | None = None) -> ChatReply:
        """Return the next reply, or raise the next exception."""
        cause: str | None = None
        for _ in range(2):
            self._made.append(request)
            step = self._script.pop(0)
            if isinstance(step, Exception):
                raise step
            self._calls += 1
            reply = ChatReply(
                step, "stop", citations=self._citations, model_requested="model", model_served="model-2026"
            )
            cause = accept(reply) if accept else None
            if cause is None:
                return reply
        raise ItemUnmeasuredError(cause or "none")


class ScriptedProvider:
    """Hands one script to all its sessions and keeps the requests."""

    def __init__(self, *script: str | Exception, citations: tuple[NativeCitation, ...] = ()) -> None:
        self.left: list[str | Exception] = [*script]
        self.requests: list[ChatRequest] = []
        self.opened: list[str] = []
        self._citations = citations

    def session(self, question_id: str) -> ScriptedSession:
        """Return a new session."""
        self.opened.append(question_id)
        return ScriptedSession(self.left, self.requests, self._citations)
