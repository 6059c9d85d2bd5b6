"""Opening providers on loopback servers, in a time that runs faster than the wall's."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from qasper_eval.providers import ProviderSettings, open_provider
from qasper_eval.providers.base import ChatRequest, Message

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from loopback_llm import LoopbackLLM
    from qasper_eval.providers import CallRecord, Provider

KEY = "sk-planted-0123456789abcdef"


class FastClock:
    """A hundred seconds a second: back-offs and pauses of the real code, against real servers, without the wait."""

    def __init__(self, speed: float = 100.0, epoch: float = 1_795_000_000.0) -> None:
        self.speed = speed
        self._start = time.monotonic()
        self._epoch = epoch

    def monotonic(self) -> float:
        return (time.monotonic() - self._start) * self.speed

    def epoch(self) -> float:
        return self._epoch + self.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / self.speed)


def ask(number: int = 1, **options: Any) -> ChatRequest:
    """Return a request of its own number."""
    return ChatRequest((Message("system", "Answer."), Message("user", f"Question {number}?")), **options)


@asynccontextmanager
async def opened(
    server: LoopbackLLM,
    folder: Path,
    records: list[CallRecord] | None = None,
    *,
    clock: FastClock | None = None,
    said: list[str] | None = None,
    wait_for_quota: bool = False,
    use_memo: bool = True,
    **settings: Any,
) -> AsyncGenerator[Provider]:
    """Open a provider on a loopback server, ``openai`` unless said otherwise, a hundred times as fast as life."""
    name = settings.pop("name", "openai")
    base_url = settings.pop("base_url", f"{server.url}/v1" if name == "openai" else server.url)
    sink = (records if records is not None else list[Any]()).append
    chosen: dict[str, Any] = {"model": "asked-1", "api_key": KEY, **settings}
    async with open_provider(
        ProviderSettings(name=name, base_url=base_url, **chosen),
        sink=sink,
        state_dir=folder / "state",
        cache_dir=folder / "cache",
        use_memo=use_memo,
        wait_for_quota=wait_for_quota,
        say=(said if said is not None else list[str]()).append,
        clock=clock or FastClock(),
        jitter=random.Random(3),
    ) as provider:
        yield provider
