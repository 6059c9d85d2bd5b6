"""Ctrl-C at any moment of a short command: exit 130 or what it came to, and never a traceback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import loaders
from support import ROOT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent")
SAMPLE = Path(loaders.__file__).parent / "sample" / "sample.json"

# Ctrl-C comes when a module is looked for, which is a moment that does not depend on the machine's pace.
AT_IMPORT = """
import os, signal, sys
class Looking:
    wanted = sys.argv.pop(1)
    def find_spec(self, name, path=None, target=None):
        if name == Looking.wanted and os.getpid() == first:
            os.kill(first, signal.SIGINT)
first = os.getpid()
from qasper_eval.cli import program
sys.meta_path.insert(0, Looking())
program()
"""


def _predictions(folder: Path) -> Path:
    gold = json.loads(SAMPLE.read_text("utf-8"))
    path = folder / "p.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for paper in gold.values():
            for question in paper["qas"]:
                row: dict[str, object] = {
                    "question_id": question["question_id"],
                    "predicted_answer": "No",
                    "predicted_evidence": [],
                }
                file.write(json.dumps(row) + "\n")
    return path


@pytest.mark.parametrize(
    "module",
    [
        *("orjson", "json", "dataclasses", "uuid"),
        *("click", "inspect", "qasper_eval.cli.commands", "qasper_eval.cli.score", "qasper_eval.resampling_process"),
        *("qasper_eval.report.score_files", "scorers.normalize", "loaders.qasper", "hashlib"),
        *("qasper_eval.scoring.as_json", "qasper_eval.cli.leaving"),
    ],
)
def test_ctrl_c_while_something_is_imported_is_no_traceback(tmp_path: Path, module: str) -> None:
    """The imports of orjson's own, interrupted, brought the process down."""
    files = ["--gold", str(SAMPLE), "--predictions", str(_predictions(tmp_path))]
    done = subprocess.run(
        [sys.executable, "-P", "-c", AT_IMPORT, module, "score", *files, "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_after_the_last_word_is_no_traceback(tmp_path: Path) -> None:
    files = ["--gold", str(SAMPLE), "--predictions", str(_predictions(tmp_path))]
    command = [sys.executable, "-P", "-m", "qasper_eval", "score", *files, "--json"]
    for _ in range(12):
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            first = os.read(process.stdout.fileno(), 1)
            process.send_signal(signal.SIGINT)
            rest, errors = process.communicate(timeout=60)
        assert b"Traceback" not in errors
        assert process.returncode in {0, 130}
        assert json.loads(first + rest)
