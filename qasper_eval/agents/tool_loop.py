"""The agent whose model chooses what to read."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from .context import ContextBudget
from .paragraph_ids import ParagraphIds
from .prompt_file import PromptFile
from .reply import REPLY_SCHEMA
from .retrieval.search_options import RetrievalOptions
from .retrieval.services import RetrievalServices
from .tool_action import ACTION_SCHEMA
from .tool_reading import Reading
from .tool_run import ToolRun

if TYPE_CHECKING:
    from loaders.records import Paper, Question
    from qasper_eval.providers.base import ChatRequest
    from qasper_eval.records import Prediction

    from .chat_provider import ChatProvider
    from .prompt_file import DeclineMode


class ToolLoopAgent:
    """Shows the outline, then up to ``max_steps`` times lets the model read a section, search, or answer.

    Steps are JSON replies under a strict schema, so every server will do. The reading ends with an answer, with
    ``done``, when an action is repeated, or when no step is left; without an answer by then one last call must give
    it. All calls of a question share one session and so one budget of tries.

    Raises:
        UsageError: on construction, when there is no such prompt version.
    """

    def __init__(
        self,
        provider: ChatProvider,
        *,
        cite_abstract: bool = False,
        decline: DeclineMode = "balanced",
        context_tokens: int | None = None,
        max_output_tokens: int = 1024,
        prompt_version: str = "v1",
        max_steps: int = 4,
        retrieval: RetrievalOptions | None = None,
        services: RetrievalServices | None = None,
    ) -> None:
        self._provider = provider
        self._cite_abstract = cite_abstract
        self._budget = ContextBudget(context_tokens, max_output_tokens)
        self._max_steps = max_steps
        self._options = retrieval or RetrievalOptions()
        self._services = services or RetrievalServices()
        self._prompt = PromptFile.load("tool-loop", prompt_version)
        self._system = self._prompt.fill("system", decline=self._prompt.fill(f"decline {decline}"))

    @property
    def prompt_name(self) -> str:
        """Agent and prompt version, such as ``tool-loop-v1``."""
        return self._prompt.name

    @property
    def most_calls(self) -> int:
        """Chat calls that one question takes at most, second tries apart."""
        return self._max_steps + 1

    def prompt_sha256(self) -> str:
        """Return the sha256 (hex) of the prompt file, the instructions as sent and both reply schemas."""
        parts = [self._prompt.sha256, self._system, ACTION_SCHEMA, REPLY_SCHEMA]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    async def request(self, paper: Paper, question: Question) -> ChatRequest:
        """Return what the first call would send, calling no model; raises as ``answer`` does."""
        return self._reading(paper, question).step_request()

    def later_tokens(self, paper: Paper, question: Question) -> int:
        """Return the most tokens that the calls after the first send together: each the whole paper, once shown."""
        each = self._reading(paper, question).most_tokens(self._max_steps)
        if self._budget.context_tokens is not None:
            each = min(each, self._budget.context_tokens)
        return self._max_steps * each

    async def answer(self, paper: Paper, question: Question) -> Prediction:
        """Let the model read and return the prediction.

        Raises:
            ItemUnmeasuredError: a reply was outside its contract twice (cause ``unparsable``), the outline does not
                fit into the context (``context``), or the providers' own causes.
        """
        run = ToolRun(
            paper,
            question,
            self._reading(paper, question),
            session=self._provider.session(question.id),
            search=self._services.open(question.id),
            options=self._options,
            prompt=self.prompt_name,
            with_abstract=self._cite_abstract,
        )
        answer = await run.read(self._max_steps)
        return run.prediction(answer or await run.last_answer())

    def _reading(self, paper: Paper, question: Question) -> Reading:
        return Reading(
            paper,
            question,
            ParagraphIds.of(paper, cite_abstract=self._cite_abstract),
            prompt=self._prompt,
            system=self._system,
            budget=self._budget,
            steps=self._max_steps,
        )
