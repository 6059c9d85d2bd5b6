"""The caller above one vendor client: waits, retries, stops, remembers and records."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NoReturn

from qasper_eval.errors import ItemUnmeasuredError, RunStoppedError
from qasper_eval.providers.budget import Shortage
from qasper_eval.providers.clock import next_day, next_month, utc_text
from qasper_eval.providers.faults import Fault
from qasper_eval.providers.health import Health
from qasper_eval.providers.session import Session
from qasper_eval.providers.waiting import wait_for

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from qasper_eval.providers.call import Attempt, Gate
    from qasper_eval.providers.call_record import CallRecord
    from qasper_eval.providers.clock import Clock
    from qasper_eval.providers.exchange import Exchange, ReplyT
    from qasper_eval.providers.memo import Memo
    from qasper_eval.providers.settings import ProviderSettings
    from qasper_eval.providers.tries import Tries
    from qasper_eval.providers.vendor import VendorClient

_FIRST_BACK_OFF = 0.5
_LONGEST_BACK_OFF = 30.0
_LONG_WAIT = 300.0
_PROBE_EVERY = 86400.0
_WORTH_SAYING = 2.0


class Provider:
    """One model that any number of questions may ask at once; made by ``open_provider``."""

    def __init__(
        self,
        settings: ProviderSettings,
        client: VendorClient,
        gate: Gate,
        memo: Memo | None,
        clock: Clock,
        *,
        sink: Callable[[CallRecord], None],
        say: Callable[[str], None],
        wait_for_quota: bool,
        jitter: random.Random,
    ) -> None:
        self.settings = settings
        self.client = client
        self.gate = gate
        self.memo = memo
        self.sink = sink
        self.clock = clock
        self._say = say
        self._wait_for_quota = wait_for_quota
        self._jitter = jitter
        self._health = Health()
        self._stop: Callable[[], RunStoppedError] | None = None
        self._has_stopped = asyncio.Event()

    @property
    def notes(self) -> tuple[str, ...]:
        """Parameters that the model turned out not to take, one sentence each."""
        return self.client.dialect.notes

    @property
    def calls(self) -> int:
        """Calls sent so far by this object, 429s apart."""
        return self.gate.budget.calls

    @property
    def spent_usd(self) -> float | None:
        """US dollars spent so far by this object; None when the price of one call is unknown."""
        return self.gate.budget.spent_usd

    def interrupt(self) -> None:
        """Let nothing more leave: what is in flight ends, what waits raises RunStoppedError (interrupted, 130)."""
        self._stopped("interrupted", "stopped from the keyboard or by the system", exit_code=130)

    def session(self, question_id: str) -> Session:
        """Return the calls behind one question."""
        return Session(self, question_id)

    async def attempt(self, exchange: Exchange[ReplyT], on_cancel: Callable[[float, float], None]) -> Attempt[ReplyT]:
        """Make one attempt when there is leave for it; raises RunStoppedError when there is none.

        ``on_cancel`` hears the epoch of leaving and the seconds since when an attempt under way is cancelled.
        """
        while True:
            self._check()
            outcome = await self.gate.attempt(exchange, on_cancel)
            if not isinstance(outcome, Shortage):
                if not isinstance(outcome.result, Fault):
                    self._health.completed()
                return outcome
            if not (self._wait_for_quota and outcome.reset_epoch):
                raise self._stopped(outcome.cause, outcome.detail, reset_epoch=outcome.reset_epoch)
            self._hold_until(outcome.reset_epoch)

    def adapt(self, fault: Fault, version: int) -> tuple[bool, str | None]:
        """Give up a parameter that the model rejects; return whether to try again, and the note if it was the first.

        ``version`` is the dialect's when the attempt left: what left before the others learned just tries again.
        """
        dialect = self.client.dialect
        if fault.kind != "parameter":
            return False, None
        if dialect.version != version:
            return True, None
        note = dialect.give_up(fault.param)
        return note is not None, note

    async def react(self, attempt: Attempt[ReplyT], fault: Fault, tries: Tries) -> None:
        """Do what a fault asks for, and return when the question may try again.

        Raises ItemUnmeasuredError or RunStoppedError when there is nothing to try any more.
        """
        # A proxy's page in the middle of a run says nothing about the key or the model.
        is_page = fault.kind == "rejected" and not fault.is_structured and self._health.has_worked
        if fault.kind == "transient" or is_page:
            await self._after_transient(fault, attempt, tries)
        elif fault.kind == "throttled":
            self._after_throttle(fault, attempt)
        elif fault.kind == "exhausted":
            self._after_exhaustion(fault, attempt)
        elif fault.kind == "rejected":
            raise self._stopped("rejected", _words(fault), exit_code=2)
        else:
            self._after_refusal(fault, tries)

    async def _after_transient(self, fault: Fault, attempt: Attempt[ReplyT], tries: Tries) -> None:
        if self._health.is_down():
            raise self._stopped("unreachable", _words(fault))
        tries.fail("transient", f"{fault.cause}: {_words(fault)}")
        asked = attempt.rate.retry_after_s if attempt.rate else None
        own = min(_LONGEST_BACK_OFF, _FIRST_BACK_OFF * 2.0 ** (tries.failures - 1)) * self._jitter.uniform(0.75, 1.25)
        await self._rest(max(own, min(asked or 0.0, _LONG_WAIT)), fault.cause)

    def _after_throttle(self, fault: Fault, attempt: Attempt[ReplyT]) -> None:
        now = self.clock.epoch()
        wait = _asked_wait(fault, attempt)
        if wait is not None and wait > _LONG_WAIT:
            self._quota(f"{_words(fault)} (asks to wait {wait:.0f} s)", now + wait, is_assumed=False)
        elif self._health.only_throttles(self.clock.monotonic()) and not self._wait_for_quota:
            self._quota(f"nothing but 429 for 15 minutes: {_words(fault)}", None, is_assumed=True)
        elif wait is not None:
            self.gate.limiter.pause(wait, "rate limit")

    def _after_exhaustion(self, fault: Fault, attempt: Attempt[ReplyT]) -> None:
        now = self.clock.epoch()
        wait = _asked_wait(fault, attempt)
        assumed = {"monthly": next_month(now), "daily": next_day(now)}.get(fault.cause)
        # A short Retry-After beside a used-up month or credit is a gateway's habit, not a reset.
        if wait and (wait > _LONG_WAIT or fault.cause == "daily"):
            self._quota(_words(fault), now + wait, is_assumed=False)
        elif assumed:
            note = f"{_words(fault)} (reset assumed: {utc_text(assumed)})"
            self._quota(note, assumed, is_assumed=True)
        else:
            self._quota(_words(fault), None, is_assumed=True)

    def _quota(self, detail: str, reset_epoch: float | None, *, is_assumed: bool) -> None:
        """Stop the run, or sleep till the reset when the user wants that; an assumed reset is probed daily."""
        if not self._wait_for_quota or reset_epoch is None:
            raise self._stopped("quota", detail, reset_epoch=reset_epoch)
        probe = self.clock.epoch() + _PROBE_EVERY
        self._hold_until(min(reset_epoch, probe) if is_assumed else reset_epoch)

    def _after_refusal(self, fault: Fault, tries: Tries) -> NoReturn:
        self._health.answered()
        is_general = fault.kind == "parameter" or fault.cause == "invalid_request"
        if is_general and self._health.refuses_all(tries.item):
            raise self._stopped("rejected", _words(fault), exit_code=2)
        raise ItemUnmeasuredError("invalid_request" if is_general else fault.cause, _words(fault))

    def _hold_until(self, epoch: float) -> None:
        if self.gate.limiter.hold_until(epoch, "quota"):
            self._say(f"waiting for the quota till {utc_text(epoch)}")

    async def _rest(self, seconds: float, cause: str) -> None:
        if seconds >= _WORTH_SAYING:
            self._say(f"waiting {seconds:.0f} s: {cause.replace('_', ' ')}")
        await wait_for(self._has_stopped, self.clock, seconds)
        if seconds >= _WORTH_SAYING:
            self._say("")
        self._check()

    def _check(self) -> None:
        if self._stop:
            raise self._stop()

    def _stopped(
        self, cause: str, detail: str, *, reset_epoch: float | None = None, exit_code: int = 75
    ) -> RunStoppedError:
        """Stop everything that has not left yet; the first reason stays the reason."""
        reset_at = utc_text(reset_epoch) if reset_epoch else None
        if self._stop is None:
            self._stop = lambda: RunStoppedError(cause, detail, reset_at=reset_at, exit_code=exit_code)
            self.gate.limiter.stop(self._stop)
            self._has_stopped.set()
        return self._stop()


def _asked_wait(fault: Fault, attempt: Attempt[ReplyT]) -> float | None:
    """Return the wait that the server asks for: by header, else in the body, else a used-up limit's long reset."""
    if attempt.rate and attempt.rate.retry_after_s is not None:
        return attempt.rate.retry_after_s
    if fault.wait_s is not None:
        return fault.wait_s
    states = (attempt.rate.requests, attempt.rate.tokens) if attempt.rate else ()
    resets = [state.reset_s for state in states if state.remaining == 0 and state.reset_s]
    return max((reset for reset in resets if reset > _LONG_WAIT), default=None)


def _words(fault: Fault) -> str:
    status = f"HTTP {fault.status}: " if fault.status else ""
    return f"{status}{fault.detail}"
