"""What several test files share."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
SHARED = Path(os.environ.get("QASPER_EVAL_SHARED", ROOT.parent / "shared"))
"""Real slices and golden numbers, laid beside a checkout; absent on most machines."""

needs_shared = pytest.mark.skipif(
    not (SHARED / "golden").is_dir(),
    reason="the shared real slices and golden numbers are not laid beside this checkout",
)


def qasper_eval(
    *arguments: str | Path, cwd: Path, env: dict[str, str] | None = None, timeout: float = 120
) -> subprocess.CompletedProcess[str]:
    """Run our command line in a process of its own, as a user would."""
    return subprocess.run(
        command(*arguments),
        cwd=cwd,
        env={**os.environ, **(env or {})},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


def command(*arguments: str | Path) -> list[str]:
    """Return the argument vector of our command line; -P keeps the current folder off the import path."""
    return [sys.executable, "-P", "-m", "qasper_eval", *map(str, arguments)]


def one_line(done: subprocess.CompletedProcess[str], code: int = 2) -> str:
    """Return the message of a command that must have failed with one clear line and no traceback."""
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    message = [line for line in done.stderr.splitlines() if line.startswith("qasper-eval: ")]
    assert len(message) == 1, done.stderr
    return message[0]
