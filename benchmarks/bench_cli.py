"""Times the command line and the checkpoint: ``python benchmarks/bench_cli.py``.

``--help`` as a whole process, opening a checkpoint of 100,000 lines, and what a run's memory does as its questions
grow beyond what the dataset itself takes.
"""

from __future__ import annotations

import json
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from qasper_eval.checkpoint import Journal
from qasper_eval.checkpoint.run_folder import prediction_key
from qasper_eval.prediction_json import prediction_to_json
from qasper_eval.prediction_parts import Citation
from qasper_eval.records import Prediction

COMMAND = [sys.executable, "-P", "-m", "qasper_eval"]
LINES = 100_000


def main() -> None:
    """Print every figure with its n."""
    print(f"python {platform.python_version()}, {platform.machine()}, {time.strftime('%Y-%m-%d')}")
    with tempfile.TemporaryDirectory() as folder:
        _help()
        _resume(Path(folder))
        _memory(Path(folder))


def _help() -> None:
    seconds: list[float] = []
    for _ in range(11):
        start = time.perf_counter()
        subprocess.run([*COMMAND, "--help"], check=True, stdout=subprocess.DEVNULL)
        seconds.append(time.perf_counter() - start)
    print(f"qasper-eval --help, whole process: median of 10 {statistics.median(seconds[1:]):.3f} s (asked < 0.15 s)")


def _resume(folder: Path) -> None:
    path = folder / "predictions.jsonl"
    line = prediction_to_json(
        Prediction(
            "q",
            "an answer of some words",
            ("A paragraph of evidence. " * 20,),
            paper_id="p",
            declined=False,
            answer_text="An answer of some words [1].",
            citations=(Citation(3, 0, 20, 5, 40),),
        )
    )
    with path.open("wb") as file:
        for number in range(LINES):
            file.write(line.replace(b'"question_id":"q"', b'"question_id":"q%d"' % number) + b"\n")
    seconds: list[float] = []
    for _ in range(3):
        start = time.perf_counter()
        with Journal(path, prediction_key, print) as journal:
            assert len(journal.keys) == LINES  # noqa: S101  # because a wrong count would make the figure a lie
        seconds.append(time.perf_counter() - start)
    size = path.stat().st_size / 2**20
    print(
        f"resume over a checkpoint of {LINES:,} lines ({size:.0f} MB): "
        f"median of 3 {statistics.median(seconds):.2f} s (asked <= 2 s)"
    )


def _memory(folder: Path) -> None:
    """Run the same papers with few and with many questions and compare the peaks beyond loading alone."""
    growth: dict[int, float] = {}
    for questions in (500, 5_000):
        gold = folder / f"gold{questions}.json"
        gold.write_text(json.dumps(_gold(questions)), "utf-8")
        config = folder / f"c{questions}.yaml"
        config.write_text(
            f"name: m{questions}\ndataset: {{name: qasper, path: {gold}}}\nagent: {{name: extractive}}\n", "utf-8"
        )
        run = _peak([*COMMAND, "run", str(config)], folder)
        load = _peak(
            [
                sys.executable,
                "-P",
                "-c",
                f"from pathlib import Path; import loaders; loaders.load('qasper', path=Path({str(gold)!r}))",
            ],
            folder,
        )
        growth[questions] = run - load
        print(f"run of {questions:,} questions: peak {run:.0f} MB, loading alone {load:.0f} MB")
    more = growth[5_000] - growth[500]
    print(f"memory beyond the dataset: {more:+.0f} MB for 4,500 more questions (asked: flat)")


def _peak(command: list[str], folder: Path) -> float:
    watch = (
        "import resource, subprocess, sys; "
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL); "
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run(
        [sys.executable, "-c", watch, *command], cwd=folder, check=True, capture_output=True, text=True
    )
    return int(done.stdout) / 1024


def _gold(questions: int) -> dict[str, Any]:
    papers: dict[str, Any] = {}
    for number in range(50):
        paragraphs = [
            f"Paragraph {place} of paper {number} counts {place * 7} birds in park {number}." for place in range(40)
        ]
        papers[f"p{number}"] = {
            "title": f"Paper {number}",
            "abstract": "Birds are counted.",
            "full_text": [{"section_name": "Data", "paragraphs": paragraphs}],
            "qas": [
                {
                    "question": f"How many birds are in paragraph {place % 40}?",
                    "question_id": f"{number}-{place}",
                    "answers": [{"answer": _answer(place, paragraphs), "annotation_id": "a", "worker_id": "w"}],
                }
                for place in range(questions // 50)
            ],
            "figures_and_tables": [],
        }
    return papers


def _answer(place: int, paragraphs: list[str]) -> dict[str, Any]:
    return {
        "unanswerable": False,
        "extractive_spans": [f"{place % 40 * 7} birds"],
        "yes_no": None,
        "free_form_answer": "",
        "evidence": [paragraphs[place % 40]],
        "highlighted_evidence": [],
    }


if __name__ == "__main__":
    main()
