"""What response headers say about pacing, and which of them may be kept."""

from __future__ import annotations

from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qasper_eval.providers.headers import go_duration, kept_headers, rate_headers, retry_after

NOW = 1_764_460_800.0


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("12ms", 0.012),
        ("9ms", 0.009),
        ("54s", 54.0),
        ("51.189s", 51.189),
        ("1s", 1.0),
        ("6m0s", 360.0),
        ("7m12s", 432.0),
        ("1h2m3s", 3723.0),
        ("1d2h", 93600.0),
        ("2m59.56s", 179.56),
    ],
)
def test_go_durations_of_rate_headers(text: str, seconds: float) -> None:
    assert go_duration(text) == pytest.approx(seconds)


@pytest.mark.parametrize("text", ["", "s", "12", "soon", "1x", "-5s", "1s2m", "٣s"])
def test_what_is_no_duration(text: str) -> None:
    assert go_duration(text) is None


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0.5", 0.5),
        ("86400", 86400.0),
        (" 7 ", 7.0),
        (formatdate(NOW + 90, usegmt=True), 90.0),
        (formatdate(NOW - 90, usegmt=True), 0.0),
        ("Sun, 30 Nov 2025 00:00:10", 10.0),
        ("2814, 2", None),
        ("nan", None),
        ("inf", None),
        ("-5", None),
        ("", None),
        ("1_0", None),
        ("tomorrow", None),
    ],
)
def test_retry_after_values(value: str, seconds: float | None) -> None:
    """T15: dates and fractions are read, a past date is 0, nonsense is left to our own back-off."""
    assert retry_after(value, NOW) == seconds


@given(st.text(max_size=40))
def test_retry_after_never_raises_nor_goes_negative(value: str) -> None:
    """T15, the whole kind."""
    seconds = retry_after(value, NOW)
    assert seconds is None or seconds >= 0


def test_milliseconds_are_more_exact_than_seconds() -> None:
    found = rate_headers({"retry-after": "46", "retry-after-ms": "45190"}, NOW)
    assert found.retry_after_s == pytest.approx(45.19)


def test_nonsense_milliseconds_fall_back_to_the_other_header() -> None:
    assert rate_headers({"retry-after": "3", "retry-after-ms": "nan"}, NOW).retry_after_s == 3.0


def test_openai_states_requests_and_tokens() -> None:
    found = rate_headers(
        {
            "x-ratelimit-limit-requests": "500",
            "x-ratelimit-remaining-requests": "499",
            "x-ratelimit-reset-requests": "120ms",
            "x-ratelimit-limit-tokens": "200000",
            "x-ratelimit-remaining-tokens": "19998",
            "x-ratelimit-reset-tokens": "54s",
        },
        NOW,
    )
    assert (found.requests.limit, found.requests.remaining, found.requests.reset_s) == (500, 499, 0.12)
    assert (found.tokens.limit, found.tokens.remaining, found.tokens.reset_s) == (200000, 19998, 54)


def test_cohere_states_its_trial_limit() -> None:
    found = rate_headers({"x-trial-endpoint-call-limit": "20", "x-trial-endpoint-call-remaining": "19"}, NOW)
    assert (found.requests.limit, found.requests.remaining, found.requests.reset_s) == (20, 19, None)


@pytest.mark.parametrize(
    ("reset", "seconds"),
    [("1764460830000", 30.0), ("1764460830", 30.0), ("30", 30.0), ("2025-11-30T00:00:30Z", 30.0), ("later", None)],
)
def test_resets_as_epochs_seconds_and_dates(reset: str, seconds: float | None) -> None:
    """OpenRouter names the reset as epoch milliseconds, others as epoch seconds, seconds or dates."""
    found = rate_headers({"x-ratelimit-limit": "20", "x-ratelimit-reset": reset}, NOW)
    assert found.requests.reset_s == seconds


def test_only_limits_and_routing_are_kept() -> None:
    """S0-31: routing is kept. S0-32: nothing else is, whatever it holds."""
    headers = {
        "x-ratelimit-remaining-requests": "9",
        "retry-after": "1",
        "x-endpoint-monthly-call-limit": "1000",
        "x-litellm-model-id": "abc",
        "x-router-provider": "kr",
        "x-router-model": "m",
        "x-router-strategy": "single",
        "set-cookie": "session=secret",
        "authorization": "Bearer secret",
        "openai-organization": "org-1",
        "x-request-id": "req-1",
        "x-api-key": "secret",
    }
    assert set(kept_headers(headers)) == set(headers) - {
        "set-cookie",
        "authorization",
        "openai-organization",
        "x-request-id",
        "x-api-key",
    }


def test_a_kept_value_is_cut() -> None:
    assert len(kept_headers({"x-router-model": "m" * 999})["x-router-model"]) == 200
