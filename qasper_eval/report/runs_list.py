"""The runs under a folder, for ``qasper-eval runs``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.checkpoint import RunLock, Spending, StoredRun
from qasper_eval.checkpoint.journal import lines_of
from qasper_eval.errors import CheckpointError

from .grid import grid
from .money import dollars

if TYPE_CHECKING:
    from pathlib import Path

HEAD = ("run", "state", "dataset", "agent", "done", "left", "unmeasured", "spent", "go on with")


def list_runs(root: Path) -> str:
    """Return a table of every run folder under ``root``, by name; one line saying so when there is none."""
    folders = sorted(path for path in root.iterdir() if path.is_dir()) if root.is_dir() else []
    rows = [_row(path) for path in folders if (path / "run.json").exists()]
    if not rows:
        return f"no runs under {root}/; start one with: qasper-eval run CONFIG\n"
    return grid(HEAD, rows)


def _row(path: Path) -> tuple[str, ...]:
    try:
        run = StoredRun(path)
    except CheckpointError as error:
        return (path.name, f"unreadable: {error}", "", "", "", "", "", "", "")
    progress, stopped = run.progress(), run.stopped()
    dataset = f"{run.dataset.get('name', '?')} ({run.dataset.get('split', '?')})"
    agent = str(run.config.get("agent", {}).get("name", "?"))
    if progress is None:
        return (path.name, "unknown", dataset, agent, str(_finished(path)), "?", "?", "?", "")
    state: str = progress.state
    done, calls, spent_usd = progress.done, progress.calls, progress.spent_usd
    if state == "running":  # progress.json is written every few seconds only
        done = min(max(done, _finished(path)), progress.n_slice)
        spending = Spending.read(path / "calls.jsonl")
        calls, spent_usd = spending.calls, spending.usd
        if not RunLock(path).is_held():
            state = "crashed"
    causes = ", ".join(f"{cause} {count}" for cause, count in progress.causes().items()) or "0"
    spent = "" if not calls else "unknown" if spent_usd is None else dollars(spent_usd)
    cause = f"{state} ({stopped.cause})" if stopped is not None and state == "stopped" else state
    resume = "" if state in {"done", "running"} else progress.resume
    return (path.name, cause, dataset, agent, str(done), str(progress.n_slice - done), causes, spent, resume)


def _finished(path: Path) -> int:
    return sum(1 for _ in lines_of(path / "predictions.jsonl"))
