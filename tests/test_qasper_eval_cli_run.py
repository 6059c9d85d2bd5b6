"""Runs end to end on the bundled sample: resume, slices, failures, derived files."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from loaders import load
from loopback_hub import LoopbackHub
from qasper_documents import hub_rows, parquet
from qasper_eval.cli import main
from support import SHARED, needs_shared, qasper_eval

FIXTURES = Path(__file__).parent / "fixtures"
CONFIG = "name: mine\ndataset: {name: sample}\nagent: {name: extractive}\n"


class Desk:
    """A folder with a config, and the command line run in it in this process."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        self.config = folder / "c.yaml"
        self.config.write_text(CONFIG, "utf-8")
        self.run_folder = folder / "runs" / "mine"
        self.err = ""

    def __call__(self, *arguments: str, code: int = 0) -> str:
        with pytest.raises(SystemExit) as caught:
            main(list(arguments))
        out, self.err = self._capsys.readouterr()
        assert caught.value.code == code, self.err
        return out

    def run(self, *more: str, code: int = 0) -> str:
        return self("run", str(self.config), *more, code=code)

    def rows(self) -> list[dict[str, Any]]:
        path = self.run_folder / "predictions.jsonl"
        return [json.loads(line) for line in path.read_bytes().splitlines()]

    def scores(self) -> dict[str, Any]:
        scores: dict[str, Any] = json.loads((self.run_folder / "scores.json").read_bytes())
        return scores

    def use_faulty_agent(self) -> None:
        text = CONFIG.replace("extractive", "'faulty_agent:Agent'")
        self.config.write_text(text, "utf-8")
        (self.folder / "faulty_agent.py").write_bytes((FIXTURES / "faulty_agent.py").read_bytes())


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    return Desk(tmp_path, capsys)


def test_a_run_prints_its_table_and_leaves_a_whole_folder(desk: Desk) -> None:
    table = desk.run()
    names = {path.name for path in desk.run_folder.iterdir()}
    assert {"run.json", "predictions.jsonl", "calls.jsonl", "progress.json", "scores.json", "table.md"} <= names
    assert "stopped.json" not in names
    assert (desk.run_folder / "table.md").read_text("utf-8") == table
    assert "not a benchmark" in table
    assert desk.scores()["signature"] in table
    assert "10 papers, 74 questions, 148 annotations" in desk.err


def test_the_predictions_file_is_in_the_official_format(desk: Desk) -> None:
    """The official evaluator reads predictions.jsonl as it is: `score --gold` on it gives the run's own numbers."""
    desk.run()
    gold = Path(__file__).parents[1] / "loaders" / "sample" / "sample.json"
    if not gold.exists():
        pytest.skip("the tests run against an installed wheel")
    out = desk("score", "--gold", str(gold), "--predictions", str(desk.run_folder / "predictions.jsonl"), "--json")
    files, run = json.loads(out), desk.scores()
    for key in ("answer_f1", "evidence_f1", "answer_f1_by_type", "evidence_exact", "declining", "human_ceiling"):
        assert files[key] == run[key], key


def test_a_longer_run_extends_a_shorter_one(desk: Desk) -> None:
    """S1-36: --limit 5, then 12: the five are kept as they are and not asked again."""
    desk.run("--limit", "5")
    five = (desk.run_folder / "predictions.jsonl").read_bytes()
    assert desk.scores()["n_slice"] == 5
    desk.run("--limit", "12")
    assert (desk.run_folder / "predictions.jsonl").read_bytes().startswith(five)
    assert (len(desk.rows()), desk.scores()["n_slice"]) == (12, 12)
    desk.run("--limit", "5")
    assert (len(desk.rows()), desk.scores()["n_slice"], desk.scores()["outside_slice"]) == (12, 5, 7)


def test_papers_limits_the_papers_and_a_cut_is_stated(desk: Desk) -> None:
    table = desk.run("--papers", "2")
    assert desk.scores()["papers"] == 2
    assert "is cut" not in table
    assert "is cut" in desk.run("--papers", "2", "--limit", "9")


