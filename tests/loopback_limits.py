"""Limits and prefix cache of the loopback server."""

from __future__ import annotations

import math
from dataclasses import dataclass, field


@dataclass
class Limits:
    """Admits or refuses requests at the times it is told; ``headers`` and ``retry_after`` say what it gives away."""

    requests_per_minute: float
    burst: float = 10.0
    tokens_per_minute: float | None = None
    headers: bool = True
    retry_after: bool = True
    fixed_window_s: float | None = None
    """Counts in fixed windows of so many seconds instead of a bucket."""
    _level: float = field(default=math.nan, init=False)
    _token_level: float = field(default=math.nan, init=False)
    _at: float = field(default=math.nan, init=False)
    _used: float = field(default=0.0, init=False)

    def admit(self, tokens: int, now: float) -> tuple[bool, dict[str, str]]:
        """Return whether a request at ``now`` passes, and the headers of its response."""
        if self.fixed_window_s is not None:
            return self._fixed(now, self.fixed_window_s)
        rate = self.requests_per_minute / 60
        token_rate = (self.tokens_per_minute or math.inf) / 60
        if math.isnan(self._at):
            self._level, self._token_level, self._at = self.burst, token_rate * 60, now
        self._level = min(self.burst, self._level + (now - self._at) * rate)
        if self.tokens_per_minute is not None:
            self._token_level = min(self.tokens_per_minute, self._token_level + (now - self._at) * token_rate)
        self._at = now
        admitted = self._level >= 1 and self._token_level >= tokens
        if admitted:
            self._level -= 1
            self._token_level -= tokens if self.tokens_per_minute is not None else 0
        waits = [
            (1 - self._level) / rate,
            (tokens - self._token_level) / token_rate if token_rate < math.inf else 0.0,
        ]
        return admitted, self._headers(admitted, max(0.0, *waits), self._level, (self.burst - self._level) / rate)

    def _fixed(self, now: float, period: float) -> tuple[bool, dict[str, str]]:
        if math.isnan(self._at) or now >= self._at + period:
            self._at, self._used = now, 0.0
        limit = self.requests_per_minute * period / 60
        admitted = self._used + 1 <= limit
        self._used += 1 if admitted else 0
        left = self._at + period - now
        return admitted, self._headers(admitted, left, limit - self._used, left)

    def _headers(self, admitted: bool, wait: float, level: float, reset: float) -> dict[str, str]:  # noqa: FBT001  # because it is private
        found: dict[str, str] = {}
        if self.headers:
            found["x-ratelimit-limit-requests"] = f"{self.requests_per_minute:.0f}"
            found["x-ratelimit-remaining-requests"] = str(math.floor(level))
            found["x-ratelimit-reset-requests"] = f"{reset:.3f}s"
            if self.tokens_per_minute is not None:
                found["x-ratelimit-limit-tokens"] = f"{self.tokens_per_minute:.0f}"
                found["x-ratelimit-remaining-tokens"] = str(math.floor(self._token_level))
        if self.retry_after and not admitted:
            found["retry-after"] = f"{wait:.3f}"
        return found


class PrefixCache:
    """A provider's prefix cache: blocks of 128 tokens, prefixes of at least 1,024."""

    def __init__(self) -> None:
        self._known: set[int] = set()

    def forget(self) -> None:
        """Empty the cache."""
        self._known.clear()

    def cached_tokens(self, prompt: str) -> int:
        """Return how many tokens of a prompt were seen before as its beginning, and remember it."""
        cached, is_known = 0, True
        for end in range(512, len(prompt) + 1, 512):
            block = hash(prompt[:end])
            is_known = is_known and block in self._known
            cached = end // 4 if is_known else cached
            self._known.add(block)
        return cached if cached >= 1024 else 0
