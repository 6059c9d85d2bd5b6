"""The second process that resamples: the same numbers from elsewhere, and never a process left behind."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import orjson
import pytest

import loaders
from qasper_eval import __version__
from qasper_eval.predictions_file import read_predictions_file
from qasper_eval.scoring import SignatureFields, score
from scorers.bootstrap import paper_bootstrap

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the second process is for Linux")

PAPERS, RESAMPLES = 40, 300
GENERATOR = random.Random(3)
COUNTS = [[GENERATOR.randrange(4) for _ in range(PAPERS)] for _ in range(2)]
SUMS = [[GENERATOR.random() * count for count in counts] for counts in COUNTS]

# Each script runs in a process of its own, because the second one is only started where numpy is not there yet: where
# numpy is still missing afterwards, the numbers came from elsewhere.
BEGIN = f"""
import json, os, signal, sys
from pathlib import Path
from qasper_eval.resampling_process import ResamplingProcess
sums, counts = {SUMS!r}, {COUNTS!r}

def children():
    return [int(pid) for pid in Path(f"/proc/self/task/{{os.getpid()}}/children").read_text().split()]

def ask(process):
    return process.intervals(sums, counts, seed=5, resamples={RESAMPLES})()

def report(found):
    print(json.dumps([found, "numpy" in sys.modules, len(children())]))
"""
ALONE = "os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])\n"
two_cores = pytest.mark.skipif(
    len(os.sched_getaffinity(0)) < 2 if sys.platform == "linux" else True, reason="needs a second core"
)


def _run(script: str, status: int = 0) -> Any:
    done = subprocess.run(
        [sys.executable, "-P", "-c", BEGIN + script],
        check=False,
        capture_output=True,
        timeout=60,
        start_new_session=True,
    )
    assert (done.returncode, done.stderr.decode()) == (status, "")
    return orjson.loads(done.stdout)


def _expected() -> list[list[float]]:
    found = paper_bootstrap(SUMS, COUNTS, seed=5, resamples=RESAMPLES)
    return [[interval.low, interval.high] for interval in found if interval is not None]


@two_cores
@pytest.mark.parametrize(
    "announced",
    [
        "",
        f"process.expect({PAPERS}, seed=5, resamples={RESAMPLES})",
        f"process.expect({PAPERS - 1}, seed=5, resamples={RESAMPLES})",
        f"process.expect({PAPERS}, seed=6, resamples={RESAMPLES})",
        "process.expect(0, seed=5, resamples=1)",
        "process.expect(10**9, seed=5, resamples=10**9)",
    ],
    ids=["nothing", "right", "other papers", "other seed", "no paper", "too many"],
)
def test_whatever_was_announced_the_numbers_are_those_of_the_bootstrap(announced: str) -> None:
    found = _run(
        f"with ResamplingProcess() as process:\n    {announced or 'pass'}\n    found = ask(process)\nreport(found)"
    )
    assert found == [_expected(), False, 0]


@two_cores
def test_a_second_question_is_answered_here() -> None:
    found = _run("with ResamplingProcess() as process:\n    ask(process)\n    found = ask(process)\nreport(found)")
    assert found == [_expected(), True, 0]


@two_cores
@pytest.mark.parametrize("announce", ["process.expect(40, seed=5, resamples=300)", "pass"])
def test_a_second_process_that_is_killed_is_done_without(announce: str) -> None:
    found = _run(
        f"with ResamplingProcess() as process:\n"
        f"    (child,) = children()\n    os.kill(child, signal.SIGKILL)\n"
        f"    os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)\n"
        f"    {announce}\n    found = ask(process)\nreport(found)"
    )
    assert found == [_expected(), True, 0]


@pytest.mark.parametrize("room", [0, 1, 2, 3])
def test_too_few_files_are_no_error(room: int) -> None:
    """Each of the two pipes takes two files."""
    found = _run(
        f"import resource\nlimits = resource.getrlimit(resource.RLIMIT_NOFILE)\nfree = os.dup(0)\nos.close(free)\n"
        f"resource.setrlimit(resource.RLIMIT_NOFILE, (free + {room}, limits[1]))\n"
        f"with ResamplingProcess() as process:\n    resource.setrlimit(resource.RLIMIT_NOFILE, limits)\n"
        f"    n, files = len(children()), os.dup(0)\n    found = ask(process)\nreport([n, files - free, found])"
    )
    assert found == [[0, 0, _expected()], True, 0]


@pytest.mark.parametrize(
    "before",
    [
        ALONE,
        "import numpy\n",
        "import threading\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\n",
        (
            "import _thread\nlock = _thread.allocate_lock()\nlock.acquire()\n"
            "_thread.start_new_thread(lock.acquire, ())\n"
        ),
    ],
    ids=["one core", "numpy at hand", "a thread", "a thread that threading does not know"],
)
def test_where_it_is_not_worth_it_or_not_safe_there_is_no_second_process(before: str) -> None:
    use = (
        "with ResamplingProcess() as process:\n    n = len(children())\n    found = ask(process)\nreport([n, found])"
    )
    assert _run(before + use) == [[0, _expected()], True, 0]


@two_cores
def test_values_of_other_kinds_are_sent_as_what_they_are() -> None:
    """An array would travel as bytes, and a fraction not at all."""
    found = _run(
        "from array import array\nfrom fractions import Fraction\n"
        "sums = [array('d', sums[0]), [Fraction(value) for value in sums[1]]]\n"
        "counts = [array('q', row) for row in counts]\n"
        "with ResamplingProcess() as process:\n    found = ask(process)\nreport(found)"
    )
    assert found == [_expected(), False, 0]


@two_cores
@pytest.mark.parametrize(
    "ending",
    [
        "    raise SystemExit",
        "    process.expect(800, seed=5, resamples=10_000)\n    raise SystemExit",
        "    os.killpg(0, signal.SIGINT)\n    signal.pause()",
        "    signal.signal(signal.SIGCHLD, signal.SIG_IGN)",
    ],
    ids=["at once", "while it draws", "Ctrl-C", "nobody waits for children"],
)
def test_no_process_is_left_behind_and_nothing_is_printed(ending: str) -> None:
    script = f"try:\n  with ResamplingProcess() as process:\n{ending}\nexcept BaseException: pass\nreport(None)"
    assert _run(script) == [None, False, 0]


@two_cores
def test_columns_of_different_lengths_are_refused_as_by_the_bootstrap() -> None:
    script = (
        "counts[1].pop()\nfound = None\nwith ResamplingProcess() as process:\n"
        "    try:\n        ask(process)\n    except ValueError as error:\n        found = str(error)\nreport(found)"
    )
    assert _run(script)[0] == "the bootstrap needs one count for each sum"


SCORE = """
import sys
{before}
from qasper_eval.cli import main
try:
    main(sys.argv[1:])
