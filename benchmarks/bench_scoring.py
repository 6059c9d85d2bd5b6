"""Timings of scoring: throughput, the bootstrap, and the whole ``score`` process.

    python benchmarks/bench_scoring.py [--predictions 100000] [--pairs 101]

The papers are invented (random words, fixed seed) in the size of Qasper's validation split: 281 papers, 1,005
questions. The yardstick is ``tests/official_transcription.py``, the official metric written down directly and
without caching. Ratios come from pairs run one after the other in this process, because machines are shared.
"""

from __future__ import annotations

import argparse
import compileall
import gc
import json
import platform
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, ParamSpec, TypeVar

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from invented_gold import PAPERS, QUESTIONS, predictions_for, write_gold  # noqa: E402  # because the path is set above
from loaders import load  # noqa: E402  # because the path is set above
from official_transcription import evaluate, read_gold  # noqa: E402  # because the path is set above
from qasper_eval.records import Prediction  # noqa: E402  # because the path is set above
from qasper_eval.scoring import Gold, ScoringOptions, SignatureFields, score  # noqa: E402  # because the path is set above
from scorers.bootstrap import paper_bootstrap  # noqa: E402  # because the path is set above
from scorers.evidence_bag import evidence_bag, evidence_bag_f1s  # noqa: E402  # because the path is set above
from scorers.normalize import official_tokens  # noqa: E402  # because the path is set above
from scorers.token_bag import token_bag, token_f1s  # noqa: E402  # because the path is set above

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorers.evidence_bag import EvidenceBag
    from scorers.token_bag import TokenBag

    References = tuple[list[TokenBag], list[EvidenceBag]]
    Scorer = Callable[[int, "Prepared"], float | None]

Prepared = TypeVar("Prepared")
Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")
ROUNDS = 5


