"""A run folder as a reader finds it, without a lock and without repairing anything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qasper_eval.errors import CheckpointError, UsageError

from .journal import lines_of
from .progress import Progress, Stopped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from qasper_eval.records import Prediction

SCHEMA = 1


class StoredRun:
    """Reads run.json, progress.json, stopped.json and predictions.jsonl.

    Raises:
        CheckpointError: run.json is missing, damaged or of a later version.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            manifest: Any = json.loads((path / "run.json").read_bytes())
            self.name: str = manifest["name"]
            self.config: Mapping[str, Any] = manifest["config"]
            self.fingerprint: str = manifest["fingerprint"]
            self.fingerprint_fields: Mapping[str, Any] = manifest["fingerprint_fields"]
            self.dataset: Mapping[str, Any] = manifest["dataset"]
            self.prompts: Mapping[str, str] = manifest["prompts"]
            self.versions: Mapping[str, str] = manifest["versions"]
            self.git_commit: str | None = manifest.get("git_commit")
            schema = int(manifest["schema"])
        except OSError as error:
            raise CheckpointError(f"{path / 'run.json'}: cannot be read: {error.strerror}") from None
        except (ValueError, KeyError, TypeError):
            raise CheckpointError(f"{path / 'run.json'}: is damaged; the run cannot be identified") from None
        if schema > SCHEMA:
            raise CheckpointError(f"{path}: was written by a later version (schema {schema}); upgrade qasper-eval")

    def progress(self) -> Progress | None:
        """Return progress.json, or None when it is missing or unreadable."""
        return Progress.read(self.path / "progress.json")

    def stopped(self) -> Stopped | None:
        """Return stopped.json, or None when the run did not stop early."""
        return Stopped.read(self.path / "stopped.json")

    def predictions(self, say: Callable[[str], None]) -> Iterator[Prediction]:
        """Yield each finished question once; a damaged or repeated line is said and left out."""
        from qasper_eval.prediction_json import prediction_from_json

        seen: set[str] = set()
        path = self.path / "predictions.jsonl"
        for number, line in lines_of(path):
            try:
                prediction = prediction_from_json(json_loads(line))
            except (ValueError, KeyError, TypeError):
                say(f"{path}: line {number} is damaged and left out; delete it and run again to answer its question")
                continue
            if prediction.question_id not in seen:
                seen.add(prediction.question_id)
                yield prediction


def json_loads(line: bytes) -> Any:
    """Return the value of one line of JSON; ValueError when it is none."""
    import orjson

    return orjson.loads(line)


def find_run(name: str, root: Path) -> StoredRun:
    """Return the run called ``name`` under ``root``, or the run folder that ``name`` is a path to.

    Raises:
        UsageError: there is none.
    """
    for path in (root / name, Path(name)):
        if (path / "run.json").exists():
            return StoredRun(path)
    raise UsageError(f"{name}: no such run under {root}/ (see `qasper-eval runs`) and no run folder of that path")
