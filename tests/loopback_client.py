"""A process that loads datasets from a loopback Hub through the real clients, one request a line.

The clients read their environment at import, so a test that wants another environment needs another process. Waiting
is made, not slept: each wait moves the process's clock and is reported.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from shutil import rmtree
from typing import IO, TYPE_CHECKING, Any, Self, cast

if TYPE_CHECKING:
    from types import TracebackType

ROOT = Path(__file__).resolve().parents[1]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one load came to."""

    error: str = ""
    """The DatasetError's text; empty when it loaded."""
    name: str = ""
    """``Dataset.name``."""
    split: str = ""
    """``Dataset.split``."""
    revision: str = ""
    """``Dataset.revision``."""
    fingerprint: str = ""
    """``Dataset.fingerprint``."""
    papers: tuple[str, ...] = ()
    """Ids of the papers, in order."""
    warnings: tuple[str, ...] = ()
    """``Dataset.warnings``."""
    said: tuple[str, ...] = ()
    """What was said before each wait."""
    waits_s: tuple[float, ...] = ()
    """How long each wait was to be."""


class HubClient:
    """Loads datasets in a process of its own, with its own caches; a context manager."""

    def __init__(self, endpoint: str, home: Path, **environment: str) -> None:
        self.home = home
        self._errors = home.parent / f"{home.name}-{'-'.join(environment) or 'online'}.stderr"
        self._environment = {
            name: value for name, value in os.environ.items() if not name.startswith(("HF_", "XDG_", "PYTEST_"))
        } | {
            "HF_ENDPOINT": endpoint,
            "HF_HOME": str(home / "huggingface"),
            "XDG_CACHE_HOME": str(home / "xdg"),
            "HF_HUB_DISABLE_XET": "1",
            "HF_HUB_DISABLE_TELEMETRY": "1",
            "PYTHONPATH": str(ROOT),
            **environment,
        }

    def load(
        self, split: str | None = None, revision: str | None = None, name: str = "qasper", **options: object
    ) -> Outcome:
        """Load and tell what came of it; a bug in the loader ends the process and fails here."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps({"name": name, "split": split, "revision": revision, **options}) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        assert line, self._errors.read_text()
        fields = cast("dict[str, Any]", json.loads(line))
        fields |= {name: tuple(fields[name]) for name in ("papers", "warnings", "said", "waits_s")}
        return Outcome(**fields)

    def forget(self) -> None:
        """Empty both caches."""
        rmtree(self.home, ignore_errors=True)

    def noise(self) -> str:
        """Return everything the process wrote to stderr."""
        return self._errors.read_text()

    def __enter__(self) -> Self:
        self._stderr: IO[str] = self._errors.open("w")
        self._process = subprocess.Popen(
            [sys.executable, "-P", __file__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            env=self._environment,
            text=True,
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.communicate()
        self._stderr.close()


def _serve() -> None:
    for line in sys.stdin:
        print(json.dumps(asdict(_load(json.loads(line)))), flush=True)  # noqa: T201  # because it is the reply


def _load(request: dict[str, Any]) -> Outcome:
    from loaders import DatasetError, Patience, load

    said: list[str] = []
    waits: list[float] = []
    patience = Patience(say=said.append, clock=lambda: sum(waits), sleep=waits.append)
    try:
        dataset = load(**request, patience=patience)
    except DatasetError as error:
        return Outcome(error=str(error), said=tuple(said), waits_s=tuple(waits))
    return Outcome(
        name=dataset.name,
        split=dataset.split,
        revision=dataset.revision or "",
        fingerprint=dataset.fingerprint,
        papers=tuple(paper.id for paper in dataset.papers),
        warnings=dataset.warnings,
        said=tuple(said),
        waits_s=tuple(waits),
    )


if __name__ == "__main__":
    _serve()
