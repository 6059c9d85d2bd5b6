"""kill -9 at any moment, then the same command: the same records as an uninterrupted run."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from support import command, qasper_eval

FIXTURES = Path(__file__).parent / "fixtures"
KILLS = 50
LANES = 2
TIMED = ("seconds", "usage", "cost_usd")


def config(folder: Path, name: str) -> Path:
    path = folder / f"{name}.yaml"
    agent = folder / "faulty_agent.py"
    if not agent.exists():
        agent.write_bytes((FIXTURES / "faulty_agent.py").read_bytes())
    path.write_text(f"name: {name}\ndataset: {{name: sample}}\nagent: {{name: 'faulty_agent:Agent'}}\n", "utf-8")
    return path


def records(folder: Path, name: str) -> dict[str, dict[str, Any]]:
    rows = [json.loads(line) for line in (folder / "runs" / name / "predictions.jsonl").read_bytes().splitlines()]
    kept = {row["question_id"]: {key: value for key, value in row.items() if key not in TIMED} for row in rows}
    assert len(kept) == len(rows)
    return kept


def kill_and_resume(folder: Path, name: str, kills: int, rng: random.Random) -> int:
    """Kill a run ``kills`` times at random moments, then let it finish; return how many kills hit a live process."""
    path = config(folder, name)
    hits = 0
    for _ in range(kills):
        with subprocess.Popen(
            command("run", path),
            cwd=folder,
            env={**os.environ, "FAULTY_SECONDS": "0.02"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ) as process:
            time.sleep(rng.uniform(0.2, 0.9))
            process.send_signal(signal.SIGKILL)
            hits += process.wait() == -signal.SIGKILL
    done = qasper_eval("run", path, cwd=folder)
    assert done.returncode == 0, done.stderr
    return hits


@pytest.mark.crash
def test_kill_at_fifty_random_moments_loses_and_repeats_nothing(tmp_path: Path) -> None:
    """S1-02, S4-27: a crash costs at most what was in flight, and the records come out the same."""
    assert qasper_eval("run", config(tmp_path, "whole"), cwd=tmp_path).returncode == 0
    expected = records(tmp_path, "whole")
    rng = random.Random(20261130)
    hits, round_number = 0, 0
    while hits < KILLS:
        jobs = [(f"killed{round_number}-{lane}", 5, random.Random(rng.random())) for lane in range(LANES)]
        with ThreadPoolExecutor(LANES) as lanes:
            hits += sum(lanes.map(kill_and_resume, repeat(tmp_path), *zip(*jobs, strict=True)))
        for name, _, _ in jobs:
            assert records(tmp_path, name) == expected
        round_number += 1


@pytest.mark.crash
def test_an_interrupt_finishes_what_is_in_flight_and_says_how_to_go_on(tmp_path: Path) -> None:
    """Ctrl-C once: exit 130 with the resume line; the same command then finishes."""
    path = config(tmp_path, "interrupted")
    with subprocess.Popen(
        command("run", path),
        cwd=tmp_path,
        env={**os.environ, "FAULTY_SECONDS": "0.05"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        journal = tmp_path / "runs" / "interrupted" / "predictions.jsonl"
        while not journal.exists() or not journal.stat().st_size:
            assert process.poll() is None
            time.sleep(0.01)  # until the first answer is stored; the process is slow on purpose
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert f"go on with: qasper-eval run {path}" in err
    assert "evidence F1" in out
    stopped = json.loads((tmp_path / "runs" / "interrupted" / "stopped.json").read_bytes())
    assert stopped["cause"] == "interrupted"
    assert stopped["done"] == len(records(tmp_path, "interrupted"))
    assert qasper_eval("run", path, cwd=tmp_path).returncode == 0
    assert not (tmp_path / "runs" / "interrupted" / "stopped.json").exists()
    assert qasper_eval("run", config(tmp_path, "whole"), cwd=tmp_path).returncode == 0
    assert records(tmp_path, "interrupted") == records(tmp_path, "whole")
