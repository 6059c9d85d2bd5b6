"""The agent that searches the paper first and reads only what was found."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING

from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.providers.base import ChatRequest, Message

from .call_record import with_call_record
from .context import ContextBudget, fit_paragraphs
from .contract_prediction import contract_prediction
from .full_paper import UNPARSABLE, unusable_cause
from .paragraph_ids import ParagraphIds
from .prompt import PaperBlock
from .prompt_file import PromptFile
from .reply import REPLY_SCHEMA, ReplyFault, parse_reply
from .retrieval.query import Query
from .retrieval.search import paper_search
from .retrieval.search_options import RetrievalOptions
from .retrieval.services import RetrievalServices, SearchServices
from .search_record import search_step, total_cost
from .text import well_formed

if TYPE_CHECKING:
    from loaders.records import Paper, Question
    from qasper_eval.prediction_parts import Retrieved
    from qasper_eval.records import Prediction

    from .chat_provider import ChatProvider
    from .prompt_file import DeclineMode


class RetrieveThenReadAgent:
    """Shows the ``top_k`` paragraphs that a search finds for the question, in paper order under their usual ids.

    What was retrieved is recorded with its scores. Of paragraphs that do not fit ``context_tokens`` the best ranked
    are shown. A search that finds nothing shows title and abstract only.

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
        retrieval: RetrievalOptions | None = None,
        services: RetrievalServices | None = None,
    ) -> None:
        self._provider = provider
        self._cite_abstract = cite_abstract
        self._budget = ContextBudget(context_tokens, max_output_tokens)
        self._options = retrieval or RetrievalOptions()
        self._services = services or RetrievalServices()
        self._prompt = PromptFile.load("retrieve-then-read", prompt_version)
        self._system = self._prompt.fill("system", decline=self._prompt.fill(f"decline {decline}"))

    @property
    def prompt_name(self) -> str:
        """Agent and prompt version, such as ``retrieve-then-read-v1``."""
        return self._prompt.name

    @property
    def most_calls(self) -> int:
        """Chat calls that one question takes at most, second tries apart."""
        return 1

    def prompt_sha256(self) -> str:
        """Return the sha256 (hex) of the prompt file, the instructions as sent and the reply schema."""
        parts = [self._prompt.sha256, self._system, REPLY_SCHEMA]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    async def request(self, paper: Paper, question: Question) -> ChatRequest:
        """Return what would be sent for a question, calling no model; raises as ``answer`` does.

        Where the search needs a model, lexical search stands in for it: as many paragraphs, perhaps others.
        """
        found = await self._found(paper, question, self._options.offline(), SearchServices())
        return self._request(paper, question, await self._shown(paper, question, found))

    async def answer(self, paper: Paper, question: Question) -> Prediction:
        """Search, ask once and return the prediction.

        Raises:
            ItemUnmeasuredError: the reply was outside the contract twice (cause ``unparsable``), nothing that was
                found fits into the context (``context``), or the providers' own causes.
        """
        search = self._services.open(question.id)
        found = await self._found(paper, question, self._options, search)
        ids = await self._shown(paper, question, found)
        request = self._request(paper, question, ids)
        session = self._provider.session(question.id)
        reply = await session.chat(request, accept=unusable_cause)
        parsed = parse_reply(reply.text)
        if isinstance(parsed, ReplyFault):
            raise ItemUnmeasuredError(UNPARSABLE, parsed.reason)
        prediction = contract_prediction(paper, question, parsed, ids)
        recorded = with_call_record(prediction, session, request, reply, ids, self.prompt_name)
        return replace(
            recorded,
            retrieved=found,
            cost_usd=total_cost(session, search),
            trace=(search_step(question.text, self._options, found), *recorded.trace),
        )

    async def _found(
        self, paper: Paper, question: Question, options: RetrievalOptions, services: SearchServices
    ) -> tuple[Retrieved, ...]:
        retriever = paper_search(paper, options, services, with_abstract=self._cite_abstract)
        return (await retriever.rank(Query.of(question.text)))[: options.top_k]

    async def _shown(self, paper: Paper, question: Question, found: tuple[Retrieved, ...]) -> ParagraphIds:
        ordinals = tuple(entry.paragraph for entry in found)
        ids = ParagraphIds.of(paper, cite_abstract=self._cite_abstract)
        frame = self._request(paper, question, ids.only(()))
        fixed = [message.content for message in frame.messages]
        tokens_left = self._budget.left([*fixed, json.dumps(REPLY_SCHEMA)])

        async def best_first(_paper: Paper, _question: str) -> tuple[int, ...]:
            return ordinals

        return await fit_paragraphs(paper, question.text, ids.only(ordinals), tokens_left, best_first)

    def _request(self, paper: Paper, question: Question, ids: ParagraphIds) -> ChatRequest:
        block = PaperBlock.of(paper, ids)
        counts = {"shown": str(len(ids.shown)), "total": str(len(ids.numbered))}
        user = "\n\n".join(
            (
                self._prompt.fill("paper", mark=block.mark, paper=block.text),
                self._prompt.fill("shown", **counts),
                self._prompt.fill(question.kind, question=well_formed(question.text).strip()),
            )
        )
        return ChatRequest(
            messages=(Message("system", self._system), Message("user", user)), json_schema=REPLY_SCHEMA
        )
