"""A token bucket that may go into debt."""

from __future__ import annotations

_TINY = 1e-9


class Bucket:
    """Refills at ``rate`` a second up to ``capacity``; a large amount may take it below zero, and all wait it off."""

    def __init__(self, rate: float, capacity: float, now: float) -> None:
        """Start full; ``rate`` and ``capacity`` are > 0."""
        self.rate = rate
        self.capacity = capacity
        self.level = capacity
        self._at = now

    def set_rate(self, rate: float, now: float) -> None:
        """Change the rate from now on."""
        self._refill(now)
        self.rate = rate

    def delay(self, amount: float, now: float) -> float:
        """Return the seconds until ``amount`` (or a full bucket, if less) is there; 0.0 when it is."""
        self._refill(now)
        missing = min(amount, self.capacity) - self.level
        return missing / self.rate if missing > _TINY * max(amount, 1.0) else 0.0

    def take(self, amount: float, now: float) -> None:
        """Remove ``amount``, whatever is there."""
        self._refill(now)
        self.level -= amount

    def give(self, amount: float) -> None:
        """Put back what was reserved in vain."""
        self.level = min(self.capacity, self.level + amount)

    def lower(self, level: float, now: float) -> None:
        """Accept that at most ``level`` is there."""
        self._refill(now)
        self.level = min(self.level, level)

    def _refill(self, now: float) -> None:
        if now > self._at:
            self.level = min(self.capacity, self.level + (now - self._at) * self.rate)
            self._at = now
