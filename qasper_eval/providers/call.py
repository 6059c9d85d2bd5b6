"""One attempt, from the gate to the record."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic

from qasper_eval.providers.budget import Grant, Shortage
from qasper_eval.providers.exchange import Exchange, ReplyT
from qasper_eval.providers.faults import Fault
from qasper_eval.providers.headers import kept_headers, rate_headers
from qasper_eval.providers.outcomes import judge_transport
from qasper_eval.providers.wire import TransportError, WireReply

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from qasper_eval.providers.budget import Budget
    from qasper_eval.providers.clock import Clock
    from qasper_eval.providers.headers import RateHeaders
    from qasper_eval.providers.limiter import Limiter, Reservation, Result
    from qasper_eval.providers.tariff import Tariff


_OVERLOADED = frozenset({503, 529})


@dataclass(frozen=True, slots=True)
class Attempt(Generic[ReplyT]):
    """What one attempt came to."""

    result: ReplyT | Fault
    """A well-formed completion, or what went wrong."""
    left_at: float
    """Epoch of leaving."""
    seconds: float
    """From leaving to the last byte."""
    status: int | None
    """HTTP status; None when no response came."""
    cost_usd: float | None
    """Price of the completion; 0 without one, None where unknown."""
    kept: Mapping[str, str]
    """Allow-listed headers."""
    rate: RateHeaders | None
    """What the headers say about pacing."""


class Gate:
    """Sends attempts through the limiter and the budget and gives back what they reserved, whatever happens."""

    def __init__(self, limiter: Limiter, budget: Budget, tariff: Tariff, clock: Clock) -> None:
        self.limiter = limiter
        self.budget = budget
        self.tariff = tariff
        self._clock = clock

    async def attempt(
        self, exchange: Exchange[ReplyT], on_cancel: Callable[[float, float], None]
    ) -> Attempt[ReplyT] | Shortage:
        """Wait for a turn and make one attempt; return why not when the budget says no.

        Cancelling gives the turn back; a call under way then counts as sent, as the server may have taken it, and
        ``on_cancel`` hears when it left and how long it took.
        """
        input_tokens = self.tariff.estimate_input(exchange.input_chars)
        reservation = await self.limiter.reserve(input_tokens + exchange.output_tokens)
        result: Result = "unknown"
        rate: RateHeaders | None = None
        tokens: float | None = None
        try:
            grant = await self.budget.take(self.tariff.estimate_usd(exchange, input_tokens))
            if isinstance(grant, Shortage):
                tokens = 0.0
                return grant
            attempt = await self._send(exchange, reservation, grant, on_cancel)
            result, rate = _pacing_result(attempt), attempt.rate
            tokens = self.tariff.tokens_of(attempt.result)
        finally:
            self.limiter.settle(reservation, result, headers=rate, tokens=tokens)
        return attempt

    async def _send(
        self,
        exchange: Exchange[ReplyT],
        reservation: Reservation,
        grant: Grant,
        on_cancel: Callable[[float, float], None],
    ) -> Attempt[ReplyT]:
        left_at, started = self._clock.epoch(), self._clock.monotonic()
        reservation.sent_at = started
        was_counted, cost = True, self.tariff.nothing
        reply: WireReply | None = None
        try:
            try:
                reply = await exchange.send()
                result = exchange.parse(reply)
            except TransportError as error:
                result = judge_transport(error)
            except asyncio.CancelledError:
                on_cancel(left_at, self._clock.monotonic() - started)
                raise
            seconds = self._clock.monotonic() - started
            was_counted = not (isinstance(result, Fault) and (result.kind == "throttled" or not result.was_sent))
            cost = self.tariff.cost(result)
            if not isinstance(result, Fault):
                self.tariff.learn(exchange.input_chars, result.input_tokens)
        finally:
            self.budget.settle(grant, was_counted=was_counted, cost_usd=cost)
        return Attempt(
            result,
            left_at,
            seconds,
            reply.status if reply else None,
            cost,
            kept_headers(reply.headers) if reply else {},
            rate_headers(reply.headers, self._clock.epoch()) if reply else None,
        )


def _pacing_result(attempt: Attempt[ReplyT]) -> Result:
    fault = attempt.result
    if not isinstance(fault, Fault):
        return "answered"
    if fault.kind == "throttled":
        return "throttled"
    if fault.kind != "transient":
        return "unknown"
    return "overloaded" if fault.status in _OVERLOADED else "failed"
