"""Waits that are too long to sit out without being asked to."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any

import pytest

from loopback_llm import LoopbackLLM
from loopback_wire import FAULTS, Canned, openai_error
from provider_kit import FastClock, ask_all, replies, stops

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("headers", "body"),
    [
        ({"retry-after": "86400"}, FAULTS["429"].body),
        ({}, openai_error("Rate limit reached. Please try again in 24h0m0s.", "requests", "rate_limit_exceeded")),
        ({"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "24h0m0s"}, FAULTS["429"].body),
    ],
)
def test_a_wait_of_a_day_is_a_quota(headers: dict[str, str], body: Any, tmp_path: Path) -> None:
    """T15: long waits obey wait_for_quota."""
    limited = Canned(429, body, headers)
    with LoopbackLLM(script=[limited]) as server:
        stop = stops(ask_all(server, tmp_path, 1))[0]
        reset = datetime.fromisoformat(str(stop.reset_at)).timestamp()
        assert stop.cause == "quota"
        assert reset == pytest.approx(1_795_000_000 + 86400, abs=3600)
    with LoopbackLLM(script=[limited]) as server:
        clock = FastClock(200_000)
        assert replies(ask_all(server, tmp_path, 1, wait_for_quota=True, clock=clock)) == 1
        assert server.arrivals[1].at - server.arrivals[0].at >= 86400 / 200_000


def test_a_daily_limit_stops_as_quota_with_its_reset(tmp_path: Path) -> None:
    words = (
        "Rate limit reached on requests per day (RPD): Limit 200, Used 200, Requested 1. Please try again in 7m12s."
    )
    limited = Canned(429, openai_error(words, "requests", "rate_limit_exceeded"))
    with LoopbackLLM(script=[limited]) as server:
        stop = stops(ask_all(server, tmp_path, 1))[0]
    assert stop.cause == "quota"
    reset = datetime.fromisoformat(str(stop.reset_at)).timestamp()
    assert reset == pytest.approx(1_795_000_000 + 432, abs=3600)


@pytest.mark.parametrize("value", ["nan", "inf", "-5", "2814, 2", "soon"])
def test_a_nonsense_retry_after_leaves_our_own_back_off(value: str, tmp_path: Path) -> None:
    """T15."""
    with LoopbackLLM(script=[Canned(429, FAULTS["429"].body, {"retry-after": value})]) as server:
        assert replies(ask_all(server, tmp_path, 1)) == 1
        assert 0.005 <= server.arrivals[1].at - server.arrivals[0].at < 5


def test_nothing_but_429s_for_a_quarter_of_an_hour_is_a_quota(tmp_path: Path) -> None:
    """A limit that no minute explains must not hang the run for ever."""
    with LoopbackLLM(decide=lambda _arrival: "429") as server:
        stop = stops(ask_all(server, tmp_path, 1, clock=FastClock(2000)))[0]
    assert (stop.cause, stop.reset_at) == ("quota", None)
    assert "nothing but 429 for 15 minutes" in stop.detail


def test_a_wait_for_a_server_in_trouble_is_said_and_over(tmp_path: Path) -> None:
    """Never a silent hang."""
    said: list[str] = []
    with LoopbackLLM(script=["503"] * 4) as server:
        assert replies(ask_all(server, tmp_path, 1, said=said)) == 1
    assert any(line.startswith("waiting ") and line.endswith("s: server error") for line in said)
    assert said[-1] == ""


@pytest.mark.parametrize("fault", ["monthly", "quota"])
def test_a_short_retry_after_beside_a_used_up_quota_is_no_reset(fault: str, tmp_path: Path) -> None:
    """A gateway's habit: waiting a second and asking again would hammer the provider for a month."""
    used_up = Canned(429, FAULTS[fault].body, {"retry-after": "1"})
    with LoopbackLLM(decide=lambda _arrival: used_up) as server:
        stop = stops(ask_all(server, tmp_path, 1))[0]
        assert stop.cause == "quota"
        assert (stop.reset_at or "2026-12-01T00:00:00Z")[7:] == "-01T00:00:00Z"
        assert (stop.reset_at is None) == (fault == "quota")


def test_used_up_credit_stops_even_when_waiting_is_asked_for(tmp_path: Path) -> None:
    """Nothing but the user's money ends it."""
    with LoopbackLLM(decide=lambda _arrival: "quota") as server:
        assert stops(ask_all(server, tmp_path, 1, wait_for_quota=True))[0].cause == "quota"
        assert len(server.arrivals) == 1


def test_an_assumed_reset_is_probed_once_a_day(tmp_path: Path) -> None:
    """The month may begin on another day than we assume: one refused call a day finds out."""
    with LoopbackLLM(script=["monthly"] * 3) as server:
        clock = FastClock(400_000)
        assert replies(ask_all(server, tmp_path, 1, wait_for_quota=True, clock=clock)) == 1
        gaps = [later.at - earlier.at for earlier, later in zip(server.arrivals, server.arrivals[1:], strict=False)]
    assert len(gaps) == 3
    assert all(gap >= 86400 / 400_000 for gap in gaps)
