"""A run folder while its one writer has it open."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Self

import orjson

from qasper_eval.errors import CheckpointError

from .files import pretty_json, write_atomic
from .journal import Journal, lines_of
from .lock import HOLDER_NAME, LOCK_NAME, RunLock
from .spending import Spending
from .stored_run import StoredRun

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from collections.abc import Set as AbstractSet
    from pathlib import Path

    from qasper_eval.run_manifest import RunManifest

    from .progress import Progress, Stopped

_ABSENT = object()


class RunFolder:
    """Starts a run or resumes it, and keeps every finished question safe.

    Raises:
        CheckpointError: another process has it open, the folder is no run, or the run has another fingerprint.
    """

    def __init__(self, root: Path, manifest: RunManifest, say: Callable[[str], None]) -> None:
        self.path = root / manifest.name
        _make_folder(self.path)
        self._lock = RunLock(self.path)
        self._lock.acquire()
        try:
            self.is_resumed = _settle_identity(self.path, manifest)
            self._predictions = Journal(self.path / "predictions.jsonl", prediction_key, say)
            self._calls = Journal(self.path / "calls.jsonl", _call_key(), say)
            self.spending = Spending.read(self._calls.path)
        except BaseException:
            self._lock.release()
            raise

    @property
    def done(self) -> AbstractSet[str]:
        """Ids of the finished questions, those of earlier slices included."""
        return self._predictions.keys

    def stored(self) -> StoredRun:
        """Return the folder as a reader finds it."""
        return StoredRun(self.path)

    def add(self, question_id: str, line: bytes) -> None:
        """Store a finished question's prediction line; it is on the disk when this returns."""
        self._predictions.append(line, key=question_id)

    def add_call(self, line: bytes) -> None:
        """Store one provider call."""
        self._calls.append(line)
        self.spending.add(line)

    def write_progress(self, progress: Progress) -> None:
        """Replace progress.json."""
        write_atomic(self.path / "progress.json", progress.to_json())

    def write_stopped(self, stopped: Stopped | None) -> None:
        """Replace stopped.json, or delete it for None."""
        if stopped is None:
            (self.path / "stopped.json").unlink(missing_ok=True)
        else:
            write_atomic(self.path / "stopped.json", stopped.to_json())

    def log(self, text: str) -> None:
        """Add lines to run.log, which is informative only."""
        with (self.path / "run.log").open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(text.rstrip("\n") + "\n")

    def close(self) -> None:
        """Close the files and give the lock back."""
        self._predictions.close()
        self._calls.close()
        self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def finished_before(root: Path, manifest: RunManifest) -> frozenset[str]:
    """Return the ids of the questions that a run has finished, changing nothing; empty for a run not begun.

    Raises:
        CheckpointError: the folder holds a run of another identity, or cannot be read.
    """
    path = root / manifest.name
    if not (path / "run.json").exists():
        return frozenset()
    _check_identity(StoredRun(path), manifest)
    keys = (prediction_key(line) for _, line in lines_of(path / "predictions.jsonl"))
    return frozenset(key for key in keys if key is not None)


def prediction_key(line: bytes) -> str | None:
    """Return the question id of a predictions.jsonl line, or None when the line is damaged.

    Only what the official evaluator needs is checked, so that a long run resumes fast: a crash tears lines, it does
    not forge them.
    """
    try:
        row: Any = orjson.loads(line)
        key, answer, evidence = row["question_id"], row["predicted_answer"], row["predicted_evidence"]
    except (KeyError, TypeError, ValueError):
        return None
    return key if type(key) is str and type(answer) is str and type(evidence) is list else None


def _call_key() -> Callable[[bytes], str | None]:
    count = 0

    def key_of(line: bytes) -> str | None:
        nonlocal count
        count += 1
        try:
            orjson.loads(line)
        except ValueError:
            return None
        return str(count)

    return key_of


def _make_folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise CheckpointError(f"{path}: is a file, not a run folder; take another --name") from None


def _settle_identity(path: Path, manifest: RunManifest) -> bool:
    """Write run.json for a new run and return False, or check it against an old one and return True."""
    if (path / "run.json").exists():
        _check_identity(StoredRun(path), manifest)
        return True
    strangers = [
        entry.name
        for entry in path.iterdir()
        if entry.name not in {LOCK_NAME, HOLDER_NAME} and not entry.match(".run.json.*.tmp")
    ]
    if strangers:
        raise CheckpointError(
            f"{path}: exists but is no run folder (no run.json; it holds {', '.join(sorted(strangers)[:3])}); "
            "nothing was changed, take another --name"
        )
    write_atomic(path / "run.json", pretty_json(asdict(manifest)))
    return False


def _check_identity(stored: StoredRun, manifest: RunManifest) -> None:
    if stored.fingerprint != manifest.fingerprint:
        raise CheckpointError(_difference(stored.path, stored.fingerprint_fields, manifest.fingerprint_fields))


def _difference(path: Path, old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    rows: list[str] = []
    for key in sorted({*old, *new}):
        before, after = old.get(key, _ABSENT), new.get(key, _ABSENT)
        if before != after:
            rows.append(f"  {key}: the run has {_shown(before)}, the config says {_shown(after)}")
    return (
        f"{path}: holds a run of another identity, so it cannot be resumed; nothing was changed. "
        "Restore these or take another --name:\n" + "\n".join(rows)
    )


def _shown(value: object) -> str:
    return "its default" if value is _ABSENT else repr(value)
