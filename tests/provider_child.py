"""A process that answers questions through a provider and is made to be killed.

``python provider_child.py URL FOLDER COUNT CONCURRENCY`` writes the number of each finished question on a line of
``done.txt``, flushed and fsynced, as a checkpoint does.
"""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from provider_kit import ask
from qasper_eval.providers import ProviderSettings, open_provider


async def main(url: str, folder: Path, count: int, concurrency: int) -> None:
    """Answer what ``done.txt`` does not hold yet."""
    done_file = folder / "done.txt"
    done = set(done_file.read_text().split()) if done_file.exists() else set[str]()
    settings = ProviderSettings("openai", "asked-1", base_url=f"{url}/v1", max_concurrency=concurrency)
    with (
        done_file.open("a") as checkpoint,
        (folder / "calls.jsonl").open("a") as calls,
    ):
        async with open_provider(
            settings,
            sink=lambda record: print(record.to_json(), file=calls, flush=True),
            state_dir=folder / "state",
            cache_dir=folder / "cache",
        ) as provider:

            async def one(number: int) -> None:
                await provider.session(f"q{number}").chat(ask(number))
                checkpoint.write(f"{number}\n")
                checkpoint.flush()
                os.fsync(checkpoint.fileno())

            await asyncio.gather(*(one(number) for number in range(count) if str(number) not in done))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])))
