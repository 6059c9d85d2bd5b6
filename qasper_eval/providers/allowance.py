"""One limit a minute, of requests or of tokens, as configured and as the server states it."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from qasper_eval.providers.bucket import Bucket
from qasper_eval.providers.stated_limit import StatedLimit
from qasper_eval.providers.window import Window

if TYPE_CHECKING:
    from qasper_eval.providers.headers import LimitState
    from qasper_eval.providers.window import Entry

_MINUTE = 60.0
# Requests take unequal time to arrive, so two that leave 60 s apart may arrive closer.
_MARGIN = 0.25


class Allowance:
    """Keeps to a limit a minute with small bursts and, over any minute, exactly.

    Servers enforce "600 a minute" as buckets with little burst, as fixed or as sliding minutes; an even pace with a
    burst of at most ``most_burst`` is within all of them and loses only the start.
    """

    def __init__(self, configured: float | None, *, burst_share: float, most_burst: float) -> None:
        """``configured`` is the user's limit a minute; a burst is that share of the limit, at most ``most_burst``."""
        self._configured = configured
        self._stated = StatedLimit()
        self._burst_share = burst_share
        self._most_burst = most_burst
        self._bucket: Bucket | None = None
        # Counts from the first request, so that a limit learned later knows what was already sent this minute.
        self._window = Window(math.inf, _MINUTE + _MARGIN)
        self._limit: float | None = None

    @property
    def per_second(self) -> float | None:
        """The known rate, None when nobody named a limit a minute."""
        return None if self._limit is None else self._limit / _MINUTE

    def start(self, now: float) -> None:
        """Begin with the configured limit."""
        self._apply(now)

    def delay(self, amount: float, now: float) -> float:
        """Return the seconds until ``amount`` may be sent."""
        if self._bucket is None:
            return 0.0
        return max(self._bucket.delay(amount, now), self._window.delay(amount, now))

    def take(self, amount: float, now: float) -> Entry:
        """Count an amount as sent."""
        if self._bucket is not None:
            self._bucket.take(amount, now)
        return self._window.add(amount, now)

    def correct(self, entry: Entry, amount: float, now: float) -> None:
        """Replace an estimate by what it came to."""
        if self._bucket is not None:
            self._bucket.give(entry.amount - amount)
        self._window.correct(entry, amount, now)

    def hear(self, state: LimitState, sent_at: float, sent_since: float, now: float) -> None:
        """Take in what a response says; ``sent_since`` was sent after its request and is not in ``remaining``.

        ``remaining`` counts at the server's admission, so refill since then is added. It is only ever a reason to
        slow down: it may be rounded, shared with other programs, or mean another window.
        """
        self._stated.hear(state, now)
        self._apply(now)
        if state.remaining is not None and self._bucket is not None and self._stated.per_minute:
            left = state.remaining + self._bucket.rate * (now - sent_at) - sent_since
            # Below one whole request the server's number is rounded down and ours is better.
            self._bucket.lower(left + 1, now)

    def overrun(self, now: float) -> None:
        """Learn from a 429: nothing is left now, and bursts are not welcome."""
        if self._bucket is None:
            return
        self._bucket.lower(0.0, now)
        self._bucket.capacity = max(2.0, self._bucket.capacity / 2)

    def _apply(self, now: float) -> None:
        known = [limit for limit in (self._configured, self._stated.per_minute) if limit]
        limit = min(known, default=None)
        if limit is None or limit == self._limit:
            return
        burst = max(1.0, min(self._most_burst, limit * self._burst_share))
        if self._bucket is None:
            self._bucket = Bucket(limit / _MINUTE, burst, now)
        else:
            self._bucket.set_rate(limit / _MINUTE, now)
        self._window.limit = self._limit = limit
