"""The quick end of a process: nothing that a usual end does is lost."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = """
import atexit, os, sys, threading
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
    before = "threading.Thread(target=lambda: (threading.main_thread().join(), print('thread'))).start()"
    assert _end(3, before) == (3, "said thread\nregistered\ntaken apart\n", "told")


@pytest.mark.parametrize("watch", ["setprofile", "settrace"])
def test_who_watches_the_process_sees_its_usual_end(watch: str) -> None:
    before = (
        f"sys.{watch}(lambda *_: None)\ntry:\n    leave(7)\nexcept SystemExit as end:\n"
        f"    sys.{watch}(None)\n    print('exit', end)"
    )
    assert _end(0, before) == (0, "said exit 7\nregistered\n", "told")


def test_closed_outputs_are_no_traceback() -> None:
    assert _end(4, "sys.stdout = None") == (4, "", "told")
    assert _end(4, "sys.stderr.flush()\nsys.stderr = None") == (4, "said registered\n", "told")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the device is Linux's")
def test_a_full_disk_at_the_end_is_no_traceback() -> None:
    with Path("/dev/full").open("wb") as full:
        assert _end(2, stdout=full.fileno()) == (2, None, "told")
