"""What period a stated limit is for: headers name an amount and a reset, never the period."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qasper_eval.providers.headers import LimitState

_LONG_RESET = 61.0
_SECOND = 1.05
_SIGNS = 3


class StatedLimit:
    """Infers from resets whether a limit is a second's, a minute's or a longer one's.

    A reset above a minute means a day (or hour): such a limit is used up, never paced by. A minute is assumed
    otherwise, until three responses a second apart were nearly whole again far sooner than a minute's limit could be;
    a server that has once named a longer reset is never taken for one that counts by the second.
    """

    def __init__(self) -> None:
        self.per_minute: float | None = None
        """The limit a minute; None while none is known."""
        self._signs = 0
        self._last_sign = 0.0

    def hear(self, state: LimitState, now: float) -> None:
        """Take in what one response says."""
        if not state.limit or (state.reset_s is not None and state.reset_s > _LONG_RESET):
            return
        self._look_for_seconds(state.limit, state, now)
        self.per_minute = state.limit * (60.0 if self._signs >= _SIGNS else 1.0)

    def _look_for_seconds(self, limit: float, state: LimitState, now: float) -> None:
        if state.reset_s is None or state.remaining is None or self._signs >= _SIGNS:
            return
        used = limit - state.remaining
        if state.reset_s > _SECOND:
            self._signs, self._last_sign = 0, float("inf")
        elif 0 < used <= limit / 2 and state.reset_s < 30.0 * used / limit and now >= self._last_sign + 1.0:
            # A minute's bucket would need 60 s * used / limit, and half of that is out of reach of its rounding.
            self._signs += 1
            self._last_sign = now
