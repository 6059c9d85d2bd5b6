"""The one method that an agent has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from loaders.records import Paper, Question
    from qasper_eval.records import Prediction


class Agent(Protocol):
    """Answers questions about a paper, citing its paragraphs by ordinal.

    The paper comes without questions and the question without references, so that no agent sees human answers.
    """

    async def answer(self, paper: Paper, question: Question) -> Prediction:
        """Return a finished prediction; raise ItemUnmeasuredError when there is none."""
        ...


@runtime_checkable
class Closable(Protocol):
    """An agent that holds something till the run ends: connections, threads."""

    async def aclose(self) -> None:
        """Give it back."""
        ...
