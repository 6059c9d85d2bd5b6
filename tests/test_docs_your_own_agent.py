"""The worked example of docs/your-own-agent.md is executed as it stands there."""

from __future__ import annotations

import json
import os
import re
import shlex
import socket
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from qasper_eval.agents.foreign_fields import KEYS
from support import ROOT, command

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PAGE = ROOT / "docs" / "your-own-agent.md"
BLOCK = re.compile(
    r"<!-- (?P<kind>file|run|start|output)(?:: (?P<name>\S+))? -->\n```\w*\n(?P<text>.*?)```\n", re.DOTALL
)


@dataclass(frozen=True)
class Block:
    """One marked block of the page."""

    kind: str
    """file, run, start or output."""
    name: str
    """Name of a file."""
    text: str
    """Its content."""


def page() -> str:
    if not PAGE.exists():
        pytest.skip(reason="the tests run against an installed wheel, which holds no docs")
    return PAGE.read_text("utf-8")


def blocks() -> list[Block]:
    return [Block(found["kind"], found["name"] or "", found["text"]) for found in BLOCK.finditer(page())]


class Reader:
    """Does what the page says, in order, in a folder of its own; the port 8000 is another, free one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = str(free.getsockname()[1])
        self.started: list[subprocess.Popen[str]] = []
        self.printed = ""
        self.checked = 0

    def follow(self, block: Block) -> None:
        text = block.text.replace("8000", self._port)
        if block.kind == "file":
            (self._folder / block.name).write_text(text, "utf-8")
        elif block.kind == "output":
            self._check(block.text)
        elif block.kind == "start":
            self._start(text)
        else:
            self.printed = "".join(self._run(line) for line in text.splitlines())

    def _run(self, line: str) -> str:
        name, *arguments = shlex.split(line)
        assert name == "qasper-eval"
        env = {**os.environ, "XDG_STATE_HOME": str(self._folder), "XDG_CACHE_HOME": str(self._folder)}
        done = subprocess.run(
            command(*arguments), cwd=self._folder, env=env, capture_output=True, text=True, check=False, timeout=120
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def _start(self, line: str) -> None:
        python, *arguments = shlex.split(line)
        assert python == "python3"
        server = subprocess.Popen(
            [sys.executable, *arguments],
            cwd=self._folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.started.append(server)
        assert server.stdout is not None
        assert server.stdout.readline() == "listening\n"

    def _check(self, text: str) -> None:
        """Every line shown was printed, in this order; a lone … stands for lines left out."""
        printed = iter(self.printed.splitlines())
        for line in text.splitlines():
            if line.strip() != "…":
                assert line in printed, line
                self.checked += 1


@pytest.fixture
def reader(tmp_path: Path) -> Iterator[Reader]:
    found = Reader(tmp_path)
    yield found
    for server in found.started:
        server.kill()
        server.wait()
        if server.stdout is not None:
            server.stdout.close()


def test_a_stranger_can_follow_the_page_from_top_to_bottom(reader: Reader, tmp_path: Path) -> None:
    """Issue 4, item 1: in process and over HTTP; files, commands and output as printed there."""
    page = blocks()
    for block in page:
        reader.follow(block)
    kinds = [block.kind for block in page]
    assert (kinds.count("file"), kinds.count("run"), kinds.count("start"), kinds.count("output")) == (5, 3, 1, 1)
    assert reader.checked > 10
    runs = {path.name: json.loads((path / "progress.json").read_bytes()) for path in (tmp_path / "runs").iterdir()}
    done = {name: (progress["done"], progress["failures"]) for name, progress in runs.items()}
    assert done == {"my-run": (74, {}), "http-run": (20, {}), "arms-one": (74, {}), "arms-two": (74, {})}


def test_every_key_that_an_answer_may_hold_is_documented() -> None:
    documented = page()
    set_by_us = {"question_id", "paper_id", "status", "invalid_citations", "seconds"}
    assert [key for key in KEYS if key not in set_by_us and f"`{key}`" not in documented] == []
