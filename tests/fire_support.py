"""Whole runs of the command line against a loopback model: a folder of their own, made-up data, a planted key."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
import threading
import urllib.request
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from qasper_documents import answer, asked, paper
from support import ROOT, command

if TYPE_CHECKING:
    from loopback_llm import Arrival, LoopbackLLM, Step

Json = dict[str, Any]
KEY = "sk-planted-0123456789abcdef"
QUESTION = re.compile(r"What is fact \d+ of paper \d+\?")


def made_up(papers: int, per_paper: int, *, words: int = 12) -> dict[str, Json]:
    """Return a document in Qasper's released layout: every question has one paragraph as its evidence."""
    document: dict[str, Json] = {}
    for number in range(papers):
        facts = [f"Fact {fact} of paper {number} is {' '.join(['moth'] * words)}." for fact in range(per_paper)]
        questions = [
            asked(
                f"p{number}q{fact}",
                answer(extractive_spans=["moth"], evidence=[text]),
                text=f"What is fact {fact} of paper {number}?",
            )
            for fact, text in enumerate(facts)
        ]
        document[f"p{number}"] = paper([("Facts", facts)], questions)
    return document


def question_of(arrival: Arrival) -> str:
    """Return the question that a request asks."""
    found = QUESTION.findall(arrival.prompt)
    assert len(found) == 1, arrival.prompt
    return str(found[0])


@dataclass
class Fire:
    """A folder with a config, and the command line run in it in processes of their own."""

    folder: Path
    environment: dict[str, str] = field(default_factory=dict[str, str])

    def __post_init__(self) -> None:
        self.output = ""
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")},
            "XDG_STATE_HOME": str(self.folder / "state"),
            "XDG_CACHE_HOME": str(self.folder / "cache"),
            "OPENAI_API_KEY": KEY,
            "CO_API_KEY": KEY,
            **self.environment,
        }

    def document(self, document: dict[str, Json]) -> None:
        """Write the dataset that configs use from now on, instead of the bundled sample."""
        (self.folder / "data.json").write_text(json.dumps(document), "utf-8")

    def config(self, server: LoopbackLLM | str, name: str = "fire", vendor: str = "openai", **parts: Json) -> Path:
        """Write a config of that name and return its path; ``parts`` add to or change its sections."""
        root = server if isinstance(server, str) else server.url
        has_data = (self.folder / "data.json").exists()
        sections: dict[str, Any] = {
            "dataset": {"name": "qasper", "path": "data.json"} if has_data else {"name": "sample"},
            "agent": {"name": "full-paper" if vendor == "openai" else "cohere-grounded"},
            "provider": {
                "name": vendor,
                "model": "asked-1",
                "base_url": f"{root}/v1" if vendor == "openai" else root,
                "timeout_s": 20,
            },
            "limits": {"max_concurrency": 8},
        }
        for section, values in parts.items():
            sections[section] = {**sections.get(section, {}), **values}
        path = self.folder / f"{name}.yaml"
        path.write_text(json.dumps({"name": name, **sections}), "utf-8")
        return path

    def __call__(self, *arguments: str | Path, code: int = 0) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, which must come with this exit code and without a traceback."""
        with self.start(*arguments) as process:
            out, err = process.communicate(timeout=120)
        self.output += out + err
        assert process.returncode == code, err
        assert "Traceback" not in err
        return subprocess.CompletedProcess(process.args, process.returncode, out, err)

    def start(self, *arguments: str | Path) -> subprocess.Popen[str]:
        """Start a command."""
        return subprocess.Popen(
            command(*arguments),
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def rows(self, file: str, name: str = "fire") -> list[Json]:
        """Return the whole lines of a JSONL file of a run."""
        path = self.folder / "runs" / name / file
        lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
        return [json.loads(line) for line in lines if line.endswith(b"\n")]

    def file(self, file: str, name: str = "fire") -> Json:
        """Return a JSON file of a run."""
        found: Json = json.loads((self.folder / "runs" / name / file).read_bytes())
        return found

    def remembered(self) -> int:
        """Return how many replies the memo holds."""
        path = self.folder / "cache" / "qasper-eval" / "memo.sqlite3"
        if not path.exists():
            return 0
        with closing(sqlite3.connect(path)) as store:
            return int(store.execute("SELECT count(*) FROM replies").fetchone()[0])

    def holds(self, secret: str) -> list[str]:
        """Return where a secret is found: files by name, ``output`` for what was printed."""
        files = [path for path in self.folder.rglob("*") if path.is_file()]
        found = [path.name for path in files if secret.encode() in path.read_bytes()]
        return found + (["output"] if secret in self.output else [])


class ArrivalWatch:
    """Tells when so many requests have arrived; its ``decide`` goes to the server."""

    def __init__(self) -> None:
        self._seen = 0
        self._wanted = 0
        self._reached = threading.Event()

    def decide(self, _arrival: Arrival) -> Step:
        """Count a request and let it be answered."""
        self._seen += 1
        if self._seen >= self._wanted:
            self._reached.set()
        return None

    def wait_for_more(self, more: int) -> bool:
        """Wait until ``more`` further requests have arrived; False after a minute."""
        self._wanted = self._seen + more
        self._reached.clear()
        return self._reached.wait(60)


class WarmCommands:
    """Starts commands in forks of a process that has imported everything, for tests that start very many."""

    def __init__(self, fire: Fire) -> None:
        self._fire, self._output = fire, fire.folder / "output.txt"

    def __enter__(self) -> Self:
        self._parent = subprocess.Popen(
            [sys.executable, Path(__file__).with_name("warm_command.py"), self._output],
            cwd=self._fire.folder,
            env={**self._fire.environment, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        return self

    def __exit__(self, *_exc: object) -> None:
        self._parent.communicate()

    def start(self, *arguments: str | Path) -> int:
        """Start a command and return its process id."""
        assert self._parent.stdin is not None
        self._parent.stdin.write(json.dumps([str(argument) for argument in arguments]) + "\n")
        self._parent.stdin.flush()
        return self._number()

    def ended(self) -> int:
        """Wait for the command to end and return its exit code, negative for a signal."""
        return self._number()

    def printed(self) -> str:
        """Return what all commands have printed so far."""
        return self._output.read_text("utf-8")

    def _number(self) -> int:
        assert self._parent.stdout is not None
        return int(self._parent.stdout.readline())


def drain(server: LoopbackLLM) -> None:
    """Return when the server has read every request that was sent before now."""
    with urllib.request.urlopen(f"{server.url}/log") as reply:  # noqa: S310  # because it is our own server
        reply.read()
