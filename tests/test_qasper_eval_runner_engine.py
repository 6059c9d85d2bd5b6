"""The engine works through keyed items and never lets one failure touch another."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest

from qasper_eval.errors import ItemUnmeasuredError, RunStoppedError
from qasper_eval.runner import Item, Outcome, run_items

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


class Bench:
    """Runs items and remembers what happened in which order."""

    def __init__(self, *, concurrency: int = 2) -> None:
        self.concurrency = concurrency
        self.started: list[str] = []
        self.stored: list[str] = []
        self.ended: list[tuple[str, str | None]] = []
        self.logged: list[str] = []
        self.stop = asyncio.Event()

    def run(self, items: list[Item[str]], worker: Callable[[str], Awaitable[str]]) -> Outcome:
        async def watched(payload: str) -> str:
            self.started.append(payload)
            return await worker(payload)

        return asyncio.run(
            run_items(
                items,
                watched,
                lambda item, result: self.stored.append(f"{item.key}={result}"),
                concurrency=self.concurrency,
                stop=self.stop,
                on_end=lambda item, cause: self.ended.append((item.key, cause)),
                log=self.logged.append,
            )
        )


def items(*keys: str) -> list[Item[str]]:
    return [Item(key, key) for key in keys]


async def echo(payload: str) -> str:
    await asyncio.sleep(0)
    return payload.upper()


def test_every_item_is_worked_off_once_in_order() -> None:
    bench = Bench(concurrency=1)
    outcome = bench.run(items("a", "b", "c"), echo)
    assert bench.stored == ["a=A", "b=B", "c=C"]
    assert (outcome.finished, outcome.failures, outcome.stopped) == (3, {}, None)


def test_no_items_is_no_work() -> None:
    assert Bench().run([], echo).finished == 0


def test_a_failure_excludes_its_item_only_and_keeps_its_cause() -> None:
    """S4-29, S0-12: an unmeasured item and a crash are counted by cause; the others finish."""

    async def worker(payload: str) -> str:
        if payload == "b":
            raise ItemUnmeasuredError("truncated", "cut at 10 tokens")
        if payload == "c":
            raise ZeroDivisionError
        return await echo(payload)

    bench = Bench()
    outcome = bench.run(items("a", "b", "c", "d"), worker)
    assert sorted(bench.stored) == ["a=A", "d=D"]
    assert outcome.failures == {"b": "truncated", "c": "agent error"}
    assert any("ZeroDivisionError" in text for text in bench.logged)


def test_a_stop_starts_nothing_new_and_drains_what_is_in_flight() -> None:
    bench = Bench(concurrency=2)
    gate = asyncio.Event()

    async def worker(payload: str) -> str:
        if payload == "a":
            await gate.wait()
            return "A"
        gate.set()
        raise RunStoppedError("quota", "no calls left")

    outcome = bench.run(items("a", "b", "c", "d"), worker)
    assert bench.started == ["a", "b"]
    assert bench.stored == ["a=A"]
    assert outcome.stopped is not None
    assert outcome.stopped.cause == "quota"
    assert outcome.failures == {}


def test_an_interrupt_starts_nothing_new_and_drains_what_is_in_flight() -> None:
    bench = Bench(concurrency=1)

    async def worker(payload: str) -> str:
        if payload == "b":
            bench.stop.set()
        return await echo(payload)

    outcome = bench.run(items("a", "b", "c"), worker)
    assert bench.stored == ["a=A", "b=B"]
    assert outcome.finished == 2


def test_siblings_wait_for_their_leader_but_hold_up_nobody_else() -> None:
    """The first question of a paper is answered before its siblings are sent (design.md, Order)."""
    bench = Bench(concurrency=2)
    gate = asyncio.Event()

    async def worker(payload: str) -> str:
        if payload == "a1":
            await gate.wait()
        if payload == "b1":
            gate.set()
        return await echo(payload)

    work = [
        Item("a1", "a1"),
        Item("a2", "a2", "a1"),
        Item("a3", "a3", "a1"),
        Item("b1", "b1"),
        Item("b2", "b2", "b1"),
    ]
    bench.run(work, worker)
    assert bench.started[:2] == ["a1", "b1"]
    for leader, sibling in (("a1", "a2"), ("a1", "a3"), ("b1", "b2")):
        ended = [key for key, _ in bench.ended]
        assert ended.index(leader) < ended.index(sibling)
    assert len(bench.stored) == 5


def test_siblings_of_a_failed_leader_still_run() -> None:
    async def worker(payload: str) -> str:
        if payload == "a1":
            raise ItemUnmeasuredError("empty")
        return await echo(payload)

    bench = Bench()
    outcome = bench.run([Item("a1", "a1"), Item("a2", "a2", "a1")], worker)
    assert bench.stored == ["a2=A2"]
    assert outcome.failures == {"a1": "empty"}


def test_an_error_of_the_sink_is_raised_as_it_is() -> None:
    """A full disk must reach the command line as the OSError it is."""

    def full(_item: Item[str], _result: str) -> None:
        raise OSError(28, "No space left on device")

    async def run() -> None:
        await run_items(
            items("a", "b"),
            echo,
            full,
            concurrency=2,
            stop=asyncio.Event(),
            on_end=lambda _item, _cause: None,
            log=lambda _text: None,
        )

    with pytest.raises(OSError, match="No space left"):
        asyncio.run(run())
