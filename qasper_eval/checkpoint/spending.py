"""What the calls of a run folder came to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .journal import lines_of

if TYPE_CHECKING:
    from pathlib import Path

_NOT_SENT = {"memo", "throttled"}
"""Outcomes that no provider counts: replays and 429s."""


@dataclass(slots=True)
class Spending:
    """Sums over the lines of calls.jsonl, of every start of the run together."""

    calls: int = 0
    """Calls sent, 429s and replays apart."""
    known_usd: float = 0.0
    """US dollars of the calls whose price is known."""
    unknown: int = 0
    """Calls whose price is unknown."""
    input_tokens: int = 0
    """Tokens sent in the calls that say how many of them were cached."""
    cached_tokens: int = 0
    """Of those, tokens read from the provider's prefix cache."""

    @classmethod
    def read(cls, path: Path) -> Spending:
        """Return the sums of a calls.jsonl; zeros for a missing file, damaged lines left out."""
        spending = cls()
        for _, line in lines_of(path):
            spending.add(line)
        return spending

    def add(self, line: bytes) -> None:
        """Count one line."""
        import orjson

        try:
            call: Any = orjson.loads(line)
            outcome, cost = call["outcome"], call["cost_usd"]
            sent, cached = call["input_tokens"], call["cached_tokens"]
        except (ValueError, KeyError, TypeError):
            return
        if outcome in _NOT_SENT:
            return
        self.calls += 1
        if cost is None:
            self.unknown += 1
        else:
            self.known_usd += cost
        if cached is not None and sent is not None:
            self.input_tokens += sent
            self.cached_tokens += cached

    @property
    def usd(self) -> float | None:
        """US dollars in all; None when the price of one call is unknown."""
        return None if self.unknown else self.known_usd
