"""How long an answer of the Hub asks to wait."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

_WINDOW = re.compile(r";\s*r\s*=\s*0+\s*;\s*t\s*=\s*(\d{1,9})(?!\d)", re.ASCII)
"""What is left (r) and when the window ends (t seconds) in ``RateLimit``; only a used-up one explains a 429."""
_SECONDS = re.compile(r"\d{1,9}(\.\d{1,9})?", re.ASCII)


def retry_after_s(headers: Mapping[str, str], now: datetime) -> float | None:
    """Return the seconds to wait, None where the headers name no usable time (T15).

    ``RateLimit: "api";r=0;t=55`` wins and gets one second more, since t is rounded down; else ``Retry-After`` in
    seconds, fractions allowed, or as a date (a past one is 0). ``now`` is timezone-aware. Anything else is nonsense
    and None. Header names in any case.
    """
    known = {name.lower(): value for name, value in headers.items()}
    window = _WINDOW.search(known.get("ratelimit", ""))
    if window is not None:
        return float(window[1]) + 1
    asked = known.get("retry-after", "").strip()
    if _SECONDS.fullmatch(asked):
        return float(asked)
    return _seconds_until(asked, now)


def _seconds_until(date: str, now: datetime) -> float | None:
    from datetime import UTC
    from email.utils import parsedate_to_datetime

    try:
        then = parsedate_to_datetime(date)
    except (ValueError, IndexError, TypeError, OverflowError):
        return None
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    seconds = (then - now).total_seconds()
    return max(seconds, 0.0) if math.isfinite(seconds) else None