finally:
    print("numpy" in sys.modules, file=sys.stderr)
"""


@two_cores
@pytest.mark.parametrize(("before", "resampled_here"), [("", "False"), (f"import os\n{ALONE}", "True")])
def test_score_prints_the_same_with_one_core_and_with_two(tmp_path: Path, before: str, resampled_here: str) -> None:
    """The other way to the same numbers is to score in this process, where numpy is at hand."""
    gold_file = Path(loaders.__file__).parent / "sample" / "sample.json"
    gold: dict[str, Any] = orjson.loads(gold_file.read_bytes())
    rows: list[dict[str, Any]] = [
        {"question_id": question["question_id"], "predicted_answer": "Yes", "predicted_evidence": []}
        for paper in gold.values()
        for question in paper["qas"]
    ]
    predictions = tmp_path / "p.jsonl"
    predictions.write_bytes(b"\n".join(orjson.dumps(row) for row in rows))
    arguments = ["score", "--gold", str(gold_file), "--predictions", str(predictions), "--json"]
    done = subprocess.run(
        [sys.executable, "-P", "-c", SCORE.format(before=before), *arguments], capture_output=True, check=True
    )
    assert done.stderr.decode().split()[-1] == resampled_here
    dataset = loaders.load("qasper", path=gold_file)
    answers = read_predictions_file(predictions)
    here = score(dataset, answers, identity=SignatureFields(__version__, "predictions"))
    assert orjson.loads(done.stdout) == orjson.loads(orjson.dumps(here.to_json()))
