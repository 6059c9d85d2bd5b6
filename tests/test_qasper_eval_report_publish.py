"""Publishing: written once, whole or not at all, stamped, private, and without text where asked."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from loaders import load
from published_kit import CONFIG, Shelf, canonical, differences
from qasper_eval.errors import UsageError
from qasper_eval.prediction_json import prediction_from_json
from qasper_eval.report.publish import folder as publish_folder
from qasper_eval.report.publish.hosts import host_class
from qasper_eval.report.publish.without_text import STOCK_PROSE, prediction_without_text, question_without_text
from qasper_eval.scoring.outcome import outcome_of
from scorers.normalize import official_tokens
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loaders.records import Dataset

FILES = {
    "manifest.json",
    "dataset.json",
    "references.jsonl",
    "papers.jsonl",
    "verify.py",
    *(f"table.{form}" for form in ("md", "tex", "html", "csv", "json")),
    *(f"runs/mine/{name}" for name in ("run.json", "predictions.jsonl", "questions.jsonl", "scores.json")),
}


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """One finished run of the sample."""
    shelf = Shelf(tmp_path_factory.mktemp("shelf"))
    shelf.run()
    return shelf


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_folder_holds_everything_and_seals_it(shelf: Shelf) -> None:
    """S0-51: canonical manifest with the sha256 of every file and of itself, checked here by hand."""
    files = files_of(shelf.publish("mine", name="sealed"))
    assert files.keys() == FILES
    manifest = json.loads(files["manifest.json"])
    assert files["manifest.json"] == canonical(manifest)
    seal = manifest.pop("self_sha256")
    assert hashlib.sha256(canonical(manifest)).hexdigest() == seal
    assert manifest["files"] == {
        name: hashlib.sha256(data).hexdigest() for name, data in files.items() if name != "manifest.json"
    }
    run = json.loads(files["runs/mine/run.json"])
    assert {"config", "versions", "git_commit", "prompts", "fingerprint", "scoring"} <= run.keys()
    assert json.loads(files["dataset.json"])["sha256"] == load("sample").fingerprint
    reference = json.loads(files["references.jsonl"].splitlines()[0])["references"][0]
    assert {"answer", "type", "evidence", "annotator"} <= reference.keys()


def test_the_published_predictions_are_in_the_official_format(shelf: Shelf) -> None:
    folder = shelf.publish("mine", name="official")
    rows = [json.loads(line) for line in (folder / "runs/mine/predictions.jsonl").read_bytes().splitlines()]
    own = {row["question_id"]: row for row in shelf.rows()}
    for key in ("question_id", "predicted_answer", "predicted_evidence", "citations", "trace"):
        assert all(row[key] == own[row["question_id"]][key] for row in rows), key


def test_the_same_run_gives_the_same_bytes(shelf: Shelf, tmp_path: Path) -> None:
    """Rule 7, on another day's disk and from another order of lines."""
    first = files_of(shelf.publish("mine", name="same"))
    path = shelf.folder / "runs" / "mine" / "predictions.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(reversed(lines)))
    shelf("publish", "mine", "--to", tmp_path / "same")
    path.write_bytes(b"".join(lines))
    assert files_of(tmp_path / "same") == first


def test_an_existing_name_is_refused_and_untouched(shelf: Shelf) -> None:
    """S0-52: exit 2, for a folder with or without content and for a file."""
    folder = shelf.publish("mine", name="taken")
    before = files_of(folder)
    (shelf.results / "empty").mkdir()
    (shelf.results / "file").write_text("x", "utf-8")
    for name in ("taken", "empty", "file"):
        shelf.publish("mine", name=name, code=2)
        assert "never overwritten" in shelf.err
    assert files_of(folder) == before
    assert not [*(shelf.results / "empty").iterdir()]
    shelf("publish", "mine", "--to", "results", code=2)
    shelf("publish", "mine", "--to", "results/a b", code=2)
    assert "is no name" in shelf.err
    for place in ("results/file/", "results/file/new"):
        shelf("publish", "mine", "--to", place, code=2)
        assert shelf.err == "qasper-eval: results/file: no folder can be made in it (File exists)\n"
    shelf("publish", "mine", "--to", "results/new", "--supersedes", "taken", "--why", " ", code=2)
    assert "says what was wrong" in shelf.err


