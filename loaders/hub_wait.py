"""Waiting for the Hub, within a bound."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

_Result = TypeVar("_Result")
_FIRST_PAUSE_S = 1.0
_LONGEST_PAUSE_S = 60.0


def _say_nothing(_: str) -> None:
    return


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a load may wait for the Hub, and who is told."""

    max_wait_s: float = 600.0
    """Longest time in trouble over one load while the Hub answers, but with 429 or 5xx; 0 never waits."""
    max_unreachable_s: float = 10.0
    """Longest time in trouble at a stretch while the Hub does not answer at all."""
    say: Callable[[str], None] = _say_nothing
    """Told one sentence before each wait."""
    clock: Callable[[], float] = time.monotonic
    """Seconds, from any start."""
    sleep: Callable[[float], None] = time.sleep
    """Waits that many seconds."""


class HubOutageError(Exception):
    """The Hub cannot serve a request just now; asking again later may help.

    ``answered`` says whether an HTTP answer came at all, ``retry_after_s`` how long it asked to wait, if it did.
    """

    def __init__(self, what: str, *, answered: bool, retry_after_s: float | None = None) -> None:
        super().__init__(what)
        self.answered = answered
        self.retry_after_s = retry_after_s


class Waiter:
    """Repeats requests through an outage, with one bound for all requests of a load."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._spent_s = 0.0

    def run(self, request: Callable[[], _Result]) -> _Result:
        """Return the request's result; raise its HubOutageError when the next wait would pass the bound."""
        patience = self._patience
        pause = _FIRST_PAUSE_S
        began: float | None = None
        lost: float | None = None
        while True:
            try:
                result = request()
            except HubOutageError as outage:
                now = patience.clock()
                began = now if began is None else began
                lost = None if outage.answered else now if lost is None else lost
                wait = max(pause, outage.retry_after_s or 0.0)
                left = patience.max_wait_s - self._spent_s - (now - began)
                if lost is not None:
                    left = min(left, patience.max_unreachable_s - (now - lost))
                if wait > left:
                    self._spent_s += now - began
                    raise
                what = str(outage)
                patience.say(f"{what[:1].upper()}{what[1:]}; waiting {wait:.0f} s before asking again.")
                patience.sleep(wait)
                pause = min(2 * pause, _LONGEST_PAUSE_S)
            else:
                self._spent_s += 0.0 if began is None else patience.clock() - began
                return result
