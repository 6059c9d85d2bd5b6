"""Where one question of a run stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qasper_eval.checkpoint import RunLock
from qasper_eval.slicing import cut_slice

if TYPE_CHECKING:
    from pathlib import Path

    from loaders.records import Dataset
    from qasper_eval.checkpoint import Progress, StoredRun

FINISHED = "finished"
_ENTRY = re.compile(r"(?P<id>.*?): unmeasured: (?P<words>.*)")
_MOST_LINES = 40


def standing_of(run: StoredRun, dataset: Dataset, question_id: str, *, is_finished: bool) -> str:
    """Return ``finished``, or in one sentence why the question is not."""
    progress = run.progress()
    asked = progress is None or question_id in _asked(dataset, progress)
    if is_finished:
        return FINISHED if asked else "finished, but outside the slice asked for last"
    if progress is None:
        return "not finished, and progress.json is missing or damaged: run the config again to rebuild it"
    if not asked:
        return "not asked: outside the slice asked for last"
    cause = progress.failures.get(question_id)
    if cause is not None:
        return f"unmeasured: {cause}; the same command tries it again: {progress.resume}"
    return f"not reached: {_why_not(run, progress)}"


def _asked(dataset: Dataset, progress: Progress) -> set[str]:
    part = cut_slice(
        dataset,
        order=progress.order,
        seed=progress.seed,
        papers=progress.papers,
        questions=progress.questions,
    )
    return {question.id for _, question in part.questions}


def _why_not(run: StoredRun, progress: Progress) -> str:
    stopped = run.stopped()
    if stopped is not None:
        detail = f": {stopped.detail}" if stopped.detail else ""
        return f"the run stopped ({stopped.cause}){detail}; go on with: {stopped.resume}"
    if progress.state == "running" and RunLock(run.path).is_held():
        return "the run is going on"
    return f"the run ended before it; go on with: {progress.resume}"


def last_words(log: Path, question_id: str) -> str:
    """Return what run.log says last about why the question is unmeasured; "" where it says nothing."""
    words: list[str] = []
    is_ours = False
    if not log.exists():
        return ""
    with log.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            entry = _ENTRY.match(line)
            if entry is not None:
                is_ours = entry["id"] == question_id
                words = [entry["words"]] if is_ours else words
            elif is_ours and len(words) < _MOST_LINES:
                words.append(line.rstrip("\n"))
    return "\n".join(words)
