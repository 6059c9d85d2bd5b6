"""What response headers say about limits, and which of them may be kept."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_GO_DURATION = re.compile(
    r"(?:(\d+)d)?(?:(\d+)h)?(?:(\d+)m(?!s))?(?:(\d+(?:\.\d+)?)s)?(?:(\d+(?:\.\d+)?)ms)?", re.ASCII
)
_NUMBER = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_KEPT = re.compile(
    r"x-ratelimit-[a-z-]+|ratelimit(?:-[a-z]+)?|retry-after(?:-ms)?"
    r"|x-endpoint-monthly-call-limit|x-trial-endpoint-call-(?:limit|remaining)"
    r"|x-(?:[a-z0-9]+-)*(?:provider|model|model-id|model-group|strategy)"
)
_KEPT_VALUE = 200


@dataclass(frozen=True, slots=True)
class LimitState:
    """One limit as the server states it; None where it is silent."""

    limit: float | None = None
    """Amount a period."""
    remaining: float | None = None
    """Amount left; may be far below ``limit`` where a server enforces short windows."""
    reset_s: float | None = None
    """Seconds until it is whole again (or until its window ends)."""


@dataclass(frozen=True, slots=True)
class RateHeaders:
    """Everything that one response says about pacing."""

    requests: LimitState
    """Limit on requests."""
    tokens: LimitState
    """Limit on tokens."""
    retry_after_s: float | None
    """Seconds that the server asks to wait; None when it names none or names nonsense."""


def go_duration(text: str) -> float | None:
    """Return the seconds of a duration such as ``6m0s`` or ``12ms``; None for anything else."""
    match = _GO_DURATION.fullmatch(text.strip())
    if not match or not any(match.groups()):
        return None
    units = (86400.0, 3600.0, 60.0, 1.0, 0.001)
    return sum(float(part) * unit for part, unit in zip(match.groups(), units, strict=True) if part)


def retry_after(value: str, now: float) -> float | None:
    """Return the seconds that a ``Retry-After`` value asks for at epoch ``now``.

    A date in the past is 0; nonsense (``nan``, ``-5``, ``2814, 2``) is None and left to our own back-off.
    """
    text = value.strip()
    if _NUMBER.fullmatch(text):
        return float(text)
    try:
        date = parsedate_to_datetime(text)
    except (ValueError, IndexError, TypeError, OverflowError):
        return go_duration(text)
    aware = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, aware.timestamp() - now)


def rate_headers(headers: Mapping[str, str], now: float) -> RateHeaders:
    """Read OpenAI's, Cohere's, OpenRouter's and the IETF's headers (lower-case names) at epoch ``now``."""
    return RateHeaders(
        requests=_requests(headers, now),
        tokens=_state(headers, now, "x-ratelimit-{}-tokens"),
        retry_after_s=_asked_wait(headers, now),
    )


def kept_headers(headers: Mapping[str, str]) -> dict[str, str]:
    """Return the allow-listed headers: rate limits, and a gateway's provider, model and strategy."""
    return {name: value[:_KEPT_VALUE] for name, value in headers.items() if _KEPT.fullmatch(name)}


def _asked_wait(headers: Mapping[str, str], now: float) -> float | None:
    milliseconds = headers.get("retry-after-ms", "").strip()
    if _NUMBER.fullmatch(milliseconds):
        return float(milliseconds) / 1000
    value = headers.get("retry-after")
    return None if value is None else retry_after(value, now)


def _requests(headers: Mapping[str, str], now: float) -> LimitState:
    for pattern in ("x-ratelimit-{}-requests", "x-ratelimit-{}", "ratelimit-{}", "x-trial-endpoint-call-{}"):
        state = _state(headers, now, pattern)
        if state.limit is not None or state.remaining is not None:
            return state
    return LimitState()


def _state(headers: Mapping[str, str], now: float, pattern: str) -> LimitState:
    return LimitState(
        limit=_amount(headers.get(pattern.format("limit"))),
        remaining=_amount(headers.get(pattern.format("remaining"))),
        reset_s=_reset(headers.get(pattern.format("reset")), now),
    )


def _amount(value: str | None) -> float | None:
    match = _NUMBER.match(value.strip()) if value else None
    return float(match.group()) if match else None


def _reset(value: str | None, now: float) -> float | None:
    if value is None:
        return None
    text = value.strip()
    if _NUMBER.fullmatch(text):
        number = float(text)
        if number > 1e11:
            return max(0.0, number / 1000 - now)
        return max(0.0, number - now) if number > 1e9 else number
    duration = go_duration(text)
    if duration is not None:
        return duration
    try:
        date = datetime.fromisoformat(text)
    except ValueError:
        return None
    aware = date if date.tzinfo else date.replace(tzinfo=UTC)
    return max(0.0, aware.timestamp() - now)