def test_derived_files_do_not_depend_on_the_order_of_lines(desk: Desk) -> None:
    """Rule 7: the same predictions give byte-identical derived files."""
    desk.run()
    before = {name: (desk.run_folder / name).read_bytes() for name in ("scores.json", "table.md")}
    path = desk.run_folder / "predictions.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    random.Random(1).shuffle(lines)
    path.write_bytes(b"".join(lines))
    table = desk("score", "mine")
    assert {name: (desk.run_folder / name).read_bytes() for name in before} == before
    assert table.encode() == before["table.md"]
    assert json.loads(desk("score", "mine", "--json")) == json.loads(before["scores.json"])
    assert desk("score", str(desk.run_folder)) == table


def test_a_run_from_a_file_of_predictions_scores_as_the_file(desk: Desk) -> None:
    """A question absent from the file is unmeasured ("not in file"), never a zero (S0-48)."""
    desk.run()
    kept = desk.rows()[:20]
    file = desk.folder / "theirs.jsonl"
    official = ("question_id", "predicted_answer", "predicted_evidence")
    file.write_text("".join(json.dumps({key: row[key] for key in official}) + "\n" for row in kept), "utf-8")
    desk.config.write_text(CONFIG.replace("extractive", "predictions, file: theirs.jsonl"), "utf-8")
    desk.run("--name", "theirs")
    scores = json.loads((desk.folder / "runs" / "theirs" / "scores.json").read_bytes())
    assert scores["unmeasured"] == {"not in file": 54}
    assert scores["missing_predictions"] == 54
    assert scores["evidence_f1"]["n"] == 20
    low, high = scores["evidence_f1"]["worst_case"]
    mean = scores["evidence_f1"]["mean"]
    assert low == pytest.approx(mean * 20 / 74)
    assert high == pytest.approx((mean * 20 + 54) / 74)
    assert scores["missing_as_zero"]["evidence_f1"] == pytest.approx(low)
    assert "54 of 74 questions are unmeasured (not in file 54)" in desk.err


