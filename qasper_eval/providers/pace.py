"""How fast and how many at once, learned from what happens: pure arithmetic on times passed in."""

from __future__ import annotations

import math

from qasper_eval.providers.bucket import Bucket
from qasper_eval.providers.rate_estimate import RateEstimate

_FIRST_WINDOW = 8
_RAMP = 5.0
_PACED_ENOUGH = 5
_BEFORE = 0.93
_FAR_LESS = 0.7
_BACK_OFF = 0.9
_CYCLE = 60
_LONGEST_PAUSE = 60.0
_LONGEST_BREATH = 10.0
_ROW = 3


class Pace:
    """Adapts a request rate and a concurrency window to a server that only says 200, 429 or 503.

    The window starts at min(8, most) and grows while it is what holds requests back. The first 429 starts an episode:
    the window falls to one, and after a pause requests go out one by one until the next 429; the admissions between
    the two give the rate. From then on the rate swings around that estimate: 0.9 of it after each episode, past it
    after some sixty requests. 429s of requests that left before the last cut belong to its episode.
    """

    def __init__(self, most: int, now: float) -> None:
        """``most`` is the largest window."""
        self._most = float(most)
        self.window = min(float(_FIRST_WINDOW), self._most)
        self._estimate = RateEstimate()
        self._bucket: Bucket | None = None
        self._base = math.inf
        self._step = 0.0
        self._paced = 0
        self._last_cut = -math.inf
        self._is_cautious = False
        self.dry = 0
        self._failures = 0
        self._resume = now
        self._window_before = self.window
        self.reason = "rate limit"

    @property
    def rate(self) -> float:
        """Requests a second allowed now; infinite while nothing limits them."""
        return self._bucket.rate if self._bucket else math.inf

    def delay(self, now: float) -> float:
        """Return the seconds until the next request may leave, concurrency apart."""
        wait = max(0.0, self._resume - now)
        return max(wait, self._bucket.delay(1.0, now)) if self._bucket else wait

    def sent(self, now: float) -> None:
        """Count a request that leaves now."""
        self._estimate.sent()
        if self._bucket:
            self._bucket.take(1.0, now)

    def succeeded(self, latency: float, now: float, *, held_by_rate: bool, held_by_window: bool) -> None:
        """Grow what held this request back; nothing grows while unsaturated."""
        self.dry = self._failures = 0
        if held_by_window:
            gain = min(1.0, latency if self._is_cautious else latency * _RAMP)
            self.window = min(self._most, self.window + gain)
        if held_by_rate and self._bucket:
            rate = self._bucket.rate + self._step
            # Far above the estimate the server must have become faster: look for its limit in larger steps.
            faster = rate * (1 + 1 / _CYCLE) if rate > 1.1 * self._base else rate
            self._bucket.set_rate(faster, now)
            self._paced += 1

    def throttled(self, sent_at: float, now: float, known_rate: float | None) -> bool:
        """Take in a 429; return whether it opens a new episode. ``known_rate`` is a limit a second from elsewhere."""
        self._estimate.refused(sent_at)
        if sent_at <= self._last_cut:
            return False
        self._last_cut = now
        self.dry += 1
        self.reason = "rate limit"
        rate, count = self._estimate.mark_empty(now)
        if known_rate and self._trusts(known_rate, rate, count):
            rate, count = min(known_rate, self._base), _CYCLE
        elif self._bucket and self._paced >= _PACED_ENOUGH and rate < self._bucket.rate:
            # While we were slower than the server, what it could not save up was lost and the measurement is low; the
            # rate that it just took is an upper bound, so the truth is between the two.
            rate = max(rate, min(_BEFORE * self._bucket.rate, math.sqrt(rate * self._bucket.rate)))
        self._paced = 0
        if count > 0:
            self._settle(rate, count, now)
        else:
            self._probe(now)
        return True

    def failed(self, sent_at: float, now: float, *, says_overloaded: bool) -> bool:
        """Take in a failure: a 503 or three failures in a row halve the window once an episode, and pause."""
        self._failures += 1
        if sent_at <= self._last_cut or not (says_overloaded or self._failures >= _ROW):
            return False
        self._last_cut = now
        self.dry += 1
        self._is_cautious = True
        self.window = max(1.0, self.window / 2)
        self._pause(0.5, _LONGEST_BREATH, now)
        self.reason = "the server has trouble"
        return True

    def _trusts(self, known_rate: float, rate: float, count: int) -> bool:
        """Return whether a stated limit is better than the measurement.

        It is better than none and than a short one, unless nothing at all gets through or far less than stated: a
        day's limit may look like a minute's while the minute's goes unstated.
        """
        if count <= 0:
            return self._bucket is None
        return count < _CYCLE and (count < _PACED_ENOUGH or rate > _FAR_LESS * known_rate)

    def _settle(self, rate: float, count: int, now: float) -> None:
        """Go on a little below the rate just measured over ``count`` admissions, but ask once a minute at least.

        A run of 429s measures next to nothing; without the floor one bad stretch would silence a run for hours.
        """
        rate = max(rate, 1 / _LONGEST_PAUSE)
        self.window = max(self.window, min(self._most, max(2.0, self._window_before / 2)))
        self._is_cautious = True
        self._base = rate
        self._step = rate * (1 - _BACK_OFF) / min(_CYCLE, max(5, 2 * count))
        self._bucket = Bucket(rate * _BACK_OFF, 2.0, now)
        self._bucket.lower(0.0, now)
        if self.dry > 1:
            self._pause(1 / rate, min(_LONGEST_PAUSE, 8 / rate), now)

    def _probe(self, now: float) -> None:
        """Fall back to one request at a time after a pause that doubles until one gets through."""
        if self.window > 1.0:
            self._window_before = self.window
        self._is_cautious = True
        self.window = 1.0
        self._pause(1.0, _LONGEST_PAUSE, now)

    def _pause(self, first: float, longest: float, now: float) -> None:
        self._resume = max(self._resume, now + min(longest, first * 2.0 ** min(self.dry - 1, 10)))
