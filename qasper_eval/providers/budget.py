"""What may still be sent: calls of this run, dollars of this run, calls of this month."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from qasper_eval.providers.clock import next_month

if TYPE_CHECKING:
    from collections.abc import Callable

    from qasper_eval.providers.clock import Clock
    from qasper_eval.providers.ledger import Ledger
    from qasper_eval.providers.settings import ProviderSettings


@dataclass(frozen=True, slots=True)
class Shortage:
    """Why the next call may not leave."""

    cause: str
    """``budget`` or ``quota``."""
    detail: str
    """One sentence."""
    reset_epoch: float | None = None
    """When it will be over; None when nothing but the user ends it."""


@dataclass(slots=True, eq=False)
class Grant:
    """Leave for one call."""

    taken_at: float
    """Epoch at which it was counted."""
    reserved_usd: float
    """Dollars set aside for it."""


@dataclass(slots=True, eq=False)
class Spending:
    """What the budgets of one run have let go so far."""

    calls: int = 0
    """Calls sent, 429s apart."""
    in_flight: int = 0
    """Calls granted and not settled."""
    reserved_usd: float = 0.0
    """Dollars set aside for them."""
    spent_usd: float = 0.0
    """Dollars spent, as far as prices are known."""
    settled: asyncio.Event = field(default_factory=asyncio.Event)
    """Set whenever a call is settled."""


class Budget:
    """Grants calls one by one; what is in flight counts until it is known to have been free."""

    def __init__(self, settings: ProviderSettings, ledger: Ledger, clock: Clock, say: Callable[[str], None]) -> None:
        """Limits come from ``settings``, the month's count from ``ledger``; ``say`` hears when it cannot be kept."""
        self._settings = settings
        self._say = say
        self._ledger = ledger
        self._clock = clock
        self._run = Spending()
        self._spent_usd = 0.0
        self._is_spent_known = True
        self.calls = 0

    def join(self, other: Budget) -> None:
        """Let the limits of a run hold for both together, before this one has granted a call."""
        self._run = other.spending

    @property
    def spending(self) -> Spending:
        """What counts towards ``max_calls`` and ``max_cost_usd``."""
        return self._run

    @property
    def spent_usd(self) -> float | None:
        """US dollars so far; None when the price of one call is unknown."""
        return self._spent_usd if self._is_spent_known else None

    async def take(self, estimate_usd: float | None) -> Grant | Shortage:
        """Return leave for one call, or why there is none.

        While other calls are in flight a shortage may still vanish (a 429 is not counted, a reply may be cheaper than
        reserved), so it is only certain when nothing is in flight.
        """
        while True:
            shortage = self._shortage(estimate_usd)
            if shortage is None:
                now = self._clock.epoch()
                shortage = self._count(now)
                if shortage is None:
                    return self._grant(now, estimate_usd)
            if not self._run.in_flight:
                return shortage
            self._run.settled.clear()
            await self._run.settled.wait()

    def settle(self, grant: Grant, *, was_counted: bool, cost_usd: float | None) -> None:
        """Close a call: whether the provider counts it, and what it cost."""
        self._run.in_flight -= 1
        self._run.reserved_usd -= grant.reserved_usd
        self._run.spent_usd += cost_usd or 0.0
        self._spent_usd += cost_usd or 0.0
        self._is_spent_known = self._is_spent_known and cost_usd is not None
        if not was_counted:
            self.calls -= 1
            self._run.calls -= 1
            try:
                self._ledger.give_back(grant.taken_at)
            except sqlite3.Error as error:
                self._say(f"cannot write the usage ledger: {error}")
        self._run.settled.set()

    def _count(self, now: float) -> Shortage | None:
        """Count the call in the ledger; a ledger that fails matters only to those who set a monthly limit."""
        most = self._settings.requests_per_month
        try:
            return None if self._ledger.take(now, most) else self._month_over(now)
        except sqlite3.Error as error:
            if most is not None:
                return Shortage(
                    "quota", f"cannot count calls in the usage ledger, so requests_per_month cannot be kept: {error}"
                )
            self._say(f"cannot write the usage ledger: {error}")
            return None

    def _grant(self, now: float, estimate_usd: float | None) -> Grant:
        grant = Grant(now, estimate_usd or 0.0)
        self._run.in_flight += 1
        self._run.reserved_usd += grant.reserved_usd
        self._run.calls += 1
        self.calls += 1
        return grant

    def _shortage(self, estimate_usd: float | None) -> Shortage | None:
        most, most_usd = self._settings.max_calls, self._settings.max_cost_usd
        if most is not None and self._run.calls >= most:
            return Shortage("budget", f"max_calls reached: {most} calls sent")
        planned = self._run.spent_usd + self._run.reserved_usd + (estimate_usd or 0.0)
        if most_usd is not None and planned > most_usd:
            return Shortage(
                "budget",
                f"max_cost_usd would be exceeded: ${self._run.spent_usd:.4f} of ${most_usd:g} spent, "
                f"the next call may cost ${estimate_usd or 0.0:.4f}",
            )
        return None

    def _month_over(self, now: float) -> Shortage:
        most = self._settings.requests_per_month
        return Shortage(
            "quota",
            f"requests_per_month reached: {most} calls sent this UTC month with this key; "
            "the reset on the first of the next month is assumed",
            next_month(now),
        )
