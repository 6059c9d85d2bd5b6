"""The limiter's single rules, in virtual time."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qasper_eval.providers.bucket import Bucket
from qasper_eval.providers.headers import LimitState, RateHeaders
from qasper_eval.providers.limiter import Limiter
from qasper_eval.providers.window import Window
from virtual_time import EPOCH, VirtualClock, run_virtual

if TYPE_CHECKING:
    import random


def test_nothing_grows_while_unsaturated() -> None:
    """Two workers never fill the first window of eight, so it stays eight."""

    async def check() -> float:
        limiter = Limiter(VirtualClock(), max_concurrency=64)

        async def work() -> None:
            for _ in range(200):
                reservation = await limiter.reserve(10)
                await asyncio.sleep(0.05)
                limiter.settle(reservation, "answered", tokens=10)

        await asyncio.gather(work(), work())
        return limiter.pace.window

    assert run_virtual(check()) == 8


def test_429s_of_requests_that_left_before_the_cut_are_one_episode() -> None:
    async def check() -> tuple[float, float]:
        limiter = Limiter(VirtualClock(), max_concurrency=8, requests_per_minute=6000)
        for _ in range(100):
            limiter.settle(await limiter.reserve(1), "answered", tokens=1)
        reservations = [await limiter.reserve(1) for _ in range(8)]
        await asyncio.sleep(0.1)
        limiter.settle(reservations[0], "throttled")
        after_first = limiter.pace.rate
        for reservation in reservations[1:]:
            limiter.settle(reservation, "throttled")
        return after_first, limiter.pace.rate

    first, last = run_virtual(check())
    assert first == last == pytest.approx(90.0)


def test_a_503_halves_the_window_once() -> None:
    async def check() -> float:
        limiter = Limiter(VirtualClock(), max_concurrency=8)
        reservations = [await limiter.reserve(1) for _ in range(8)]
        await asyncio.sleep(0.1)
        for reservation in reservations:
            limiter.settle(reservation, "overloaded")
        return limiter.pace.window

    assert run_virtual(check()) == 4


def test_single_failures_slow_nothing_down() -> None:
    async def check() -> float:
        limiter = Limiter(VirtualClock(), max_concurrency=8)
        for number in range(30):
            await asyncio.sleep(0.1)
            limiter.settle(await limiter.reserve(1), "failed" if number % 3 else "answered")
        return limiter.pace.window

    assert run_virtual(check()) == 8


def test_a_long_retry_after_holds_everybody_and_says_so() -> None:
    """Never a silent hang: what the wait is for is said, and that it is over."""

    async def check() -> tuple[float, list[str]]:
        said: list[str] = []
        clock = VirtualClock()
        limiter = Limiter(clock, max_concurrency=8, say=said.append)
        first = await limiter.reserve(1)
        nothing = LimitState()
        limiter.settle(first, "throttled", headers=RateHeaders(nothing, nothing, 12.0))
        await asyncio.gather(*(limiter.reserve(1) for _ in range(1)))
        return clock.monotonic(), said

    waited, said = run_virtual(check())
    assert waited >= 12
    assert said == ["waiting 12 s: rate limit", ""]


def test_a_hold_till_a_wall_clock_time() -> None:
    async def check() -> float:
        clock = VirtualClock()
        limiter = Limiter(clock, max_concurrency=1)
        limiter.hold_until(EPOCH + 40 * 86400, "quota")
        await limiter.reserve(1)
        return clock.epoch() - EPOCH

    assert run_virtual(check()) == pytest.approx(40 * 86400, abs=1)


def test_a_days_limit_is_used_up_and_never_paced_by() -> None:
    """A reset more than a minute away names a longer window: 200 a day are not spread over a day."""

    async def check() -> float:
        clock = VirtualClock()
        limiter = Limiter(clock, max_concurrency=1)
        for left in range(199, 99, -1):
            reservation = await limiter.reserve(1)
            stated = LimitState(200, left, 432.0 * (200 - left))
            limiter.settle(reservation, "answered", headers=RateHeaders(stated, LimitState(), None))
        return clock.monotonic()

    assert run_virtual(check()) < 1


def test_stopping_wakes_all_who_wait() -> None:
    async def check() -> list[object]:
        limiter = Limiter(VirtualClock(), max_concurrency=1)
        held = await limiter.reserve(1)
        waiting = [asyncio.ensure_future(limiter.reserve(1)) for _ in range(5)]
        await asyncio.sleep(1)
        limiter.stop(lambda: ValueError("stopped"))
        results = await asyncio.gather(*waiting, return_exceptions=True)
        limiter.settle(held, "answered")
        return list(results)

    assert [str(result) for result in run_virtual(check())] == ["stopped"] * 5


@given(st.lists(st.sampled_from(["cancel", "answer", "throttle"]), min_size=1, max_size=30), st.randoms())
def test_no_reservation_leaks(endings: list[str], order: random.Random) -> None:
    """Whatever happens to requests, cancelled while waiting or under way, in the end nothing is in flight."""

    async def check() -> int:
        limiter = Limiter(VirtualClock(), max_concurrency=3)

        async def ask(ending: str) -> None:
            reservation = await limiter.reserve(5)
            try:
                await asyncio.sleep(order.uniform(0.1, 3))
            finally:
                limiter.settle(reservation, "throttled" if ending == "throttle" else "answered", tokens=5)

        tasks = [asyncio.ensure_future(ask(ending)) for ending in endings]
        await asyncio.sleep(order.uniform(0, 2))
        for task, ending in zip(tasks, endings, strict=True):
            if ending == "cancel":
                task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        last = await asyncio.wait_for(limiter.reserve(1), 600)
        limiter.settle(last, "answered")
        return limiter.in_flight

    assert run_virtual(check()) == 0


@given(st.lists(st.tuples(st.floats(0, 5), st.floats(0.1, 3)), min_size=1, max_size=40))
def test_a_bucket_never_lets_more_through_than_rate_and_burst(steps: list[tuple[float, float]]) -> None:
    bucket, now, taken = Bucket(2.0, 3.0, 0.0), 0.0, 0.0
    for pause, amount in steps:
        now += pause
        now += bucket.delay(amount, now)
        assert bucket.delay(amount, now) == pytest.approx(0.0, abs=1e-6)
        bucket.take(amount, now)
        taken += amount
        assert taken <= 3.0 + 2.0 * now + 1e-5


@given(st.lists(st.tuples(st.floats(0, 30), st.integers(1, 12)), min_size=1, max_size=40))
def test_a_window_holds_over_every_minute(steps: list[tuple[float, int]]) -> None:
    window, now, sent = Window(10.0, 60.0), 0.0, list[tuple[float, int]]()
    for pause, amount in steps:
        now += pause
        now += window.delay(amount, now)
        window.add(amount, now)
        sent.append((now, amount))
        inside = sum(size for at, size in sent if at > now - 60 + 1e-6)
        assert inside <= 10 or inside == amount
