"""Estimating a server's rate from nothing but its 429s."""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

_ENOUGH = 30
_MEMORY = 8


@dataclass(slots=True)
class _Moment:
    """A moment at which the server's budget was known to be empty."""

    at: float
    admitted: int


class RateEstimate:
    """Between two moments at which a server said 429, it let through exactly what its budget refilled.

    Admissions are counted when requests leave, not when replies come, so that slow models do not bend the estimate.
    The longest recent baseline that holds enough admissions is used: each 429 is off by one admission at most.
    """

    def __init__(self) -> None:
        self._admitted = 0
        self._empty: deque[_Moment] = deque(maxlen=_MEMORY)

    def sent(self) -> None:
        """Count a request as let through until it turns out otherwise."""
        self._admitted += 1

    def refused(self, sent_at: float) -> None:
        """Take back a request that was answered 429."""
        self._admitted -= 1
        for moment in self._empty:
            if moment.at >= sent_at:
                moment.admitted -= 1

    def mark_empty(self, now: float) -> tuple[float, int]:
        """Note an empty moment; return the rate a second since an earlier one and the admissions that it rests on.

        The first moment gives (inf, 0): it says nothing yet. No admission since gives a rate of 0.
        """
        rate, count = math.inf, 0
        for moment in reversed(self._empty):
            count = self._admitted - moment.admitted
            if now > moment.at:
                rate = count / (now - moment.at)
            if count >= _ENOUGH:
                break
        self._empty.append(_Moment(now, self._admitted))
        return rate, count
