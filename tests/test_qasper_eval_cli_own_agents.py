"""Agents of one's own end to end: exit codes, resume, and no secret in any file."""

from __future__ import annotations

import json
import socket
from typing import TYPE_CHECKING, Any

import pytest

from loopback_endpoint import LoopbackEndpoint, Reply
from qasper_eval.agents import http_agent
from qasper_eval.cli import main

if TYPE_CHECKING:
    from pathlib import Path

SECRET = "planted-0123456789"
AGENT = """
import os, sys

class Agent:
    def answer(self, paper, question):
        kind = int(question.id, 16) % 4
        if kind == 0:
            sys.exit("bye")
        if kind == 1:
            raise RuntimeError("401 for key " + os.environ["VENDOR_API_KEY"])
        if kind == 2:
            return None
        return {"declined": True, "trace": [{"step": "call", "input": os.environ["VENDOR_API_KEY"], "output": None}]}
"""


class Desk:
    """A folder with a config, and the command line run in it in this process."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        self.run_folder = folder / "runs" / "mine"
        self.err = ""

    def run(self, agent: str, *more: str, code: int = 0) -> str:
        config = self.folder / "c.yaml"
        config.write_text(f"name: mine\ndataset: {{name: sample}}\nagent: {agent}\n", "utf-8")
        with pytest.raises(SystemExit) as caught:
            main(["run", str(config), *more])
        out, self.err = self._capsys.readouterr()
        assert caught.value.code == code, self.err
        return out

    def progress(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads((self.run_folder / "progress.json").read_bytes())
        return value

    def identity(self) -> dict[str, Any]:
        fields: dict[str, Any] = json.loads((self.run_folder / "run.json").read_bytes())["fingerprint_fields"]
        return fields


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(http_agent, "PAUSES_S", (0.0, 0.0))
    monkeypatch.setenv("VENDOR_API_KEY", SECRET)
    return Desk(tmp_path, capsys)


def test_an_agent_that_exits_or_leaks_costs_its_questions_only(desk: Desk) -> None:
    """sys.exit() in an agent does not end the run, and a key in an error or a trace reaches no file (rule 4)."""
    (desk.folder / "leaks.py").write_text(AGENT, "utf-8")
    desk.run("{name: 'leaks:Agent'}")
    progress = desk.progress()
    assert progress["state"] == "done"
    assert sorted(progress["unmeasured"]) == ["agent error", "agent gave no prediction"]
    assert progress["done"] + sum(progress["unmeasured"].values()) == 74
    files = [path for path in desk.run_folder.iterdir() if path.is_file()]
    assert not [path.name for path in files if SECRET.encode() in path.read_bytes()]
    assert SECRET not in desk.err
    log = (desk.run_folder / "run.log").read_text("utf-8")
    assert "SystemExit: bye" in log
    assert "401 for key [redacted]" in log
    assert b"[redacted]" in (desk.run_folder / "predictions.jsonl").read_bytes()


def test_an_endpoint_runs_and_resumes(desk: Desk) -> None:
    """A question that failed is asked again, one that is finished is not; the token reaches no file."""
    failing = [Reply(500)] * 3
    with LoopbackEndpoint(*failing, answer=lambda _asked: {"predicted_answer": "x", "citations": [0]}) as endpoint:
        agent = f"{{name: http, url: '{endpoint.url}', token_env: VENDOR_API_KEY}}"
        desk.run(agent, "--limit", "5", "--set", "limits.max_concurrency=1")
        assert desk.progress()["unmeasured"] == {"endpoint error": 1}
        assert len(endpoint.asked) == 3 + 4
        desk.run(agent, "--limit", "5")
        assert desk.progress()["unmeasured"] == {}
        assert len(endpoint.asked) == 3 + 4 + 1
        assert endpoint.headers[-1]["authorization"] == f"Bearer {SECRET}"
        assert desk.identity()["agent.url"] == endpoint.url
    assert not [path.name for path in desk.run_folder.iterdir() if SECRET.encode() in path.read_bytes()]


def test_time_outs_and_tokens_are_not_part_of_an_endpoints_identity(desk: Desk) -> None:
    with LoopbackEndpoint() as endpoint:
        desk.run(f"{{name: http, url: '{endpoint.url}'}}", "--limit", "1")
        before = desk.identity()
        agent = f"{{name: http, url: '{endpoint.url}', timeout_s: 9, token_env: VENDOR_API_KEY}}"
        desk.run(agent, "--limit", "2")
    assert desk.identity() == before
    assert sorted(before) == ["agent.name", "agent.url", "dataset.sha256", "slice.order", "slice.seed"]


def test_a_service_that_is_not_there_stops_resumably(desk: Desk) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{closed.getsockname()[1]}/answer"
        desk.run(f"{{name: http, url: '{url}'}}", "--limit", "3", code=75)
    assert f"stopped (unreachable): {url}" in desk.err
    assert desk.progress()["failures"] == {}


def test_a_wrong_path_stops_with_exit_2(desk: Desk) -> None:
    with LoopbackEndpoint(*[Reply(404)] * 99) as endpoint:
        desk.run(f"{{name: http, url: '{endpoint.url}'}}", code=2)
    assert "stopped (rejected)" in desk.err
    assert "HTTP 404" in desk.err
    assert "agent.url" in desk.err


@pytest.mark.parametrize(
    ("agent", "part"),
    [
        ("{name: http}", "agent.url: missing"),
        ("{name: http, url: nowhere}", "agent.url: 'nowhere' is no http(s) address"),
        ("{name: http, url: 'http://127.0.0.1/x', token_env: NOT_SET_AT_ALL}", "NOT_SET_AT_ALL is not set"),
        ("{name: http, url: 'http://127.0.0.1/x', timeout_s: 0}", "agent.timeout_s: must be greater than 0"),
        ("{name: extractive, url: 'http://127.0.0.1/x'}", "agent.url: only the agent 'http' takes it"),
        ("{name: 'a:B', timeout_s: 3}", "agent.timeout_s: only the agent 'http' takes it, not 'a:B'"),
    ],
)
def test_an_endpoint_that_cannot_be_asked_is_one_line(desk: Desk, agent: str, part: str) -> None:
    desk.run(agent, code=2)
    assert part in desk.err
    assert "Traceback" not in desk.err
    assert not (desk.folder / "runs").exists()
