"""An exact count over the last period."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass


@dataclass(slots=True)
class Entry:
    """One amount at one time; the amount may be corrected later."""

    at: float
    """When."""
    amount: float
    """How much."""


class Window:
    """Holds the sum over any ``period`` seconds to ``limit``, as servers with fixed or sliding windows ask."""

    def __init__(self, limit: float, period: float) -> None:
        """Start empty; both are > 0."""
        self.limit = limit
        self._period = period
        self._entries: deque[Entry] = deque()
        self._total = 0.0

    def delay(self, amount: float, now: float) -> float:
        """Return the seconds until ``amount`` fits (an amount above the limit needs an empty window)."""
        self._forget(now)
        excess = self._total + min(amount, self.limit) - self.limit
        if excess <= 1e-9:
            return 0.0
        for entry in self._entries:
            excess -= entry.amount
            if excess <= 1e-9:
                return max(0.0, entry.at + self._period - now)
        return 0.0

    def add(self, amount: float, now: float) -> Entry:
        """Count an amount now."""
        self._forget(now)
        entry = Entry(now, amount)
        self._entries.append(entry)
        self._total += amount
        return entry

    def correct(self, entry: Entry, amount: float, now: float) -> None:
        """Change an amount counted earlier, as long as it is still inside the window."""
        self._forget(now)
        if self._entries and entry.at >= self._entries[0].at:
            self._total += amount - entry.amount
        entry.amount = amount

    def _forget(self, now: float) -> None:
        while self._entries and self._entries[0].at <= now - self._period:
            self._total -= self._entries.popleft().amount
        if not self._entries:
            self._total = 0.0
