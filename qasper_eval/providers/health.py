"""Whether a provider works at all, judged over all questions together."""

from __future__ import annotations

_NEVER_WORKED = 16
_STOPPED_WORKING = 30
_REFUSED_AT_ONCE = 3
_ONLY_429_SECONDS = 900.0
_ONLY_429_COUNT = 16


class Health:
    """Counts failures in a row; a reply of any kind that the API meant ends the row."""

    def __init__(self) -> None:
        self.has_worked = False
        self._transient = 0
        self._refused: set[str] = set()
        self._throttled = 0
        self._throttled_since = 0.0

    def completed(self) -> None:
        """Take in a completion, usable or not."""
        self.has_worked = True
        self.answered()
        self._refused.clear()

    def answered(self) -> None:
        """Take in any well-formed word of the API that is no failure to serve (an error about one request)."""
        self._transient = 0
        self._throttled = 0

    def is_down(self) -> bool:
        """Take in a transient failure; return whether the provider must be called unreachable."""
        self._transient += 1
        self._throttled = 0
        return self._transient >= (_STOPPED_WORKING if self.has_worked else _NEVER_WORKED)

    def refuses_all(self, item: str) -> bool:
        """Take in a request refused for no reason of its own; return whether the settings must be at fault."""
        self._refused.add(item)
        return len(self._refused) >= (_STOPPED_WORKING if self.has_worked else _REFUSED_AT_ONCE)

    def only_throttles(self, now: float) -> bool:
        """Take in a 429; return whether nothing but 429s came for longer than any minute's limit explains."""
        if self._throttled == 0:
            self._throttled_since = now
        self._throttled += 1
        return self._throttled >= _ONLY_429_COUNT and now - self._throttled_since >= _ONLY_429_SECONDS