def test_a_slash_takes_the_next_free_name(shelf: Shelf, tmp_path: Path) -> None:
    """S0-54: date-agent-model-NN."""
    names = [shelf("publish", "mine", "--to", f"{tmp_path}/").split()[1].rstrip(";") for _ in range(2)]
    for number, name in enumerate(names, start=1):
        assert re.fullmatch(rf"\d{{4}}-\d\d-\d\d-extractive-{number:02d}", Path(name).name)
    shelf.play_back([row | {"model": "m", "model_served": "org/m 7b:free"} for row in shelf.rows()], name="chat")
    out = shelf("publish", "chat", "--to", f"{tmp_path}/")
    assert re.search(r"\d\d-predictions-m-7b-free-01;", out)


def test_a_name_taken_meanwhile_is_not_overwritten(tmp_path: Path) -> None:
    """Two publish at the same moment: the second finds the name taken when it would move its folder there."""

    def make(name: str) -> dict[str, bytes]:
        if name == "a-01":
            (tmp_path / name).mkdir()
            (tmp_path / name / "theirs").write_bytes(b"theirs")
        return {"mine": b"mine"}

    assert publish_folder.write_once([tmp_path / "a-01", tmp_path / "a-02"], make) == tmp_path / "a-02"
    assert files_of(tmp_path) == {"a-01/theirs": b"theirs", "a-02/mine": b"mine"}
    with pytest.raises(UsageError, match="never overwritten"):
        publish_folder.write_once([tmp_path / "a-01"], lambda _: {"mine": b"mine"})


def test_a_full_disk_leaves_nothing(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def full(handle: int) -> None:
        calls.append(handle)
        if len(calls) == 9:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    shelf.publish("mine", name="full-disk", code=2)
    assert "No space left" in shelf.err
    assert not [path for path in shelf.results.iterdir() if "full-disk" in path.name]


def test_a_kill_leaves_nothing_under_the_final_name(shelf: Shelf) -> None:
    """Killed when all is written and only the name lacks: what is left hides, and the name is still free."""
    code = (
        "import os, signal\n"
        "from pathlib import Path\n"
        "from qasper_eval.cli import main\n"
        "Path.rename = lambda *_: os.kill(os.getpid(), signal.SIGKILL)\n"
        "main(['publish', 'mine', '--to', 'results/killed'])\n"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], cwd=shelf.folder, check=False, capture_output=True)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert not (shelf.results / "killed").exists()
    assert next(path.name for path in shelf.results.iterdir() if "killed" in path.name).startswith(".killed.")
    assert differences(shelf.publish("mine", name="killed")) == ([], [])


def test_a_partial_run_needs_leave_and_is_stamped(tmp_path: Path) -> None:
    """S1-34, S1-35: less than the whole split, with why, in every table."""
    shelf = Shelf(tmp_path)
    shelf.run("--limit", "7")
    shelf.publish("mine", code=2)
    assert "mine: partial run: 7 of 74 questions; 7 asked (slice.questions 7); --allow-partial" in shelf.err
    assert not shelf.results.exists()
    folder = shelf.publish("mine", "--allow-partial")
    for form in ("md", "tex", "html", "json"):
        assert "Partial run: 7 of 74 questions; 7 asked" in (folder / f"table.{form}").read_text("utf-8"), form
    assert "is cut" in (folder / "table.md").read_text("utf-8") or "1 paper" in (folder / "table.md").read_text(
        "utf-8"
    )
    assert differences(folder) == ([], [])
    markdown = folder / "table.md"
    markdown.write_text(markdown.read_text("utf-8").replace("Partial run: 7", "Full run: 7"), "utf-8")
    assert any("without its stamp" in line for line in differences(folder)[1])


def test_more_than_a_twentieth_unmeasured_is_partial(shelf: Shelf) -> None:
    """3 of 74 are 4.1 %, 4 of 74 are 5.4 %; both are stated."""
    rows = shelf.rows()
    shelf.play_back(rows[:71], name="three-less")
    folder = shelf.publish("three-less", name="three-less")
    text = (folder / "table.md").read_text("utf-8")
    assert "Measured 71 of 74 questions; unmeasured: not in file 3." in text
    assert "artial" not in text
    shelf.play_back(rows[:70], name="four-less")
    shelf.publish("four-less", name="four-less", code=2)
    assert "four-less: partial run: 70 of 74 questions; not in file 4; --allow-partial" in shelf.err


