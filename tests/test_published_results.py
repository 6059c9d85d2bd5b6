"""The published results of this repository: re-derived by every verifier, and the tables that show them true."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from qasper_eval.cli import main
from support import ROOT

if TYPE_CHECKING:
    from pathlib import Path

RESULTS = sorted(path.parent for path in (ROOT / "results").glob("*/manifest.json"))
PAGES = ("README.md", "docs/CORRECTIONS.md")
pytestmark = pytest.mark.skipif(not RESULTS, reason="needs a checkout with published results")


def _code(*arguments: str) -> int:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    return caught.value.code if isinstance(caught.value.code, int) else 1


@pytest.mark.parametrize("folder", RESULTS, ids=lambda folder: folder.name)
def test_a_published_folder_is_re_derived(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the installed command and by the folder's own file, which needs nothing but Python (S1-58)."""
    assert _code("verify", str(folder)) == 0, capsys.readouterr().err
    done = subprocess.run(
        [sys.executable, "-I", str(folder / "verify.py")], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.skipif(shutil.which("git") is None or not (ROOT / ".git").exists(), reason="needs a git checkout")
@pytest.mark.parametrize("folder", RESULTS, ids=lambda folder: folder.name)
def test_no_published_file_is_ignored_by_git(folder: Path) -> None:
    """A pattern for work in progress (`runs/`) once kept the predictions of a published folder out of the commit."""
    done = subprocess.run(["git", "ls-files", "."], cwd=folder, capture_output=True, text=True, check=True)
    files = {*json.loads((folder / "manifest.json").read_bytes())["files"], "manifest.json"}
    assert set(done.stdout.split()) == files


def test_the_leaderboard_and_the_corrections_are_up_to_date(capsys: pytest.CaptureFixture[str]) -> None:
    """What `qasper-eval table results/* --write README.md --write docs/CORRECTIONS.md` would write is there."""
    pages = [part for page in PAGES for part in ("--write", str(ROOT / page))]
    assert _code("table", *map(str, RESULTS), *pages, "--check") == 0, capsys.readouterr().err
