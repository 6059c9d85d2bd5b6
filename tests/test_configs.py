"""Every config that is shipped loads, and is planned without a call."""

from __future__ import annotations

import socket
from typing import TYPE_CHECKING

import pytest

from qasper_eval.cli import main
from qasper_eval.config import load_config, load_suites
from support import ROOT

if TYPE_CHECKING:
    from pathlib import Path

CONFIGS = sorted((ROOT / "configs").glob("*.yaml"))


def test_there_is_a_config_for_each_kind_of_provider() -> None:
    """OpenAI, a Cohere trial key (20 calls a minute, 1,000 a month), Ollama and vLLM."""
    assert {"qasper-dev-openai", "qasper-dev-cohere-trial", "qasper-dev-ollama", "qasper-dev-vllm"} <= {
        path.stem for path in CONFIGS
    }
    trial = load_config(ROOT / "configs" / "qasper-dev-cohere-trial.yaml")
    assert (trial.limits.requests_per_minute, trial.limits.requests_per_month) == (20, 1000)


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_a_shipped_config_is_named_after_its_file_and_can_be_planned(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Planned on the bundled sample, without a key; a connection to anywhere would fail the test."""
    tried: list[object] = []

    def connect(_socket: socket.socket, address: object) -> None:
        tried.append(address)
        raise OSError("this test is offline")

    monkeypatch.setattr(socket.socket, "connect", connect)
    monkeypatch.setattr(socket.socket, "connect_ex", connect)
    monkeypatch.chdir(tmp_path)
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    for name in ("OPENAI_API_KEY", "CO_API_KEY", "COHERE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    suites = load_suites(path)
    names = [suite.name for suite in suites]
    sections = ["dataset"] if names == [None] else [f"suites.{name}.dataset" for name in names]
    overrides = [f"{section}={{name: sample}}" for section in sections]
    runs = [path.stem if suite.name is None else f"{path.stem}-{suite.name}" for suite in suites]
    assert [suite.found.base.name for suite in suites] == runs
    with pytest.raises(SystemExit) as caught:
        main(["plan", str(path), *(part for override in overrides for part in ("--set", override))])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    assert all(f"plan for {run}: " in out for run in runs)
    assert out.startswith("plan for ")
    assert not tried
