"""How long the Hub asks to wait, from headers of every kind (T15)."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.hub_retry_after import retry_after_s

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7.0),
        (" 7 ", 7.0),
        ("0", 0.0),
        ("0.5", 0.5),
        ("86400", 86400.0),
        ("Mon, 30 Nov 2026 12:01:30 GMT", 90.0),
        ("Mon, 30 Nov 2026 12:01:30 -0000", 90.0),
        ("Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        ("2814, 2", None),
        ("nan", None),
        ("inf", None),
        ("-5", None),
        ("1e3", None),
        ("soon", None),
        ("٧", None),
        ("", None),
        ("9" * 400, None),
    ],
)
def test_retry_after(value: str, seconds: float | None) -> None:
    """T15: seconds, fractions and dates are times, a past date is now, and nonsense is none."""
    assert retry_after_s({"retry-after": value}, NOW) == seconds


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ('"api";r=0;t=55', 56.0),
        ('"resolvers" ; r=0 ; t=300', 301.0),
        ('"api";r=12;t=55', 9.0),
        ('"api";r=0', 9.0),
        ("nonsense", 9.0),
    ],
)
def test_a_used_up_window_wins_over_retry_after(value: str, seconds: float) -> None:
    """The window's end is exact; one with requests left is not why the Hub refused. Header names in any case."""
    assert retry_after_s({"RateLimit": value, "Retry-After": "9"}, NOW) == seconds


def test_no_header_is_no_time() -> None:
    """The caller's own back-off stands in."""
    assert retry_after_s({}, NOW) is None


@given(st.text(max_size=30))
def test_any_header_is_a_time_or_none(value: str) -> None:
    """Whatever a server sends: never an exception, never a negative or endless wait."""
    seconds = retry_after_s({"retry-after": value, "ratelimit": value}, NOW)
    assert seconds is None or 0 <= seconds < 1e12
