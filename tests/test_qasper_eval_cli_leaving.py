"""The quick end of a process: nothing that a usual end does is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import atexit, os, sys, threading, time
from qasper_eval.cli.leaving import leave
atexit.register(print, "registered")
class Loud:
    def __del__(self): print("taken apart")
loud = Loud()
sys.stdout.write("said ")
sys.stderr.write("told")
{before}
leave({code})
"""


def _end(code: int, before: str = "", stdout: int = subprocess.PIPE) -> tuple[int, str | None, str]:
    """Run it where output is buffered, whatever the tests' own environment says."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONUNBUFFERED"}
    script = SCRIPT.format(before=before, code=code)
    done = subprocess.run(
        [sys.executable, "-P", "-c", script],
        env=environment,
        check=False,
        text=True,
        stdout=stdout,
        stderr=subprocess.PIPE,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("code", [0, 75])
def test_what_was_printed_and_registered_is_kept_and_nothing_is_taken_apart(code: int) -> None:
    assert _end(code) == (code, "said registered\n", "told")


def test_a_thread_that_still_runs_is_waited_for_as_ever() -> None:
    before = "threading.Thread(target=lambda: (time.sleep(0.2), print('thread'))).start()"
    assert _end(3, before) == (3, "said thread\nregistered\ntaken apart\n", "told")


def test_a_full_disk_at_the_end_is_no_traceback() -> None:
    with Path("/dev/full").open("wb") as full:
        assert _end(2, stdout=full.fileno()) == (2, None, "told")
