"""One question of the agent whose model chooses what to read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.prediction_parts import TraceStep

from .call_record import request_sha256
from .contract_prediction import contract_prediction
from .full_paper import UNPARSABLE
from .reply import ReplyFault
from .retrieval.query import Query
from .retrieval.search import paper_search
from .search_record import found_json, total_cost
from .text import well_formed
from .tool_action import parse_action, unusable_action, unusable_answer

if TYPE_CHECKING:
    from loaders.records import Paper, Question
    from qasper_eval.prediction_parts import JsonValue, Retrieved
    from qasper_eval.providers.base import ChatReply, ChatRequest, ChatSession
    from qasper_eval.records import Prediction

    from .reply import ContractReply
    from .retrieval.search_options import RetrievalOptions
    from .retrieval.services import SearchServices
    from .tool_action import Action
    from .tool_reading import Reading


class ToolRun:
    """Makes the calls of one question and keeps its trace."""

    def __init__(
        self,
        paper: Paper,
        question: Question,
        reading: Reading,
        *,
        session: ChatSession,
        search: SearchServices,
        options: RetrievalOptions,
        prompt: str,
        with_abstract: bool,
    ) -> None:
        self._paper, self._question, self._reading = paper, question, reading
        self._session, self._search, self._options, self._prompt = session, search, options, prompt
        self._with_abstract = with_abstract
        self._model = ""
        sections = [section.title for section in reading.outline.sections]
        self._trace = [TraceStep("outline", {"paragraphs": len(reading.ids.numbered)}, {"sections": sections})]

    async def read(self, max_steps: int) -> ContractReply | None:
        """Let the model choose up to ``max_steps`` times; return its answer, or None when it gave none."""
        seen: set[tuple[str, str]] = set()
        for left in range(max_steps - 1, -1, -1):
            request = self._reading.step_request()
            reply = await self._session.chat(request, accept=unusable_action)
            action = parse_action(reply.text)
            if isinstance(action, ReplyFault):
                raise ItemUnmeasuredError(UNPARSABLE, action.reason)
            self._model = reply.model_requested
            if action.answer is not None:
                self._add("answer", request, reply, {"ended": "answer"})
                return action.answer
            if action.name == "done" or action.key in seen:
                ended = "done" if action.name == "done" else "repeat"
                self._add(action.name, request, reply, {"argument": action.argument, "ended": ended})
                self._reading.end(action)
                return None
            seen.add(action.key)
            await self._do(action, request, reply, left)
        return None

    async def last_answer(self) -> ContractReply:
        """Ask for the answer, now that the reading is over."""
        request = self._reading.last_request()
        reply = await self._session.chat(request, accept=unusable_answer)
        action = parse_action(reply.text)
        if isinstance(action, ReplyFault) or action.answer is None:
            raise ItemUnmeasuredError(UNPARSABLE, "no answer in the last call")
        self._model = reply.model_requested
        self._add("answer", request, reply, {"ended": "last call"})
        return action.answer

    def prediction(self, answer: ContractReply) -> Prediction:
        """Put the answer in Qasper's terms, with what was read and what it cost."""
        ids = self._reading.ids
        return replace(
            contract_prediction(self._paper, self._question, answer, ids),
            retrieved=self._reading.retrieved,
            model=self._model or None,
            model_served=self._session.model_served,
            usage=self._session.usage,
            cost_usd=total_cost(self._session, self._search),
            trace=tuple(self._trace),
        )

    async def _do(self, action: Action, request: ChatRequest, reply: ChatReply, left: int) -> None:
        output: dict[str, JsonValue] = {"argument": action.argument}
        wanted = self._reading.outline.find(action.argument)
        if action.name == "search":
            found = await self._found(action.argument)
            wanted = tuple(entry.paragraph for entry in found)
            output["found"] = found_json(found)
        shown = await self._reading.show(action, wanted, left)
        output |= {"wanted": None if wanted is None else len(wanted), "shown": [*shown]}
        self._add(action.name, request, reply, output)

    async def _found(self, words: str) -> tuple[Retrieved, ...]:
        retriever = paper_search(self._paper, self._options, self._search, with_abstract=self._with_abstract)
        return (await retriever.rank(Query.of(words)))[: self._options.top_k]

    def _add(self, step: str, request: ChatRequest, reply: ChatReply, output: dict[str, JsonValue]) -> None:
        sent = {"prompt": self._prompt, "sha256": request_sha256(request)}
        self._trace.append(TraceStep(step, sent, {**output, "reply": well_formed(reply.text)}))
