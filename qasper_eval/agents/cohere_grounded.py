"""The agent on Cohere's grounded generation: paragraphs as documents, native citations."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from qasper_eval.providers.base import ChatRequest, Document, Message

from .call_record import with_call_record
from .context import ContextBudget, estimated_tokens, fit_paragraphs, rank_paragraphs
from .declining import is_decline_word
from .grounded_prediction import grounded_prediction
from .grounded_short import SECTION, short_request, shorten
from .paragraph_ids import ParagraphIds
from .prompt import section_heading
from .prompt_file import PromptFile
from .short_reply import SHORT_SCHEMA
from .text import well_formed

if TYPE_CHECKING:
    from loaders.records import Paper, Question
    from qasper_eval.prediction_parts import TraceStep
    from qasper_eval.providers.base import ChatReply
    from qasper_eval.records import Prediction

    from .chat_provider import ChatProvider
    from .context import Ranker
    from .prompt_file import DeclineMode
    from .short_reply import ShortReply


class CohereGroundedAgent:
    """Sends every paragraph as a document and takes the reply's text as the prose, its citation spans as citations.

    From prompt version v2 on, a second call puts the prose into the short form that answer F1 compares; when that
    call comes to nothing, and in v1, the prose is the answer.

    Title and abstract are not sent, unless the abstract may be cited, for whatever is a document is citable. A paper
    that does not fit ``context_tokens`` is cut as for ``full-paper``.

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
        prompt_version: str = "v2",
        rank: Ranker = rank_paragraphs,
    ) -> None:
        self._provider = provider
        self._cite_abstract = cite_abstract
        self._budget = ContextBudget(context_tokens, max_output_tokens)
        self._rank = rank
        self._prompt = PromptFile.load("cohere-grounded", prompt_version)
        self._system = self._prompt.fill("system", decline=self._prompt.fill(f"decline {decline}"))

    @property
    def prompt_name(self) -> str:
        """Agent and prompt version, such as ``cohere-grounded-v2``."""
        return self._prompt.name

    @property
    def most_calls(self) -> int:
        """Calls that one question takes at most, second tries apart."""
        return 2 if self._shortens else 1

    def prompt_sha256(self) -> str:
        """Return the sha256 (hex) of the prompt file, the instructions as sent and the schema of the short form."""
        parts = [self._prompt.sha256, self._system, *([SHORT_SCHEMA] if self._shortens else [])]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    async def request(self, paper: Paper, question: Question) -> ChatRequest:
        """Return what the first call would send, calling no model; raises as ``answer`` does."""
        return self._request(paper, question, await self._shown(paper, question))

    def later_tokens(self, paper: Paper, question: Question) -> int:
        """Return the most tokens that the second call sends, instructions and longest prose; 0 without one."""
        del paper
        if not self._shortens:
            return 0
        sent = [message.content for message in short_request(self._prompt, question, "").messages]
        return sum(map(estimated_tokens, [*sent, json.dumps(SHORT_SCHEMA)])) + self._budget.output_tokens

    async def answer(self, paper: Paper, question: Question) -> Prediction:
        """Ask, have the answer shortened, and return the prediction; any text is usable.

        Raises:
            ItemUnmeasuredError: nothing fits into the context (cause ``context``), or the first call's own causes.
        """
        ids = await self._shown(paper, question)
        request = self._request(paper, question, ids)
        session = self._provider.session(question.id)
        reply = await session.chat(request, accept=unusable_cause)
        short: ShortReply | None = None
        steps: tuple[TraceStep, ...] = ()
        if self._shortens and not is_decline_word(reply.text):
            short, step = await shorten(session, self._prompt, question, reply.text)
            steps = (step,)
        prediction = grounded_prediction(paper, question, reply, ids, short)
        recorded = with_call_record(prediction, session, request, reply, ids, self.prompt_name)
        return replace(recorded, trace=(*recorded.trace, *steps))

    @property
    def _shortens(self) -> bool:
        return SECTION in self._prompt.sections

    async def _shown(self, paper: Paper, question: Question) -> ParagraphIds:
        ids = ParagraphIds.of(paper, cite_abstract=self._cite_abstract)
        frame = self._request(paper, question, ids.only(()))
        tokens_left = self._budget.left(message.content for message in frame.messages)
        return await fit_paragraphs(paper, question.text, ids, tokens_left, self._rank)

    def _request(self, paper: Paper, question: Question, ids: ParagraphIds) -> ChatRequest:
        documents = tuple(
            Document(
                id=f"P{number}",
                text=well_formed(paper.paragraphs[ordinal].text),
                title=section_heading(paper.paragraphs[ordinal]),
            )
            for number, ordinal in ids.shown_ids()
        )
        user = self._prompt.fill(question.kind, question=well_formed(question.text).strip())
        return ChatRequest(messages=(Message("system", self._system), Message("user", user)), documents=documents)


def unusable_cause(reply: ChatReply) -> str | None:
    """Return None for any text at all, else the cause of the second try."""
    return None if reply.text.strip() else "empty"