def test_runs_that_do_not_belong_together_are_refused(shelf: Shelf, tmp_path: Path) -> None:
    shelf.run("--name", "strict", config=CONFIG + "scoring: {mode: strict}\n")
    shelf.publish("mine", "strict", name="mixed", code=2)
    assert "mine is scored with mode official and strict with strict" in shelf.err
    shelf.publish("mine", "mine", name="mixed", code=2)
    assert "named twice" in shelf.err
    tiny = Path(__file__).parent / "fixtures" / "tiny.json"
    (tmp_path / "tiny.json").write_bytes(tiny.read_bytes())
    shelf.run(
        "--name",
        "tiny",
        config=f"name: t\ndataset: {{name: qasper, path: {tmp_path / 'tiny.json'}}}\nagent: {{name: extractive}}\n",
    )
    shelf.publish("mine", "tiny", name="mixed", code=2)
    assert "different datasets" in shelf.err
    shelf.publish("nobody", name="mixed", code=2)
    assert "no such run" in shelf.err
    assert not (shelf.results / "mixed").exists()


def test_variants_stand_side_by_side(shelf: Shelf) -> None:
    shelf.play_back(shelf.rows()[:60], name="other")
    folder = shelf.publish("mine", "other", "--allow-partial", name="side-by-side")
    text = (folder / "table.md").read_text("utf-8")
    overview = text[text.index("## evidence F1 of all runs") : text.index("## answer F1 of all runs")]
    assert re.search(r"\| mine +\| +0\.633 \| \[0\.499, 0\.773\] \| 74 questions, 10 papers \|", overview)
    assert "| other (partial run) |" in overview


def test_a_correction_names_what_it_corrects(shelf: Shelf) -> None:
    """S1-57: the old folder stays; the new one says in every table what it supersedes, and why."""
    old = shelf.publish("mine", name="wrong")
    before = files_of(old)
    why = "the abstract was | citable & 5 % of <b>citations</b> named it"
    folder = shelf.publish("mine", "--supersedes", "wrong", "--why", why, name="right")
    assert files_of(old) == before
    manifest = json.loads((folder / "manifest.json").read_bytes())
    sealed = json.loads(before["manifest.json"])["self_sha256"]
    assert manifest["supersedes"] == {"name": "wrong", "self_sha256": sealed, "why": why}
    assert "Supersedes wrong: the abstract was" in (folder / "table.md").read_text("utf-8")
    assert differences(folder) == ([], [])
    shelf.publish("mine", "--supersedes", "nowhere", "--why", why, name="third", code=2)
    assert "is no published folder" in shelf.err
    shelf.publish("mine", "--supersedes", "wrong", name="third", code=2)
    assert "go together" in shelf.err


