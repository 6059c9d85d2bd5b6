"""When a run must stop, when it must wait, and what must not be lost or leaked meanwhile."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from loopback_llm import LoopbackLLM, Step
from loopback_wire import HTML, Canned, openai_error
from provider_kit import Ended, FastClock, ask_all, one, opened, replies, stops
from qasper_eval.errors import ItemUnmeasuredError, UsageError
from qasper_eval.providers.base import ChatReply
from qasper_eval.providers.prices import Price

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_eval.providers import CallRecord


@pytest.mark.parametrize("fault", ["quota", "credit"])
def test_quota_stops_everything_at_once(fault: str, tmp_path: Path) -> None:
    """T13, S1-35: what is in flight is drained and kept, nothing new leaves."""
    with LoopbackLLM(
        decide=lambda arrival: fault if "Question 5?" in arrival.prompt else None, latency_s=0.05
    ) as server:
        ended = ask_all(server, tmp_path, 40, max_concurrency=8)
        assert len(server.arrivals) <= 16
        assert replies(ended) == server.paid > 0
    assert {(stop.cause, stop.exit_code) for stop in stops(ended)} == {("quota", 75)}
    assert len(stops(ended)) == 40 - replies(ended)


def test_quota_at_50_of_120_then_exactly_120_paid_calls(tmp_path: Path) -> None:
    """S4-27: stop, raise the quota, go on: nothing is paid for twice and nothing is lost."""
    with LoopbackLLM(monthly_quota=50, latency_s=0.005) as server:
        first = ask_all(server, tmp_path, 120)
        assert (replies(first), server.paid) == (50, 50)
        server.monthly_quota = None
        second = ask_all(server, tmp_path, 120)
        assert (replies(second), server.paid) == (120, 120)


def test_requests_per_month_hold_over_runs_and_429s_are_not_counted(tmp_path: Path) -> None:
    """A call counts when sent, 429s apart; the stop says that the reset is assumed."""
    with LoopbackLLM(decide=lambda _arrival: "429" if len(server.arrivals) % 6 == 0 else None) as server:
        first = ask_all(server, tmp_path, 12, requests_per_month=20)
        second = ask_all(server, tmp_path, 30, requests_per_month=20)
        assert replies(first) == 12
        assert server.paid == 20
        assert replies(second) == 20
        assert any(arrival.status == 429 for arrival in server.arrivals)
    stop = stops(second)[0]
    assert stop.cause == "quota"
    assert "requests_per_month reached: 20 calls sent this UTC month" in stop.detail
    assert "assumed" in stop.detail
    assert str(stop.reset_at).endswith("-01T00:00:00Z")


def test_wait_for_quota_sleeps_into_the_next_month(tmp_path: Path) -> None:
    """The ledger's month is over at midnight UTC, and the run goes on by itself."""
    late = datetime(2026, 11, 30, 23, 0, 0, tzinfo=UTC).timestamp()
    said: list[str] = []
    with LoopbackLLM() as server:
        ended = ask_all(
            server,
            tmp_path,
            8,
            requests_per_month=5,
            wait_for_quota=True,
            said=said,
            clock=FastClock(1200, late),
        )
        assert replies(ended) == server.paid == 8
    assert "waiting for the quota till 2026-12-01T00:00:00Z" in said
    assert said[-1] == ""


def test_max_calls_stops_before_the_call_that_would_exceed(tmp_path: Path) -> None:
    with LoopbackLLM(script=["429", None, "429"], latency_s=0.01) as server:
        ended = ask_all(server, tmp_path, 30, max_calls=7)
        assert (replies(ended), server.paid) == (7, 7)
    assert {(stop.cause, stop.exit_code, stop.detail) for stop in stops(ended)} == {
        ("budget", 75, "max_calls reached: 7 calls sent")
    }


def test_max_cost_stops_before_the_call_that_would_exceed(tmp_path: Path) -> None:
    """A reply of 17 tokens at $1 a thousand is $0.017 and is reserved at 20 tokens: the third would pass $0.05."""
    price = Price(0.0, 1000.0)
    with LoopbackLLM() as server:

        async def run() -> tuple[int, float | None]:
            async with opened(server, tmp_path, max_cost_usd=0.05, max_output_tokens=20, price=price) as provider:
                ended = [await one(provider, number) for number in range(5)]
                return replies(ended), provider.spent_usd

        answered, spent = asyncio.run(run())
    assert answered == 2
    assert spent == pytest.approx(0.034)


def test_a_cost_limit_needs_a_price(tmp_path: Path) -> None:
    """S0-09: an unknown price is never $0."""
    with LoopbackLLM() as server, pytest.raises(UsageError, match="max_cost_usd cannot be kept"):
        ask_all(server, tmp_path, 1, max_cost_usd=1.0)


@pytest.mark.parametrize("fault", ["key", "model"])
def test_a_bad_key_or_model_stops_with_exit_2(fault: str, tmp_path: Path) -> None:
    with LoopbackLLM(decide=lambda _arrival: fault) as server:
        ended = ask_all(server, tmp_path, 20, max_concurrency=4)
        assert len(server.arrivals) <= 4
    assert {(stop.cause, stop.exit_code) for stop in stops(ended)} == {("rejected", 2)}
    assert len(stops(ended)) == 20


