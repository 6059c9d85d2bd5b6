"""What a model agent needs of a provider."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from qasper_eval.providers.base import ChatSession


class ChatProvider(Protocol):
    """Opens a session for each question."""

    def session(self, question_id: str) -> ChatSession:
        """Return the session that counts the calls behind one question."""
        ...
