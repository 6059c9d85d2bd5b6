"""Ctrl-C once: finish what is in flight; twice: stop at once."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

INTERRUPTED = 130


class StopSignal:
    """Turns SIGINT and SIGTERM into an event while it is entered.

    The handlers are plain Python ones, so that a second Ctrl-C ends the process even while an agent blocks the loop;
    whatever was finished is on the disk already.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.event = asyncio.Event()
        self._say = say
        self._callbacks: list[Callable[[], None]] = []
        self._before: dict[signal.Signals, signal.Handlers | Callable[..., object] | int | None] = {}

    def when_set(self, callback: Callable[[], None]) -> None:
        """Call ``callback`` in the loop at the first signal."""
        self._callbacks.append(callback)

    def __enter__(self) -> Self:
        self._loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._handle)
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _handle(self, _number: int, _frame: FrameType | None) -> None:
        if self.event.is_set():
            os._exit(INTERRUPTED)
        self.event.set()  # before anything is said: whoever reads it may press Ctrl-C again at once
        self._say("stopping: finishing what is in flight (Ctrl-C again stops at once)")
        self._loop.call_soon_threadsafe(self._tell)  # also wakes a loop that sleeps in select

    def _tell(self) -> None:
        for callback in self._callbacks:
            callback()