def main() -> None:
    """Print every figure with its n."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--predictions", type=int, default=100_000)
    arguments.add_argument("--pairs", type=int, default=101)
    options = arguments.parse_args()
    print(f"python {platform.python_version()}, {platform.machine()}, {time.strftime('%Y-%m-%d')}")
    with tempfile.TemporaryDirectory() as folder:
        _throughput(Path(folder), options.predictions, distinct=False)
        _throughput(Path(folder), options.predictions, distinct=True)
        _bootstrap()
        _whole_process(Path(folder), options.pairs)


def _throughput(folder: Path, n: int, *, distinct: bool) -> None:
    """Compare predictions a second: several sets over the same questions, or as many questions as predictions."""
    questions = n if distinct else QUESTIONS
    sets = 1 if distinct else n // questions
    path = folder / "gold.json"
    write_gold(path, max(2, PAPERS * questions // QUESTIONS), questions, seed=1)
    gold, dataset = read_gold(path), load("qasper", path=path)
    theirs = [predictions_for(gold, seed) for seed in range(sets)]
    ours = [
        [Prediction(question_id, answer, tuple(cited)) for question_id, (answer, cited) in one.items()]
        for one in theirs
    ]
    options, identity = ScoringOptions(resamples=0), SignatureFields("bench")

    def transcription(number: int, _: object) -> float | None:
        return float(evaluate(gold, theirs[number])["evidence_f1"])

    def product(number: int, prepared: Gold) -> float | None:
        return score(dataset, ours[number], options, gold=prepared, identity=identity).evidence_f1.mean

    @_collector_off
    def official(number: int, prepared: dict[str, References]) -> float | None:
        return _official_mean(ours[number], prepared)

    @_collector_off
    def references() -> dict[str, References]:
        return {
            question.id: (
                [token_bag(official_tokens(reference.answer)) for reference in question.references],
                [evidence_bag(reference.evidence) for reference in question.references],
            )
            for _, question in dataset.questions()
        }

    what = f"{questions} distinct questions" if distinct else f"{sets} sets over the same {questions} questions"
    alone = [_in_turn(transcription, official, sets, references) for _ in range(ROUNDS + 1)]
    whole = [_in_turn(transcription, product, sets, lambda: Gold(dataset, options)) for _ in range(ROUNDS + 1)]
    # The first round of each warms up what is in memory for both.
    for name, rounds in (("the official metric alone", alone[1:]), ("all metrics but intervals", whole[1:])):
        slow, fast = (statistics.median(seconds) for seconds in zip(*rounds, strict=True))
        ratios = sorted(theirs / mine for theirs, mine in rounds)
        print(
            f"{name}, {sets * questions} predictions, {what}, n = {ROUNDS} rounds: transcription "
            f"{sets * questions / slow:,.0f}/s, qasper-eval {sets * questions / fast:,.0f}/s, ratio "
            f"{statistics.median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f}, target 5 for the first)"
        )


def _collector_off(work: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
    """Keep the cycle collector off, as ``score`` does while it prepares references and compares."""

    def run(*arguments: Parameters.args, **options: Parameters.kwargs) -> Result:
        gc.disable()
        try:
            return work(*arguments, **options)
        finally:
            gc.enable()

    return run


def _official_mean(predictions: Sequence[Prediction], prepared: dict[str, References]) -> float:
    """Return the mean evidence F1; the answer F1 of each is computed too."""
    total = 0.0
    for prediction in predictions:
        answers, evidence = prepared[prediction.question_id]
        max(token_f1s(official_tokens(prediction.predicted_answer), answers))
        total += max(evidence_bag_f1s(prediction.predicted_evidence, evidence))
    return total / len(predictions)


def _bootstrap() -> None:
    """Time 10,000 resamples of 281 papers with 1,005 questions, 30 metrics at once."""
    generator = random.Random(5)
    counts = [QUESTIONS // PAPERS + (paper < QUESTIONS % PAPERS) for paper in range(PAPERS)]
    sums = [[sum(generator.random() for _ in range(count)) for count in counts] for _ in range(30)]

    def run() -> object:
        return paper_bootstrap(sums, [counts] * len(sums), seed=13)

    run()
    times = [_seconds(run) for _ in range(7)]
    print(
        f"bootstrap, B = 10,000, {QUESTIONS} questions, {PAPERS} papers, {len(sums)} metrics, n = {len(times)}: "
        f"median {statistics.median(times):.3f} s, fastest {min(times):.3f} s (target 0.5 s)"
    )


def _whole_process(folder: Path, pairs: int) -> None:
    """Time `score` as a process of its own beside the transcription as one.

    The packages are compiled first, as pip does when it installs a wheel.
    """
    for package in ("loaders", "scorers", "qasper_eval"):
        compileall.compile_dir(ROOT / package, quiet=1)
    gold_file, predictions_file = folder / "gold.json", folder / "predictions.jsonl"
    write_gold(gold_file, PAPERS, QUESTIONS, seed=1)
    gold = read_gold(gold_file)
    with predictions_file.open("w", encoding="utf-8") as file:
        for question_id, (answer, cited) in predictions_for(gold, 3).items():
            row = {"question_id": question_id, "predicted_answer": answer, "predicted_evidence": cited}
            file.write(json.dumps(row) + "\n")
    files = ["--gold", str(gold_file), "--predictions", str(predictions_file)]
    ours = [sys.executable, "-P", "-m", "qasper_eval", "score", *files, "--json"]
    plain = [sys.executable, str(ROOT / "tests" / "official_transcription.py"), str(gold_file), str(predictions_file)]
    times = [(_seconds(lambda: _process(ours)), _seconds(lambda: _process(plain))) for _ in range(pairs)]
    slow, fast = (statistics.median(seconds) for seconds in zip(*times, strict=True))
    ratios = sorted(mine / theirs for mine, theirs in times)
    print(
        f"whole process, {QUESTIONS} questions, gold file {gold_file.stat().st_size / 1e6:.0f} MB, "
        f"n = {pairs} pairs: "
        f"qasper-eval score {slow:.3f} s, plain script {fast:.3f} s, ratio {statistics.median(ratios):.2f} "
        f"({ratios[0]:.2f} to {ratios[-1]:.2f}, target 2)"
    )


def _in_turn(
    one: Scorer[object], other: Scorer[Prepared], sets: int, prepare: Callable[[], Prepared]
) -> tuple[float, float]:
    """Return the CPU seconds of both over all sets, one set of each after the other; preparing counts to the second.

    CPU time in short turns, because a shared machine changes its pace from second to second.
    """
    start = time.process_time()
    prepared = prepare()
    first, second = 0.0, time.process_time() - start
    for number in range(sets):
        start = time.process_time()
        theirs = one(number, prepared)
        between = time.process_time()
        mine = other(number, prepared)
        first, second = first + between - start, second + time.process_time() - between
        assert theirs == mine, "the two implementations disagree"  # noqa: S101  # because a bench may check
    return first, second


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _process(command: list[str]) -> None:
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


if __name__ == "__main__":
    main()
