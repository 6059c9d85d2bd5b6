"""What a user gets wrong is one clear line and exit 2; nothing on disk is lost."""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from qasper_eval.cli import main
from support import qasper_eval

if TYPE_CHECKING:
    from pathlib import Path

CONFIG = "name: mine\ndataset: {name: sample}\nagent: {name: extractive}\n"
EVIDENCE = "The seed lexicon has 120 verbs."


def paper(**changes: Any) -> dict[str, Any]:
    annotation = {
        "answer": {
            "unanswerable": False,
            "extractive_spans": ["120 verbs"],
            "yes_no": None,
            "free_form_answer": "",
            "evidence": [EVIDENCE],
            "highlighted_evidence": [],
        },
        "annotation_id": "a1",
        "worker_id": "w1",
    }
    question = {"question": "How large is it?", "question_id": "q1", "answers": [annotation]}
    return {
        "title": "T",
        "abstract": "A",
        "full_text": [{"section_name": "S", "paragraphs": [EVIDENCE]}],
        "qas": [question],
        "figures_and_tables": [],
    } | changes


GOOD = {"p1": paper()}
PREDICTION = {"question_id": "q1", "predicted_answer": "120 verbs", "predicted_evidence": [EVIDENCE]}


class Case:
    """Writes the two files of a `score` call and runs it in this process."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.gold, self.predictions, self._capsys = folder / "gold.json", folder / "p.jsonl", capsys
        self.gold.write_text(json.dumps(GOOD), "utf-8")
        self.predictions.write_text(json.dumps(PREDICTION) + "\n", "utf-8")

    def score(self, *more: str) -> tuple[int, str, str]:
        return run_main(
            self._capsys, "score", "--gold", str(self.gold), "--predictions", str(self.predictions), "--json", *more
        )

    def fault(self) -> str:
        code, out, err = self.score()
        assert code == 2, (out, err)
        assert out == ""
        lines = [line for line in err.splitlines() if line.startswith("qasper-eval: ")]
        assert len(lines) == 1, err
        return lines[0]


def run_main(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(list(arguments))
    out, err = capsys.readouterr()
    assert isinstance(caught.value.code, int)
    return caught.value.code, out, err


@pytest.fixture
def case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Case:
    return Case(tmp_path, capsys)


def test_good_files_score(case: Case) -> None:
    code, out, _ = case.score()
    assert code == 0
    result = json.loads(out)
    assert (result["answer_f1"]["mean"], result["evidence_f1"]["mean"]) == (1.0, 1.0)


def test_a_bom_crlf_and_a_missing_last_newline_are_accepted(case: Case) -> None:
    """T18."""
    case.gold.write_bytes(b"\xef\xbb\xbf" + json.dumps(GOOD, indent=1).replace("\n", "\r\n").encode())
    case.predictions.write_bytes(b"\xef\xbb\xbf" + json.dumps(PREDICTION).encode())
    assert case.score()[0] == 0
    case.predictions.write_bytes(json.dumps(PREDICTION).encode() + b"\r\n")
    assert case.score()[0] == 0


NO_ANSWER = paper()
NO_ANSWER["qas"][0]["answers"][0]["answer"]["extractive_spans"] = []
NO_ANNOTATION = paper()
NO_ANNOTATION["qas"][0]["answers"] = []


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "empty"),
        (json.dumps(GOOD).encode()[:-30], "JSON"),
        (b"hello", "JSON"),
        (b"[1, 2]", "gold.json"),
        (b'{"a": 1}', "a"),
        (json.dumps({"p1": {"title": "x"}}).encode(), "p1"),
        (json.dumps(GOOD, ensure_ascii=False).replace("lexicon", "l\u00e9xicon").encode("latin-1"), "UTF-8"),
        (json.dumps({"p1": NO_ANSWER}).encode(), "a1"),
        (json.dumps({"p1": NO_ANNOTATION}).encode(), "q1"),
    ],
    ids=["empty", "truncated", "no JSON", "list", "other", "no paper", "latin-1", "no answer", "no annotation"],
)
def test_a_bad_gold_file_is_one_line(case: Case, content: bytes, part: str) -> None:
    case.gold.write_bytes(content)
    message = case.fault()
    assert "gold.json" in message
    assert part in message


def lines(*rows: object) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


@pytest.mark.parametrize(
    "content",
    [
        lines(PREDICTION) + b"{bad}\n",
        lines(PREDICTION) + b'{"question_id": "q2", "pred',
        lines(PREDICTION, PREDICTION),
        lines(PREDICTION, PREDICTION | {"question_id": "q2", "predicted_answer": None}),
        lines(PREDICTION, PREDICTION | {"question_id": "q2", "predicted_answer": 3}),
        lines(PREDICTION, PREDICTION | {"question_id": "q2", "predicted_evidence": "x"}),
        lines(PREDICTION, PREDICTION | {"question_id": "q2", "predicted_evidence": [None]}),
        lines(PREDICTION, PREDICTION | {"question_id": "q2", "predicted_answer": float("nan")}),
        lines(PREDICTION, PREDICTION | {"question_id": "q2", "predicted_answer": "\ud800"}),
        lines(PREDICTION, [1]),
        lines(PREDICTION, {"question_id": "q2"}),
    ],
    ids=[
        "bad line", "torn line", "duplicate", "null answer", "number", "evidence text", "evidence null",
        "NaN", "surrogate", "list", "no answer",
    ],
)  # fmt: skip
def test_a_bad_predictions_file_names_its_line_and_is_never_repaired(case: Case, content: bytes) -> None:
    """T17, T18."""
    case.predictions.write_bytes(content)
    message = case.fault()
    assert "p.jsonl" in message
    assert "line 2" in message
    assert case.predictions.read_bytes() == content


def test_missing_files_are_named(case: Case) -> None:
    case.predictions.unlink()
    assert "p.jsonl" in case.fault()
    case.gold.unlink()
    assert "gold.json" in case.fault()


def test_half_a_pair_of_files_is_a_usage_error(case: Case, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run_main(capsys, "score", "--gold", str(case.gold))
    assert code == 2
    assert "--predictions" in err


def config(folder: Path, text: str = CONFIG) -> str:
    path = folder / "c.yaml"
    path.write_text(text, "utf-8")
    return str(path)


def run_fault(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    code, _, err = run_main(capsys, "run", *arguments)
    assert code == 2, err
    lines = [line for line in err.splitlines() if line.startswith("qasper-eval: ")]
    assert len(lines) == 1, err
    return err


def test_a_run_name_that_is_a_path_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("../../x", "a/b", "/x", ""):
        assert "is not a run name" in run_fault(capsys, config(tmp_path), "--name", name)
    assert not (tmp_path / "runs").exists()


def test_a_folder_that_is_no_run_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    taken = tmp_path / "runs" / "mine"
    taken.mkdir(parents=True)
    (taken / "thesis.tex").write_text("do not lose me", "utf-8")
    assert "is no run folder" in run_fault(capsys, config(tmp_path))
    assert [path.name for path in taken.iterdir() if not path.name.startswith(".lock")] == ["thesis.tex"]


def test_another_identity_is_refused_field_by_field(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """S4-24: the same name with another seed or agent option cannot resume."""
    monkeypatch.chdir(tmp_path)
    path = config(tmp_path)
    assert run_main(capsys, "run", path, "--limit", "2")[0] == 0
    before = (tmp_path / "runs" / "mine" / "predictions.jsonl").read_bytes()
    fault = run_fault(capsys, path, "--set", "slice.seed=7", "--set", "agent.cite_abstract=true")
    assert "slice.seed: the run has 13, the config says 7" in fault
    assert "agent.cite_abstract: the run has its default, the config says True" in fault
    assert (tmp_path / "runs" / "mine" / "predictions.jsonl").read_bytes() == before


def test_a_second_run_on_one_folder_says_who_holds_the_lock(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from qasper_eval.checkpoint import RunLock

    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs" / "mine").mkdir(parents=True)
    lock = RunLock(tmp_path / "runs" / "mine")
    lock.acquire()
    try:
        done = qasper_eval("run", config(tmp_path), cwd=tmp_path)
    finally:
        lock.release()
    assert done.returncode == 2
    assert f"locked by process {os.getpid()} on " in done.stderr
    assert run_main(capsys, "run", config(tmp_path), "--limit", "1")[0] == 0


@pytest.mark.parametrize(
    ("agent", "part"),
    [
        ("{name: nobody}", "'nobody' is none of"),
        ("{name: 'nowhere:Agent'}", "cannot make 'nowhere:Agent'"),
        ("{name: 'json:JSONDecoder'}", "has no method answer"),
        ("{name: predictions}", "agent.file: missing"),
        ("{name: predictions, file: none.jsonl}", "none.jsonl"),
    ],
)
def test_an_agent_that_cannot_be_made_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, agent: str, part: str
) -> None:
    monkeypatch.chdir(tmp_path)
    text = CONFIG.replace("{name: extractive}", agent)
    assert part in run_fault(capsys, config(tmp_path, text))
    assert not (tmp_path / "runs").exists()


def test_an_unknown_dataset_and_run_are_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "squad9" in run_fault(capsys, config(tmp_path, CONFIG.replace("sample", "squad9")))
    code, _, err = run_main(capsys, "score", "nothing")
    assert code == 2
    assert "no such run" in err


@pytest.mark.crash
def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path: Path) -> None:
    """A small disk fills in the middle of a run; with more room the same command finishes it."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("mounting a small disk needs root")
    try:
        path = config(tmp_path)
        done = qasper_eval("run", path, cwd=disk)
        assert done.returncode == 2, done.stderr
        assert "Traceback" not in done.stderr
        assert "No space left on device" in done.stderr
        kept = (disk / "runs" / "mine" / "predictions.jsonl").read_bytes().splitlines()
        assert kept
        assert all(json.loads(line)["question_id"] for line in kept)
        subprocess.run(["mount", "-o", "remount,size=20m", str(disk)], check=True)
        again = qasper_eval("run", path, cwd=disk)
        assert again.returncode == 0, again.stderr
        assert (disk / "runs" / "mine" / "predictions.jsonl").read_bytes().splitlines()[: len(kept)] == kept
    finally:
        subprocess.run(["umount", str(disk)], check=True)