def test_nothing_of_machine_or_person_is_published(
    shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """S0-32: user, home, folders, private hosts and paths, planted in config, model names and traces."""
    home = tmp_path / "home" / "alice-q"
    (home / "secret-data").mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("LOGNAME", "alice-q")
    gold = home / "secret-data" / "gold.json"
    gold.write_bytes((Path(__file__).parents[1] / "loaders" / "sample" / "sample.json").read_bytes())
    said = f"read {home}/notes.txt as alice-q at gpu7.corp.example, {shelf.folder}/x, and {gold}"
    served = f"{home}/models/llama-7b.gguf"
    trace = [{"step": "generate", "input": {"prompt": said, "key": [said]}, "output": said}]
    rows = [row | {"trace": trace, "model": served, "model_served": served} for row in shelf.rows()]
    (home / "theirs.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    provider = (
        f"provider: {{name: openai, model: {served}, base_url: 'https://gpu7.corp.example:8443/v1', "
        "api_key_env: ALICE_Q_KEY, extra: {cache: '/srv/alice-q/cache', mirror: 'http://10.1.2.3/x'}}\n"
    )
    dataset = f"dataset: {{name: qasper, path: {gold}, split: validation}}\n"
    shelf.run(config=f"name: theirs\n{dataset}agent: {{name: predictions, file: {home}/theirs.jsonl}}\n{provider}")
    folder = shelf.publish("theirs", name="private")
    everything = b"\n".join(files_of(folder).values()).decode()
    for word in (
        "alice",
        "ALICE",
        "gpu7",
        "10.1.2.3",
        str(tmp_path),
        "secret-data",
        str(shelf.folder),
        "8443",
        "/srv",
    ):
        assert word not in everything, word
    config = json.loads((folder / "runs/theirs/run.json").read_bytes())["config"]
    assert config["dataset"]["path"] == {
        "file": "gold.json",
        "sha256": hashlib.sha256(gold.read_bytes()).hexdigest(),
    }
    assert config["provider"]["base_url"] == {"host": "other"}
    assert config["provider"]["extra"]["mirror"] == {"host": "private"}
    assert config["provider"]["model"] == "llama-7b.gguf"
    assert "|model:llama-7b.gguf|" in everything
    assert differences(folder) == ([], [])


def test_an_answer_that_tells_of_the_machine_is_refused(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer cannot be changed, so nothing is published; the message says where to look."""
    monkeypatch.setenv("HOME", "/home/bob-q")
    rows = shelf.rows()
    rows[0] |= {"predicted_answer": "see /home/bob-q/x", "declined": False}
    shelf.play_back(rows, name="tells")
    shelf.publish("tells", name="tells", code=2)
    assert "runs/tells/predictions.jsonl would hold the home folder (look at an answer)" in shelf.err
    assert not (shelf.results / "tells").exists()
    assert differences(shelf.publish("tells", "--no-text", name="tells-nothing")) == ([], [])


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://api.openai.com/v1", "api.openai.com"),
        ("https://acme-prod.openai.azure.com/x", "openai.azure.com"),
        ("http://localhost:11434/v1", "loopback"),
        ("http://[::1]:80", "loopback"),
        ("http://127.8.9.1", "loopback"),
        ("http://192.168.1.7:8000", "private"),
        ("http://gpu-box:8000", "private"),
        ("http://llm.lan", "private"),
        ("https://user:pw@gateway.acme.com/v1", "other"),
        ("https://api.openai.com.evil.example/v1", "other"),
        ("http://[broken", "private"),
    ],
)
def test_a_server_is_named_by_its_kind(url: str, said: str) -> None:
    assert host_class(url) == said


def eight_grams(texts: Iterable[str]) -> set[tuple[str, ...]]:
    """Return every sequence of eight words."""
    found: set[tuple[str, ...]] = set()
    for text in texts:
        words = re.findall(r"\w+", text.lower())
        found |= {tuple(words[place : place + 8]) for place in range(len(words) - 7)}
    return found


def words_of(dataset: Dataset, rows: list[dict[str, Any]]) -> set[tuple[str, ...]]:
    """Return the eight-word sequences of a dataset and of what an agent said about it."""
    texts = [paragraph.text for paper in dataset.papers for paragraph in paper.paragraphs]
    texts += [text for paper in dataset.papers for text in (paper.title, paper.abstract)]
    for _, question in dataset.questions():
        texts.append(question.text)
        for reference in question.references:
            texts += [reference.answer, *reference.evidence, *reference.highlighted]
    for row in rows:
        texts += [row["predicted_answer"], row["answer_text"] or "", *row["predicted_evidence"]]
        texts += re.findall(r'"((?:[^"\\]|\\.)*)"', json.dumps(row["trace"], ensure_ascii=False))
    return eight_grams(texts)


def test_without_text_no_eight_words_of_the_dataset_are_published(shelf: Shelf) -> None:
    """S4-33, S4-34: questions, answers and paragraphs are nowhere; ids and counts stay, and so does every number."""
    forbidden = words_of(load("sample"), shelf.rows())
    with_text = files_of(shelf.publish("mine", name="told"))
    assert forbidden & eight_grams(data.decode() for data in with_text.values())
    files = files_of(shelf.publish("mine", "--no-text", name="untold"))
    assert not forbidden & eight_grams(data.decode() for data in files.values())
    rows = [json.loads(line) for line in files["runs/mine/questions.jsonl"].splitlines()]
    measured = [row for row in rows if row["cause"] is None]
    assert all(len(row["overlap"]) == len(row["tokens_reference"]) for row in measured)
    assert files["runs/mine/scores.json"] == with_text["runs/mine/scores.json"]
    references = [json.loads(line) for line in files["references.jsonl"].splitlines()]
    assert all(line["question"] is None for line in references)
    kinds = {"w", "x", "u"}
    for line in references:
        for reference in line["references"]:
            assert {token[0] for token in reference["answer"].split()} <= kinds
            assert all(re.fullmatch(r"(FLOAT SELECTED )?[0-9a-f]{64}", key) for key in reference["evidence"])
            assert len(reference["paragraphs"]) == len(reference["evidence"])


def test_even_short_answers_are_not_told(shelf: Shelf) -> None:
    """No word of a short answer or of a reference stands in the files, but for ``unanswerable``."""
    files = files_of(shelf.publish("mine", "--no-text", name="short"))
    lines = files["references.jsonl"] + files["runs/mine/predictions.jsonl"]
    allowed = re.compile(r"([wx]\d+|unanswerable)( |$)", re.IGNORECASE)
    for line in lines.splitlines():
        row = json.loads(line)
        answers = [row["predicted_answer"]] if "predicted_answer" in row else [r["answer"] for r in row["references"]]
        for answer in answers:
            assert all(allowed.fullmatch(token) for token in answer.split()), answer


@pytest.mark.parametrize(("stance", "prose"), STOCK_PROSE.items())
def test_stock_prose_says_what_it_stands_for(stance: tuple[str, bool], prose: str) -> None:
    evidence: list[str] = []
    row = {"question_id": "q", "predicted_answer": "w0", "predicted_evidence": evidence, "answer_text": prose}
    prediction = prediction_from_json({**row, "declined": False})
    assert outcome_of(prediction, official_tokens("w0")) == stance


@pytest.mark.parametrize("mode", ["official", "strict"])
def test_tokens_without_text_keep_every_overlap(mode: Any) -> None:
    """Compared by hand on two references and an answer that share, repeat and lack words."""
    from loaders.records import Question, Reference

    references = (
        Reference("the cat, the cat and 3.5 dogs", "abstractive", ("Text one.",)),
        Reference("Unanswerable", "none"),
    )
    question = Question("q", "p", "What?", references)
    shown = question_without_text(question, mode)
    prediction = prediction_from_json(
        {"question_id": "q", "predicted_answer": "A cat, dogs; a cat and 2 mice", "predicted_evidence": ["Text one."]}
    )
    told = prediction_without_text(prediction, question, mode).predicted_answer.split()
    first = shown.references[0].answer.split()
    assert shown.text == ""
    assert shown.references[1].answer == "unanswerable"
    assert len(first) == len(set(first)) + 1 == 5  # cat twice, and, 3.5 or 35, dogs
    shared = [token for token in told if token.startswith("w")]
    assert sorted(shared) == sorted(token for token in first if first.count(token) == 2 or token in shared)
    assert (len(told), len(shared)) == (6, 4)  # cat, cat, and, dogs of: cat, dogs, cat, and, 2, mice


@needs_shared
def test_real_papers_without_text(tmp_path: Path) -> None:
    """The extractive agent on real Qasper papers: published without a sentence of them, and verified."""
    gold = SHARED / "data" / "qasper" / "qasper-train10.json"
    shelf = Shelf(tmp_path)
    shelf.run(config=f"name: mine\ndataset: {{name: qasper, path: {gold}}}\nagent: {{name: extractive}}\n")
    folder = shelf.publish("mine", "--no-text")
    assert differences(folder) == ([], [])
    shelf("verify", folder, "--gold", gold)
    dataset = load("qasper", path=gold)
    told = eight_grams(data.decode() for data in files_of(folder).values())
    assert not words_of(dataset, shelf.rows()) & told
    assert "fine-tuned" in (folder / "table.md").read_text("utf-8")


def test_caveats_follow_agent_and_dataset(shelf: Shelf) -> None:
    """S1-37: possible contamination for models, zero-shot against fine-tuned for Qasper, the sample no benchmark."""
    offline = (shelf.publish("mine", name="caveats") / "table.md").read_text("utf-8")
    assert "not a benchmark" in offline
    assert "contamination" not in offline
    shelf.play_back(shelf.rows(), name="someone")
    assert "Possible contamination" in (shelf.publish("someone", name="someones") / "table.md").read_text("utf-8")
