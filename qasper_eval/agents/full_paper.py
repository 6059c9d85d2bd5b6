"""The agent that reads the whole paper in one prompt."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.providers.base import ChatRequest, Message

from .call_record import with_call_record
from .context import ContextBudget, fit_paragraphs, rank_paragraphs
from .contract_prediction import contract_prediction, is_usable
from .paragraph_ids import ParagraphIds
from .prompt import PaperBlock
from .prompt_file import PromptFile
from .reply import REPLY_SCHEMA, ReplyFault, parse_reply
from .text import well_formed

if TYPE_CHECKING:
    from loaders.records import Paper, Question
    from qasper_eval.providers.base import ChatReply
    from qasper_eval.records import Prediction

    from .chat_provider import ChatProvider
    from .context import Ranker
    from .prompt_file import DeclineMode

UNPARSABLE = "unparsable"


class FullPaperAgent:
    """Shows the paper as numbered paragraphs and asks for one JSON object .

    Instructions and paper come first and are the same bytes for all questions of a paper, the question comes last, so
    that providers serve the paper from their prefix cache. A paper that does not fit ``context_tokens`` is cut to the
    paragraphs that do, by retrieval rank for the question; its prefix is then no longer shared.

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
        rank: Ranker = rank_paragraphs,
    ) -> None:
        self._provider = provider
        self._cite_abstract = cite_abstract
        self._budget = ContextBudget(context_tokens, max_output_tokens)
        self._rank = rank
        self._prompt = PromptFile.load("full-paper", prompt_version)
        self._system = self._prompt.fill("system", decline=self._prompt.fill(f"decline {decline}"))

    @property
    def prompt_name(self) -> str:
        """Agent and prompt version, such as ``full-paper-v1``."""
        return self._prompt.name

    def prompt_sha256(self) -> str:
        """Return the sha256 (hex) of the prompt file, the instructions as sent and the reply schema."""
        parts = [self._prompt.sha256, self._system, REPLY_SCHEMA]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    async def request(self, paper: Paper, question: Question) -> ChatRequest:
        """Return what would be sent for a question, calling no model; raises as ``answer`` does."""
        return self._request(paper, question, await self._shown(paper, question))

    async def answer(self, paper: Paper, question: Question) -> Prediction:
        """Ask once and return the prediction.

        Raises:
            ItemUnmeasuredError: the reply was outside the contract twice (cause ``unparsable``), nothing fits into
                the context (``context``), or the provider's own causes.
        """
        ids = await self._shown(paper, question)
        request = self._request(paper, question, ids)
        session = self._provider.session(question.id)
        reply = await session.chat(request, accept=unusable_cause)
        parsed = parse_reply(reply.text)
        if isinstance(parsed, ReplyFault):
            raise ItemUnmeasuredError(UNPARSABLE, parsed.reason)
        prediction = contract_prediction(paper, question, parsed, ids)
        return with_call_record(prediction, session, request, reply, ids, self.prompt_name)

    async def _shown(self, paper: Paper, question: Question) -> ParagraphIds:
        ids = ParagraphIds.of(paper, cite_abstract=self._cite_abstract)
        frame = self._request(paper, question, ids.only(()))
        fixed = [message.content for message in frame.messages]
        tokens_left = self._budget.left([*fixed, json.dumps(REPLY_SCHEMA)])
        return await fit_paragraphs(paper, question.text, ids, tokens_left, self._rank)

    def _request(self, paper: Paper, question: Question, ids: ParagraphIds) -> ChatRequest:
        block = PaperBlock.of(paper, ids)
        parts = [self._prompt.fill("paper", mark=block.mark, paper=block.text)]
        if ids.left_out:
            counts = {"left_out": str(ids.left_out), "total": str(len(ids.numbered))}
            parts.append(self._prompt.fill("left out", **counts))
        parts.append(self._prompt.fill(question.kind, question=well_formed(question.text).strip()))
        user = "\n\n".join(parts)
        return ChatRequest(
            messages=(Message("system", self._system), Message("user", user)), json_schema=REPLY_SCHEMA
        )


def unusable_cause(reply: ChatReply) -> str | None:
    """Return None for a reply under the contract, else the cause of the second try."""
    parsed = parse_reply(reply.text)
    return UNPARSABLE if isinstance(parsed, ReplyFault) or not is_usable(parsed) else None
