"""Measures pacing and overhead of the providers against a loopback server in a process of its own.

    python benchmarks/bench_providers.py            all four
    python benchmarks/bench_providers.py a b        some

(a) 2,000 calls at 50 ms over 20 connections, against a bare AsyncOpenAI loop, alternated in one run: ratio of medians
of the time from the first to the last arrival at the server, at most 1.2.
(b) A token bucket of 600/min with a burst of 10 that states its limits: share of the allowed rate at least 95 %, at
most 1 % of the requests answered 429.
(c) The same without a word, the first 60 answered calls left out: at least 85 %, at most 5 %.
(d) Growth of the resident set over 20,000 calls: below 50 MB.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, TextIO

from qasper_eval.providers import ProviderSettings, open_provider
from qasper_eval.providers.base import ChatRequest, Message

SERVER = Path(__file__).resolve().parents[1] / "tests" / "loopback_llm.py"
PAPER = "The encoder reads the paragraph and the decoder writes the answer. " * 30
LIMITS = {"requests_per_minute": 600, "burst": 10}
Ask = Callable[[int], Awaitable[object]]
Row = dict[str, Any]


@contextmanager
def server(**options: Any) -> Generator[str]:
    """Run the loopback server in another process and yield its URL."""
    command = [sys.executable, str(SERVER), json.dumps(options)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout is None or process.stdin is None:
            raise RuntimeError("the loopback server has no pipes")
        yield process.stdout.readline().strip()
        process.stdin.close()


def log_of(url: str) -> list[Row]:
    """Return what the server saw."""
    with urllib.request.urlopen(f"{url}/log") as reply:  # noqa: S310  # because the URL is our own loopback server
        rows: list[Row] = json.loads(reply.read())
        return rows


def open_lines(folder: str) -> TextIO:
    """Open the file that takes the call records, as a run has one."""
    return Path(folder, "calls.jsonl").open("w", encoding="utf-8")


@asynccontextmanager
async def ours(url: str, concurrency: int) -> AsyncGenerator[Ask]:
    """Yield a call through the whole caller: limiter, budget, ledger, memo, records."""
    with tempfile.TemporaryDirectory() as folder, open_lines(folder) as calls:
        settings = ProviderSettings(
            "openai", "bench", base_url=f"{url}/v1", api_key="bench-key", max_concurrency=concurrency
        )
        async with open_provider(
            settings,
            sink=lambda record: print(record.to_json(), file=calls),
            state_dir=Path(folder),
            cache_dir=Path(folder),
        ) as provider:

            async def ask(index: int) -> object:
                request = ChatRequest((Message("system", PAPER), Message("user", f"Question {index}?")))
                return await provider.session(f"q{index}").chat(request)

            yield ask


@asynccontextmanager
async def bare(url: str, _concurrency: int) -> AsyncGenerator[Ask]:
    """Yield a call straight through the SDK."""
    import openai

    async with openai.AsyncOpenAI(base_url=f"{url}/v1", api_key="bench-key", max_retries=0) as client:

        async def ask(index: int) -> object:
            return await client.chat.completions.create(
                model="bench",
                messages=[{"role": "system", "content": PAPER}, {"role": "user", "content": f"Question {index}?"}],
                temperature=0,
                max_tokens=1024,
            )

        yield ask


async def drive(ask: Ask, calls: int, workers: int) -> None:
    """Make calls from so many workers."""
    indices = iter(range(calls))

    async def work() -> None:
        for index in indices:
            await ask(index)

    await asyncio.gather(*(work() for _ in range(workers)))


def overhead(pairs: int = 3, calls: int = 2000) -> None:
    """(a)."""
    times: dict[str, list[float]] = {"bare": [], "ours": []}
    for pair in range(pairs):
        order = [("bare", bare), ("ours", ours)]
        for name, opener in order if pair % 2 == 0 else reversed(order):
            with server(latency_s=0.05) as url:

                async def run(opener: Any = opener, url: str = url) -> None:
                    async with opener(url, 20) as ask:
                        await drive(ask, calls, 20)

                asyncio.run(run())
                arrivals = [row["at"] for row in log_of(url)]
                times[name].append(max(arrivals) - min(arrivals))
    seen = {name: [round(value, 2) for value in values] for name, values in times.items()}
    bare_s, ours_s = statistics.median(times["bare"]), statistics.median(times["ours"])
    print(f"(a) {calls} calls, 50 ms, 20 connections, {pairs} pairs: {seen}")
    print(f"    medians: bare {bare_s:.2f} s, ours {ours_s:.2f} s, ratio {ours_s / bare_s:.3f} (<= 1.2)")


def pacing(name: str, skip: int, *, headers: bool, share_wanted: float, refused_wanted: float) -> None:
    """(b) and (c)."""
    with server(latency_s=0.02, limits={**LIMITS, "headers": headers, "retry_after": headers}) as url:

        async def run() -> None:
            async with ours(url, 16) as ask:
                await drive(ask, 300, 16)

        asyncio.run(run())
        rows = log_of(url)
    answered = sorted(row["at"] for row in rows if row["status"] == 200)
    refused = sum(row["status"] == 429 for row in rows)
    counted = answered[skip:] if skip else answered
    start = answered[skip - 1] if skip else answered[0]
    amount = len(counted) if skip else len(counted) - LIMITS["burst"]
    share = amount / (counted[-1] - start) / (LIMITS["requests_per_minute"] / 60)
    print(
        f"({name}) share of the allowed rate {share:.1%} (>= {share_wanted:.0%}), "
        f"429s {refused} of {len(rows)} = {refused / len(rows):.1%} (<= {refused_wanted:.0%})"
    )


def memory(calls: int = 20_000) -> None:
    """(d)."""
    with server() as url:

        async def run() -> None:
            async with ours(url, 20) as ask:
                await drive(ask, 1000, 20)
                before = resident_mb()
                await drive(lambda index: ask(index + 1000), calls, 20)
                print(
                    f"(d) resident set over {calls} calls: {before:.1f} MB, then {resident_mb():.1f} MB (+50 at most)"
                )

        asyncio.run(run())


def resident_mb() -> float:
    """Return this process's resident set in MB."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmRSS:"))
    return int(line.split()[1]) / 1024


def main() -> None:
    """Run what the arguments name, all by default."""
    parts: dict[str, Callable[[], None]] = {
        "a": overhead,
        "b": lambda: pacing("b", 0, headers=True, share_wanted=0.95, refused_wanted=0.01),
        "c": lambda: pacing("c", 60, headers=False, share_wanted=0.85, refused_wanted=0.05),
        "d": memory,
    }
    for name in sys.argv[1:] or parts:
        parts[name]()


if __name__ == "__main__":
    main()
