"""Runs keyed work items through an async worker into a sink."""

from __future__ import annotations

import asyncio
import traceback
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from qasper_eval.errors import ItemUnmeasuredError, RunStoppedError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Iterator

Payload = TypeVar("Payload")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Item(Generic[Payload]):
    """One piece of work."""

    key: str
    """Unique among the items."""
    payload: Payload
    """What the worker gets."""
    after: str | None = None
    """Key of an item that must end first, so that its siblings find a warm prefix cache; None for none."""


@dataclass(slots=True)
class Outcome:
    """What became of the items."""

    finished: int = 0
    """Items whose result reached the sink."""
    failures: dict[str, str] = field(default_factory=dict[str, str])
    """Key of an unmeasured item -> cause."""
    stopped: RunStoppedError | None = None
    """What stopped the run early; None when nothing did."""


class _Queue(Generic[Payload]):
    """Hands out items in order; an item waits, without holding up others, until the one it comes after has ended."""

    def __init__(self, items: Iterable[Item[Payload]]) -> None:
        self._source: Iterator[Item[Payload]] = iter(items)
        self._ready: deque[Item[Payload]] = deque()
        self._waiting: dict[str, list[Item[Payload]]] = {}
        self._open: set[str] = set()

    def next(self) -> Item[Payload] | None:
        """Return the next item that may start, or None when there is none for now."""
        if self._ready:
            return self._start(self._ready.popleft())
        for item in self._source:
            if item.after is not None and item.after in self._open:
                self._waiting.setdefault(item.after, []).append(item)
            else:
                return self._start(item)
        return None

    def _start(self, item: Item[Payload]) -> Item[Payload]:
        self._open.add(item.key)
        return item

    def end(self, item: Item[Payload]) -> None:
        """Let the items that waited for this one start next."""
        self._open.discard(item.key)
        self._ready.extendleft(reversed(self._waiting.pop(item.key, [])))

    @property
    def is_busy(self) -> bool:
        """Whether items are in flight."""
        return bool(self._open)


async def run_items(
    items: Iterable[Item[Payload]],
    worker: Callable[[Payload], Awaitable[Result]],
    sink: Callable[[Item[Payload], Result], None],
    *,
    concurrency: int,
    stop: asyncio.Event,
    on_end: Callable[[Item[Payload], str | None], None],
    log: Callable[[str], None],
) -> Outcome:
    """Work through the items in order, up to ``concurrency`` at once, and say what became of them.

    ``stop`` being set, or a worker raising RunStoppedError, starts nothing new and waits for what is in flight.
    ItemUnmeasuredError, or any other error of the worker, leaves that one item unmeasured. ``on_end`` is called with
    the cause, or None for a finished item. An error of the sink (a full disk) cancels the rest and is raised.
    """
    queue = _Queue(items)
    outcome = Outcome()
    ended = asyncio.Condition()

    async def work_off() -> None:
        while True:
            async with ended:
                item = None
                while outcome.stopped is None and not stop.is_set():
                    item = queue.next()
                    if item is not None or not queue.is_busy:
                        break
                    await ended.wait()
            if item is None:
                return
            try:
                cause = await _work(item, worker, sink, outcome, log)
            finally:
                queue.end(item)
                async with ended:
                    ended.notify_all()
            on_end(item, cause)

    try:
        async with asyncio.TaskGroup() as tasks:
            for _ in range(concurrency):
                tasks.create_task(work_off())
    except BaseExceptionGroup as group:
        raise group.exceptions[0] from None  # the sink's own error, not the group that wraps it
    return outcome


async def _work(
    item: Item[Payload],
    worker: Callable[[Payload], Awaitable[Result]],
    sink: Callable[[Item[Payload], Result], None],
    outcome: Outcome,
    log: Callable[[str], None],
) -> str | None:
    try:
        result = await worker(item.payload)
    except ItemUnmeasuredError as error:
        cause = error.cause
        log(f"{item.key}: unmeasured: {error}")
    except RunStoppedError as error:
        outcome.stopped = outcome.stopped or error
        return "stopped"
    except Exception:  # noqa: BLE001  # because one item's crash must exclude that item only
        cause = "agent error"
        log(f"{item.key}: unmeasured: agent error\n{traceback.format_exc()}")
    else:
        sink(item, result)
        outcome.finished += 1
        return None
    outcome.failures[item.key] = cause
    return cause
