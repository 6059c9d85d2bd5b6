"""Opening providers on loopback servers, in a time that runs faster than the wall's."""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from loopback_llm import LoopbackLLM
from qasper_eval.errors import ItemUnmeasuredError, RunStoppedError
from qasper_eval.providers import ProviderSettings, open_provider
from qasper_eval.providers.base import ChatReply, ChatRequest, Message

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator
    from pathlib import Path

    from loopback_llm import Step
    from qasper_eval.providers import CallRecord, Provider

Ended: TypeAlias = "ChatReply | ItemUnmeasuredError | RunStoppedError"
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


async def one(provider: Provider, number: int) -> Ended:
    """Ask one question and return how it ended."""
    try:
        return await provider.session(f"q{number}").chat(ask(number))
    except (ItemUnmeasuredError, RunStoppedError) as error:
        return error


def ask_all(server: LoopbackLLM, folder: Path, count: int, **settings: Any) -> list[Ended]:
    """Ask so many questions at once; return how each ended."""

    async def run() -> list[Ended]:
        async with opened(server, folder, **settings) as provider:
            return list(await asyncio.gather(*(one(provider, number) for number in range(count))))

    return asyncio.run(run())


def replies(ended: list[Ended]) -> int:
    """Count replies."""
    return sum(isinstance(end, ChatReply) for end in ended)


def stops(ended: list[Ended]) -> list[RunStoppedError]:
    """Return the stops."""
    return [end for end in ended if isinstance(end, RunStoppedError)]


def answered(server: LoopbackLLM, folder: Path, request: ChatRequest | None = None, **settings: Any) -> ChatReply:
    """Ask once and return the reply."""

    async def run() -> ChatReply:
        async with opened(server, folder, **settings) as provider:
            return await provider.session("q1").chat(request or ask())

    return asyncio.run(run())


def recorded(script: list[Step], folder: Path, **settings: Any) -> tuple[list[CallRecord], ChatReply | Exception]:
    """Ask once against a script; return the records and what came of it."""
    records: list[CallRecord] = []

    async def run() -> ChatReply | Exception:
        async with opened(server, folder, records, **settings) as provider:
            try:
                return await provider.session("q1").chat(ask())
            except ItemUnmeasuredError as error:
                return error

    with LoopbackLLM(script=script) as server:
        return records, asyncio.run(run())
