"""Time as an argument."""

from __future__ import annotations

import asyncio
import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time and waits; tests bring their own."""

    def monotonic(self) -> float:
        """Return seconds that never jump."""
        ...

    def epoch(self) -> float:
        """Return seconds since 1970 in UTC."""
        ...

    async def sleep(self, seconds: float) -> None:
        """Wait."""
        ...


class SystemClock:
    """The machine's clock."""

    def monotonic(self) -> float:
        """Return the event loop's kind of time."""
        return time.monotonic()

    def epoch(self) -> float:
        """Return the wall clock."""
        return time.time()

    async def sleep(self, seconds: float) -> None:
        """Wait without blocking the loop."""
        await asyncio.sleep(seconds)


def utc_text(epoch: float) -> str | None:
    """Return an ISO 8601 UTC time to the second, or None beyond the calendar."""
    try:
        return datetime.fromtimestamp(epoch, UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    except (OverflowError, OSError, ValueError):
        return None


def utc_month(epoch: float) -> str:
    """Return the UTC calendar month as ``2026-11``."""
    return datetime.fromtimestamp(epoch, UTC).strftime("%Y-%m")


def next_month(epoch: float) -> float:
    """Return the first second of the next UTC calendar month."""
    now = datetime.fromtimestamp(epoch, UTC)
    year, month = (now.year + 1, 1) if now.month == 12 else (now.year, now.month + 1)
    return datetime(year, month, 1, tzinfo=UTC).timestamp()


def next_day(epoch: float) -> float:
    """Return the next UTC midnight."""
    return (epoch // 86400 + 1) * 86400