def test_failures_are_counted_retried_and_never_a_number(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """S0-11, S0-15, S4-25: exit 0, counted by cause; the same command retries them."""
    desk.use_faulty_agent()
    monkeypatch.setenv("FAULTY_RATE", "0.3")
    table = desk.run()
    failed = desk.scores()["unmeasured"]["agent error"]
    assert 0 < failed < 74
    assert len(desk.rows()) == 74 - failed
    assert f"unmeasured: agent error {failed}" in table
    assert "worst case of evidence F1" in table
    assert f"{failed} of 74 questions are unmeasured" in desk.err
    assert "a fault on demand" in (desk.run_folder / "run.log").read_text("utf-8")
    monkeypatch.delenv("FAULTY_RATE")
    desk.run()
    assert desk.scores()["unmeasured"] == {}
    assert len(desk.rows()) == 74


def test_nothing_measured_is_null_and_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """S0-15: null in JSON, n/a (unmeasured) in text."""
    desk.use_faulty_agent()
    monkeypatch.setenv("FAULTY_RATE", "1.1")
    table = desk.run()
    assert desk.scores()["evidence_f1"]["mean"] is None
    assert desk.scores()["evidence_f1"]["worst_case"] == [0.0, 1.0]
    assert "n/a (unmeasured)" in table


def test_no_agent_sees_human_answers(desk: Desk) -> None:
    """The paper comes without questions and the question without references."""
    (desk.folder / "peeking.py").write_text(
        "class Agent:\n"
        "    def answer(self, paper, question):\n"
        "        assert paper.questions == () and question.references == ()\n"
        "        return {'predicted_answer': 'Unanswerable', 'predicted_evidence': [], 'declined': True}\n",
        "utf-8",
    )
    desk.config.write_text(CONFIG.replace("extractive", "'peeking:Agent'"), "utf-8")
    desk.run()
    assert desk.scores()["unmeasured"] == {}
    declining = desk.scores()["declining"]["structured"]
    assert (declining["recall"]["count"], declining["recall"]["n"]) == (10, 10)


def test_strict_scores_and_differences_are_shown(desk: Desk) -> None:
    """T12: both modes, never mixed; each question that differs is listed with why."""
    desk.run()
    strict = json.loads(desk("score", "mine", "--mode", "strict", "--json"))
    assert strict["mode"] == "strict"
    assert "|mode:strict|refs:joint|" in strict["signature"]
    assert "same reference" in desk("score", "mine", "--diff-modes")
    rows = json.loads(desk("score", "mine", "--diff-modes", "--json"))
    assert all(row["reasons"] for row in rows)


def test_runs_lists_state_and_the_command_to_go_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no runs under runs/" in desk("runs")
    desk.use_faulty_agent()
    monkeypatch.setenv("FAULTY_RATE", "0.3")
    desk.run("--limit", "10")
    listing = desk("runs")
    assert "| mine" in listing
    assert "agent error" in listing
    assert "done" in listing


def test_a_changed_dataset_is_refused_when_scoring(desk: Desk) -> None:
    gold = desk.folder / "gold.json"
    sample = load("sample")
    document = {"p": json.loads((FIXTURES / "tiny.json").read_text("utf-8"))["p"]}
    gold.write_text(json.dumps(document), "utf-8")
    desk.config.write_text(CONFIG.replace("sample", "qasper, path: gold.json"), "utf-8")
    desk.run()
    document["p"]["qas"][0]["question"] += " Really?"
    gold.write_text(json.dumps(document), "utf-8")
    desk("score", "mine", code=2)
    assert "its dataset has changed since the run" in desk.err
    assert sample.fingerprint[:8] not in desk.err


def test_ordinals_that_name_nothing_are_counted_not_mapped(desk: Desk) -> None:
    """T5: index beyond the paper, negative, blank."""
    (desk.folder / "wild.py").write_text(
        "class Agent:\n"
        "    def answer(self, paper, question):\n"
        "        return {'predicted_answer': 'x', 'citations': [0, 0, -1, 10_000]}\n",
        "utf-8",
    )
    desk.config.write_text(CONFIG.replace("extractive", "'wild:Agent'"), "utf-8")
    desk.run("--limit", "3")
    invalid = desk.scores()["citations"]["invalid"]
    assert (invalid["count"], invalid["n"]) == (6, 9)
    assert all(len(row["predicted_evidence"]) == 1 for row in desk.rows())


@needs_shared
def test_real_papers_give_identical_numbers_from_a_file_and_from_the_hub(tmp_path: Path) -> None:
    """The released JSON and a loopback Hub's parquet, through the real huggingface_hub and datasets (T20)."""
    gold = SHARED / "data" / "qasper" / "qasper-train10.json"
    document = json.loads(gold.read_bytes())
    with LoopbackHub() as hub:
        hub.commit(
            "allenai/qasper",
            "main",
            {"qasper.py": b"raise SystemExit", "README.md": b"# Qasper"},
        )
        hub.commit(
            "allenai/qasper",
            "refs/convert/parquet",
            {"qasper/validation/0000.parquet": parquet(hub_rows(document))},
        )
        env = {
            "HF_ENDPOINT": hub.endpoint,
            "HF_HOME": str(tmp_path / "hf"),
            "XDG_CACHE_HOME": str(tmp_path / "xdg"),
            "HF_HUB_DISABLE_XET": "1",
            "HF_HUB_DISABLE_TELEMETRY": "1",
        }
        config = tmp_path / "c.yaml"
        config.write_text("name: hub\ndataset: {name: qasper}\nagent: {name: extractive}\n", "utf-8")
        online = qasper_eval("run", config, cwd=tmp_path, env=env)
        assert online.returncode == 0, online.stderr
    local = qasper_eval("run", config, "--name", "file", "--set", f"dataset.path={gold}", cwd=tmp_path)
    assert local.returncode == 0, local.stderr
    hub_scores, file_scores = (
        json.loads((tmp_path / "runs" / name / "scores.json").read_bytes()) for name in ("hub", "file")
    )
    signature = hub_scores.pop("signature")
    assert "data:allenai/qasper@" in signature
    assert "/validation|q:51/51|papers:10/10|" in signature
    file_scores.pop("signature")
    assert hub_scores == file_scores
    offline = qasper_eval("run", config, cwd=tmp_path, env={**env, "HF_HUB_OFFLINE": "1"})
    assert offline.returncode == 0, offline.stderr
    assert offline.stdout == online.stdout
