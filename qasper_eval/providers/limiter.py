"""Who may send when: requests, tokens and concurrency reserved together, first come first served."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from qasper_eval.providers.allowance import Allowance
from qasper_eval.providers.pace import Pace
from qasper_eval.providers.waiting import wait_for

if TYPE_CHECKING:
    from collections.abc import Callable

    from qasper_eval.providers.clock import Clock
    from qasper_eval.providers.headers import RateHeaders
    from qasper_eval.providers.window import Entry

Result = Literal["answered", "throttled", "overloaded", "failed", "unknown"]
"""answered: served. throttled: 429. overloaded: the server says so (503). failed: it broke otherwise. unknown:
nothing is learned."""

_WORTH_SAYING = 2.0
_SAY_EVERY = 30.0
_SAY_AT_LEAST = 3600.0
_SHORTEST_WAIT = 0.0005
_FULL_WINDOW = 61.0


@dataclass(slots=True, eq=False)
class Reservation:
    """The right to one request, held until it is settled."""

    sent_at: float
    """Monotonic time of leaving."""
    tokens: Entry
    """Tokens counted for it."""
    ordinal: int
    """How many requests had left before."""
    tokens_before: float
    """How many tokens had left, its own included."""
    held_by_rate: bool
    """Whether the learned rate made it wait."""
    held_by_window: bool
    """Whether the concurrency window was full when it left."""
    is_settled: bool = False
    """Whether it was given back."""


class Limiter:
    """One gate for one key and model. Everything it knows about time comes from the clock it is given."""

    def __init__(
        self,
        clock: Clock,
        *,
        max_concurrency: int,
        requests_per_minute: float | None = None,
        tokens_per_minute: float | None = None,
        say: Callable[[str], None] | None = None,
    ) -> None:
        """``say`` hears what a wait is for, and "" when it is over."""
        now = clock.monotonic()
        self._clock = clock
        self._say: Callable[[str], None] = say or (lambda _message: None)
        self.pace = Pace(max_concurrency, now)
        self._requests = Allowance(requests_per_minute, burst_share=0.25, most_burst=8.0)
        self._tokens = Allowance(tokens_per_minute, burst_share=1 / 6, most_burst=float("inf"))
        self._requests.start(now)
        self._tokens.start(now)
        self._turn = asyncio.Lock()
        self._changed = asyncio.Event()
        self._paused_until = now
        self._pause_reason = "rate limit"
        self._held_until = 0.0
        self._hold_reason = ""
        self._sent = 0
        self._sent_tokens = 0.0
        self.in_flight = 0
        self._error: Callable[[], Exception] | None = None

    async def reserve(self, tokens: float) -> Reservation:
        """Wait for the right to send one request of about ``tokens`` tokens; raises what ``stop`` was given."""
        async with self._turn:
            held_by_rate = False
            said_until = 0.0
            while True:
                if self._error:
                    raise self._error()
                now = self._clock.monotonic()
                wait, reason = self._wait(tokens, now)
                if wait <= 0:
                    break
                held_by_rate = held_by_rate or reason == "pace"
                if wait >= _WORTH_SAYING and now >= said_until:
                    self._say(f"waiting {wait:.0f} s: {self.pace.reason if reason == 'pace' else reason}")
                    said_until = now + _word_every(wait)
                await self._sleep(None if reason == "concurrency" else min(wait, _word_every(wait)))
            if said_until:
                self._say("")
            return self._leave(tokens, now, held_by_rate=held_by_rate)

    def settle(
        self,
        reservation: Reservation,
        result: Result,
        *,
        headers: RateHeaders | None = None,
        tokens: float | None = None,
    ) -> None:
        """Give a reservation back with what came of it; settling twice does nothing."""
        if reservation.is_settled:
            return
        reservation.is_settled = True
        now = self._clock.monotonic()
        self.in_flight -= 1
        if tokens is not None:
            self._tokens.correct(reservation.tokens, tokens, now)
        if headers is not None:
            sent_after = self._sent - reservation.ordinal - 1
            self._requests.hear(headers.requests, reservation.sent_at, sent_after, now)
            tokens_after = self._sent_tokens - reservation.tokens_before
            self._tokens.hear(headers.tokens, reservation.sent_at, tokens_after, now)
        self._learn(reservation, result, now)
        if result == "throttled" and headers is not None:
            self._sit_out(headers)
        self._changed.set()

    def pause(self, seconds: float, reason: str) -> None:
        """Let nobody leave for so long."""
        until = self._clock.monotonic() + seconds
        if until > self._paused_until:
            self._paused_until, self._pause_reason = until, reason
            self._changed.set()

    def hold_until(self, epoch: float, reason: str) -> bool:
        """Let nobody leave before a time of the wall clock, however long this machine sleeps; False if none could."""
        if epoch <= self._held_until:
            return False
        self._held_until, self._hold_reason = epoch, reason
        self._changed.set()
        return True

    def stop(self, error: Callable[[], Exception]) -> None:
        """Let nobody leave any more: all who wait or come get the error."""
        self._error = error
        self._changed.set()

    def _learn(self, reservation: Reservation, result: Result, now: float) -> None:
        if result == "answered":
            self.pace.succeeded(
                now - reservation.sent_at,
                now,
                held_by_rate=reservation.held_by_rate,
                held_by_window=reservation.held_by_window,
            )
        elif result == "throttled":
            if self.pace.throttled(reservation.sent_at, now, self._requests.per_second):
                self._requests.overrun(now)
        elif result in {"overloaded", "failed"}:
            self.pace.failed(reservation.sent_at, now, says_overloaded=result == "overloaded")

    def _sit_out(self, headers: RateHeaders) -> None:
        """Wait as told; where a second 429 in a row shows a fixed window, wait for its end."""
        if headers.retry_after_s is not None:
            self.pause(headers.retry_after_s, "rate limit")
        elif self.pace.dry > 1:
            for state in (headers.requests, headers.tokens):
                if state.remaining == 0 and state.reset_s:
                    self.pause(min(state.reset_s, _FULL_WINDOW), "rate limit")

    def _leave(self, tokens: float, now: float, *, held_by_rate: bool) -> Reservation:
        self.pace.sent(now)
        self._requests.take(1.0, now)
        entry = self._tokens.take(tokens, now)
        self.in_flight += 1
        self._sent_tokens += tokens
        full = self.in_flight >= int(self.pace.window)
        reservation = Reservation(now, entry, self._sent, self._sent_tokens, held_by_rate, held_by_window=full)
        self._sent += 1
        return reservation

    def _wait(self, tokens: float, now: float) -> tuple[float, str]:
        """Return the longest wait among all reasons, and its reason; (0, "") when there is none."""
        waits = (
            (self._paused_until - now, self._pause_reason),
            (self._held_until - self._clock.epoch(), self._hold_reason),
            (self._requests.delay(1.0, now), "rate limit"),
            (self._tokens.delay(tokens, now), "token rate limit"),
            (self.pace.delay(now), "pace"),
        )
        wait, reason = max(waits)
        if wait > 0:
            return max(wait, _SHORTEST_WAIT), reason
        if self.in_flight >= max(1, int(self.pace.window)):
            return 1.0, "concurrency"
        return 0.0, ""

    async def _sleep(self, seconds: float | None) -> None:
        """Sleep, or until something changes; for ``None`` only a change helps."""
        self._changed.clear()
        await wait_for(self._changed, self._clock, seconds)


def _word_every(wait: float) -> float:
    """Return how long to sleep before looking and speaking again: the longer the wait, the rarer."""
    return max(_SAY_EVERY, min(_SAY_AT_LEAST, wait / 50))
