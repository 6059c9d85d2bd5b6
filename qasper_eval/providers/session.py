"""The calls behind one question."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.providers.faults import Fault
from qasper_eval.providers.recorder import Recorder
from qasper_eval.providers.tally import Tally
from qasper_eval.providers.tries import Tries

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from qasper_eval.prediction_parts import Usage
    from qasper_eval.providers.base import Accept, ChatReply, ChatRequest
    from qasper_eval.providers.call import Attempt
    from qasper_eval.providers.endpoint_replies import EmbedReply, RerankReply
    from qasper_eval.providers.exchange import Exchange, ReplyT
    from qasper_eval.providers.provider import Provider


class Session:
    """Shares eight tries among the calls of one question and adds up what they used; a ``ChatSession``."""

    def __init__(self, provider: Provider, question_id: str) -> None:
        self._provider = provider
        self._tries = Tries(question_id)
        self._tally = Tally()
        self._recorder = Recorder(provider.sink, question_id, provider.settings.model)

    @property
    def usage(self) -> Usage:
        """Tokens of every completion so far; a sum is None when one of them named no such count."""
        return self._tally.usage

    @property
    def cost_usd(self) -> float | None:
        """Price of every completion so far, replays at their first price; None when one price is unknown."""
        return self._tally.cost_usd

    @property
    def model_served(self) -> str | None:
        """Model of the last reply, from the response; None where the provider names none."""
        return self._tally.model_served

    @property
    def seconds(self) -> float:
        """Wall-clock seconds inside the calls, waiting included."""
        return self._tally.seconds

    async def chat(self, request: ChatRequest, accept: Accept | None = None) -> ChatReply:
        """Return one usable reply, from the memo or from the provider, waiting and retrying as needed.

        A reply that is cut, filtered, empty or outside ``accept``'s contract gets one second try, with a larger
        output budget when it was cut. Raises ItemUnmeasuredError when this question ends without a reply,
        RunStoppedError when the run must stop, ValueError for a request that the vendor's API cannot express.
        """
        exchange = self._provider.client.chat(request)

        def verdict(reply: ChatReply) -> str | None:
            return _unusable(reply) or (accept(reply) if accept else None)

        def larger(reply: ChatReply) -> Exchange[ChatReply]:
            budget = request.max_output_tokens or self._provider.settings.max_output_tokens
            if reply.finish_reason != "length" or not budget:
                return exchange
            # Thinking that used up everything needs far more room than an answer that was cut.
            factor = 2 if reply.text.strip() else 4
            return self._provider.client.chat(replace(request, max_output_tokens=budget * factor))

        return await self._ask(exchange, verdict, larger)

    async def embed(self, texts: Sequence[str], input_type: str = "search_document") -> EmbedReply:
        """Return one vector a text (at most 96 a call); raises as ``chat``, and UsageError where not offered."""
        exchange = self._provider.client.embed(texts, input_type)
        return await self._ask(exchange, lambda _reply: None, lambda _reply: exchange)

    async def rerank(self, query: str, documents: Sequence[str], top_n: int | None = None) -> RerankReply:
        """Return documents by relevance to ``query``; raises as ``chat``, and UsageError where not offered."""
        exchange = self._provider.client.rerank(query, documents, top_n)
        return await self._ask(exchange, lambda _reply: None, lambda _reply: exchange)

    async def _ask(
        self,
        exchange: Exchange[ReplyT],
        verdict: Callable[[ReplyT], str | None],
        larger: Callable[[ReplyT], Exchange[ReplyT]],
    ) -> ReplyT:
        started = self._provider.clock.monotonic()
        try:
            key = exchange.key
            remembered = self._recall(exchange, key, verdict)
            if remembered is not None:
                return remembered
            return await self._pay(exchange, key, verdict, larger)
        finally:
            self._tally.seconds += self._provider.clock.monotonic() - started

    def _recall(self, exchange: Exchange[ReplyT], key: str, verdict: Callable[[ReplyT], str | None]) -> ReplyT | None:
        """Return the remembered reply if it is (still) usable; a contract that became stricter asks again."""
        memo = self._provider.memo
        value = memo.get(key) if memo else None
        if value is None:
            return None
        try:
            reply = exchange.load(value)
        except (KeyError, TypeError, ValueError):
            return None
        if verdict(reply) is not None:
            return None
        self._tally.add(reply, self._provider.gate.tariff.cost(reply))
        self._recorder.replayed(exchange.operation, key, reply, self._provider.clock.epoch())
        return reply

    async def _pay(
        self,
        exchange: Exchange[ReplyT],
        key: str,
        verdict: Callable[[ReplyT], str | None],
        larger: Callable[[ReplyT], Exchange[ReplyT]],
    ) -> ReplyT:
        """Ask until there is a completion, and once more when it is unusable."""
        first_cause: str | None = None
        while True:
            attempt, reply = await self._complete(exchange, key, first_cause)
            cause = verdict(reply)
            self._tally.add(reply, attempt.cost_usd)
            if cause is None and self._provider.memo:
                # Before anything else: a crash from here on costs no second call.
                self._provider.memo.put(key, reply)
            self._recorder.completed(exchange.operation, key, attempt, cause)
            if cause is None:
                return reply
            self._tries.fail(cause, "unusable reply")
            if first_cause is not None:
                raise ItemUnmeasuredError(cause, "two unusable replies")
            first_cause = cause
            exchange = larger(reply)

    async def _complete(
        self, exchange: Exchange[ReplyT], key: str, first_cause: str | None
    ) -> tuple[Attempt[ReplyT], ReplyT]:
        """Make attempts until one is a well-formed completion."""
        on_cancel = partial(self._recorder.cancelled, exchange.operation, key)
        while True:
            version = self._provider.client.dialect.version
            attempt = await self._provider.attempt(exchange, on_cancel)
            result = attempt.result
            if not isinstance(result, Fault):
                return attempt, result
            adapted, note = self._provider.adapt(result, version)
            self._recorder.failed(exchange.operation, key, attempt, result, note)
            if adapted:
                continue
            try:
                await self._provider.react(attempt, result, self._tries)
            except ItemUnmeasuredError:
                if first_cause is not None and result.kind in {"refused", "parameter"}:
                    # The larger budget was refused: the reply before it stays the reason.
                    raise ItemUnmeasuredError(first_cause, result.detail) from None
                raise


def _unusable(reply: ChatReply) -> str | None:
    """Return why a well-formed completion cannot be an answer whatever the contract, None when it can."""
    if reply.finish_reason == "length":
        return "truncated"
    if reply.finish_reason == "filter":
        return "filtered"
    return None if reply.text.strip() else "empty"
