"""Runs and published folders for tests, made in a folder of their own."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from qasper_eval.cli import main
from qasper_eval.report.verify import verify
from qasper_eval.report.verify_standalone import check

CONFIG = "name: mine\ndataset: {name: sample}\nagent: {name: extractive}\n"


@dataclass
class Shelf:
    """A folder with configs, runs and results, and the command line run in it in this process."""

    folder: Path
    out: str = ""
    err: str = ""

    def __call__(self, *arguments: str | Path, code: int = 0) -> str:
        """Run a command; it must end with ``code``."""
        out, err, before = io.StringIO(), io.StringIO(), Path.cwd()
        os.chdir(self.folder)
        try:
            with (
                contextlib.redirect_stdout(out),
                contextlib.redirect_stderr(err),
                pytest.raises(SystemExit) as caught,
            ):
                main([str(argument) for argument in arguments])
        finally:
            os.chdir(before)
        self.out, self.err = out.getvalue(), err.getvalue()
        assert caught.value.code == code, self.out + self.err
        return self.out

    @property
    def results(self) -> Path:
        """Where results are published."""
        return self.folder / "results"

    def run(self, *more: str, config: str = CONFIG) -> None:
        """Run a config."""
        (self.folder / "c.yaml").write_text(config, "utf-8")
        self("run", "c.yaml", *more)

    def publish(self, *arguments: str, name: str = "one", code: int = 0) -> Path:
        """Publish as results/NAME and return the folder."""
        self("publish", *arguments, "--to", f"results/{name}", code=code)
        return self.results / name

    def rows(self, run: str = "mine") -> list[dict[str, Any]]:
        """Return the predictions of a run."""
        path = self.folder / "runs" / run / "predictions.jsonl"
        return [json.loads(line) for line in path.read_bytes().splitlines()]

    def play_back(self, rows: list[dict[str, Any]], *, name: str, more: str = "") -> None:
        """Run the agent ``predictions`` over rows in our own format."""
        (self.folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        agent = f"agent: {{name: predictions, file: {name}.jsonl}}\n"
        self.run(config=f"name: {name}\ndataset: {{name: sample}}\n{agent}{more}")


def reseal(folder: Path) -> None:
    """Write the manifest anew, as someone would who hides what they changed; written from the description alone."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_bytes())
    del manifest["self_sha256"]
    names = {found.relative_to(folder).as_posix(): found for found in folder.rglob("*") if found.is_file()}
    manifest["files"] = {
        name: hashlib.sha256(found.read_bytes()).hexdigest() for name, found in names.items() if found != path
    }
    manifest["self_sha256"] = hashlib.sha256(canonical(manifest)).hexdigest()
    path.write_bytes(canonical(manifest))


def canonical(value: Any) -> bytes:
    """Return sorted keys, no spaces, one trailing newline."""
    return (json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n").encode()


def differences(folder: Path) -> tuple[list[str], list[str]]:
    """Return what ``qasper-eval verify`` and the folder's own verifier find."""
    own: list[str] = []
    try:
        check(folder, own)
    except Exception as error:  # noqa: BLE001  # because its last lines do so too
        own.append(repr(error))
    return list(verify(folder).differences), own


def copied(folder: Path, to: Path) -> Path:
    """Return a copy of a folder under another name."""
    shutil.copytree(folder, to)
    return to