def test_settings_that_every_request_is_refused_for_stop_the_run(tmp_path: Path) -> None:
    """One refused question is that question's trouble; three without a single success are the config's."""
    wrong = Canned(400, openai_error("max_tokens is too large: 1024.", None, "invalid_value", "max_tokens"))
    with LoopbackLLM(decide=lambda _arrival: wrong) as server:
        ended = ask_all(server, tmp_path, 10, max_concurrency=1)
        assert len(server.arrivals) <= 6
    assert {stop.cause for stop in stops(ended)} == {"rejected"}


def test_a_question_too_long_is_unmeasured_and_the_run_goes_on(tmp_path: Path) -> None:
    """S4-29."""
    with LoopbackLLM(decide=lambda arrival: "context" if "Question 3?" in arrival.prompt else None) as server:
        ended = ask_all(server, tmp_path, 6)
    causes = [end.cause if isinstance(end, ItemUnmeasuredError) else "" for end in ended]
    assert causes == ["", "", "", "context_length", "", ""]


def test_a_provider_that_never_worked_is_unreachable_after_16_tries(tmp_path: Path) -> None:
    with LoopbackLLM(decide=lambda _arrival: "500") as server:
        ended = ask_all(server, tmp_path, 20, max_concurrency=4)
        assert len(server.arrivals) <= 16 + 4
    assert {(stop.cause, stop.exit_code) for stop in stops(ended)} == {("unreachable", 75)}
    assert "HTTP 500: The server had an error" in stops(ended)[0].detail


def test_no_server_at_all_is_unreachable_and_counts_no_call(tmp_path: Path) -> None:
    with LoopbackLLM() as server:
        pass

    async def run() -> tuple[list[Ended], int]:
        async with opened(server, tmp_path, requests_per_month=5) as provider:
            return [await one(provider, number) for number in range(3)], provider.calls

    ended, calls = asyncio.run(run())
    assert [stop.cause for stop in stops(ended)] == ["unreachable", "unreachable"]
    assert calls == 0


def test_a_provider_that_stops_working_is_unreachable_after_30_failures_in_a_row(tmp_path: Path) -> None:
    with LoopbackLLM(script=[None] * 5, decide=lambda _arrival: "reset") as server:
        ended = ask_all(server, tmp_path, 60, max_concurrency=4)
        assert 5 + 30 <= len(server.arrivals) <= 5 + 30 + 4
    assert replies(ended) == 5
    assert {stop.cause for stop in stops(ended)} == {"unreachable"}


def test_failures_between_successes_stop_nothing(tmp_path: Path) -> None:
    """Every other request fails, hundreds in all, and every question is answered."""
    with LoopbackLLM(decide=lambda _arrival: "500" if len(server.arrivals) % 2 else None) as server:
        assert replies(ask_all(server, tmp_path, 100, max_concurrency=4)) == 100


def test_a_proxys_404_page_amid_a_run_is_transient(tmp_path: Path) -> None:
    """It says nothing about the model, which has just answered."""
    page = Canned(404, HTML, content_type="text/html")
    with LoopbackLLM(script=[None, page]) as server:

        async def run() -> list[Ended]:
            async with opened(server, tmp_path) as provider:
                return [await one(provider, number) for number in range(3)]

        assert replies(asyncio.run(run())) == 3


def test_ctrl_c_leaks_nothing_and_records_what_was_under_way(tmp_path: Path) -> None:
    """Cancelled calls count as sent, give their turn back, and the next question is answered."""
    records: list[CallRecord] = []
    with LoopbackLLM(script=["hang"] * 3) as server:

        async def run() -> tuple[int, int, Ended]:
            async with opened(server, tmp_path, records, max_concurrency=3) as provider:
                tasks = [asyncio.ensure_future(one(provider, number)) for number in range(10)]
                await asyncio.to_thread(server.wait_for, 3)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
                return provider.gate.limiter.in_flight, provider.calls, await one(provider, 99)

        in_flight, calls, last = asyncio.run(run())
    assert (in_flight, calls) == (0, 3)
    assert isinstance(last, ChatReply)
    assert sorted(record.outcome for record in records) == ["cancelled", "cancelled", "cancelled", "ok"]


@pytest.mark.parametrize(
    "base_url", ["localhost:8000/v1", "ftp://x", "/v1", "http://", "http://h:x/v1", "user:pass-word-1@h"]
)
def test_a_base_url_that_is_none(base_url: str, tmp_path: Path) -> None:
    with LoopbackLLM() as server, pytest.raises(UsageError, match=r"provider\.base_url") as caught:
        ask_all(server, tmp_path, 1, base_url=base_url)
    assert "pass-word" not in str(caught.value)


def test_a_state_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "state").write_text("")
    with LoopbackLLM() as server, pytest.raises(UsageError, match="cannot open the usage ledger"):
        ask_all(server, tmp_path, 1)


SCRIPT: list[Step] = ["500", "html", "reset", "429", "truncated json", "error in 200", "no choices"]


def test_under_mixed_fire_every_question_ends_measured(tmp_path: Path) -> None:
    """Issue 3, 8: a third of all requests fail in every way; every question ends, each is paid for once."""
    with LoopbackLLM(
        decide=lambda _arrival: SCRIPT[len(server.arrivals) % 7] if len(server.arrivals) % 3 == 0 else None
    ) as server:
        ended = ask_all(server, tmp_path, 150)
        assert replies(ended) == server.paid == 150
