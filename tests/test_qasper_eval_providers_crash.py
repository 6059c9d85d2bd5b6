"""Killed at any moment, a run pays again for at most what was in flight."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from loopback_llm import LoopbackLLM

COUNT, CONCURRENCY, KILLS = 80, 6, 4


def start(server: LoopbackLLM, folder: Path) -> subprocess.Popen[bytes]:
    """Start the child on what is left to do."""
    here = Path(__file__).parent
    command = [sys.executable, str(here / "provider_child.py"), server.url, str(folder), str(COUNT), str(CONCURRENCY)]
    return subprocess.Popen(command, cwd=here.parent, env={"PYTHONPATH": f"{here.parent}:{here}"})


@pytest.mark.crash
def test_kill_9_costs_at_most_what_was_in_flight(tmp_path: Path) -> None:
    """Issue 3, 8 (S4-27): no question lost, no finished call repeated, at most max_concurrency paid calls a kill."""
    chance = random.Random(11)
    with LoopbackLLM(latency_s=0.01) as server:
        for _ in range(KILLS):
            with start(server, tmp_path) as child:
                server.wait_for(min(COUNT - 1, len(server.arrivals) + chance.randint(1, 2 * CONCURRENCY)))
                child.kill()
        with start(server, tmp_path) as child:
            assert child.wait(60) == 0
        done = Counter((tmp_path / "done.txt").read_text().split())
        asked = Counter(arrival.prompt for arrival in server.arrivals)
        assert set(done) == {str(number) for number in range(COUNT)}
        assert len(asked) == COUNT
        assert server.paid <= COUNT + KILLS * CONCURRENCY
        assert max(asked.values()) <= KILLS + 1
        paid_before_last = len(server.arrivals)
        (tmp_path / "done.txt").unlink()
        with start(server, tmp_path) as child:
            assert child.wait(60) == 0
        assert len(server.arrivals) == paid_before_last


@pytest.mark.crash
def test_a_crash_between_reply_and_checkpoint_costs_no_second_call(tmp_path: Path) -> None:
    """The reply is remembered before the caller gets it: killing there loses nothing."""
    code = (
        "import asyncio, os, sys, pathlib; from provider_kit import ask; "
        "from qasper_eval.providers import ProviderSettings, open_provider\n"
        "async def main():\n"
        "    folder = pathlib.Path(sys.argv[2])\n"
        "    settings = ProviderSettings('openai', 'asked-1', base_url=sys.argv[1] + '/v1')\n"
        "    async with open_provider(settings, sink=print, state_dir=folder, cache_dir=folder) as provider:\n"
        "        await provider.session('q').chat(ask())\n"
        "        os.kill(os.getpid(), 9)\n"
        "asyncio.run(main())\n"
    )
    here = Path(__file__).parent
    with LoopbackLLM() as server:
        for _ in range(2):
            child = subprocess.run(
                [sys.executable, "-c", code, server.url, str(tmp_path)],
                env={"PYTHONPATH": f"{here.parent}:{here}"},
                check=False,
            )
            assert child.returncode == -9
        assert len(server.arrivals) == 1
