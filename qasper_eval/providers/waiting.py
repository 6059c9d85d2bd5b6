"""Waiting for a time or an event, whichever comes first."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qasper_eval.providers.clock import Clock


async def wait_for(event: asyncio.Event, clock: Clock, seconds: float | None) -> None:
    """Return when the event is set or so many seconds have passed; None waits for the event alone."""
    if seconds is None:
        await event.wait()
        return
    tasks = (asyncio.ensure_future(clock.sleep(seconds)), asyncio.ensure_future(event.wait()))
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
