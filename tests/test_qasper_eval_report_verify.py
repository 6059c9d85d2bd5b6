"""Published folders are verified by the package and by their own file; both find what was changed."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from published_kit import Shelf, canonical, copied, differences, reseal
from qasper_eval.report import verify_standalone as standalone
from qasper_eval.report.publish import source
from qasper_eval.scoring import ScoringOptions
from scorers.bootstrap import paper_bootstrap
from scorers.normalize import official_tokens
from scorers.strict_normalize import strict_tokens
from scorers.t_quantile import t_quantile
from scorers.wilson import wilson

if TYPE_CHECKING:
    from collections.abc import Callable

GOLD = Path(__file__).parents[1] / "loaders" / "sample" / "sample.json"
MODEL = "provider: {name: openai, model: small, base_url: 'http://127.0.0.1:9/v1'}\n"
STRICT = "scoring: {mode: strict, text_evidence_only: true}\n"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Four folders: one run, the same without text, two runs of which one is a model's, and strict scores."""
    shelf = Shelf(tmp_path_factory.mktemp("shelf"))
    shelf.run()
    rows = [row | {"model": "small", "model_served": "small-2026"} for row in shelf.rows()]
    rows[0] |= {"predicted_answer": "It is unclear.", "answer_text": "It is unclear.", "declined": False}
    rows[1] |= {"predicted_answer": "unanswerable!", "answer_text": None, "declined": None, "status": "answered"}
    rows[2] |= {"answer_text": "The paper does not answer the question.", "declined": False, "retrieved": None}
    rows[3] |= {"predicted_answer": "the", "answer_text": None, "declined": False, "invalid_citations": 2}
    shelf.play_back(rows[:72], name="theirs", more=MODEL)
    shelf.run("--name", "strict", config="name: s\ndataset: {name: sample}\nagent: {name: extractive}\n" + STRICT)
    shelf.publish("mine", name="full")
    shelf.publish("mine", "--no-text", name="bare")
    with pytest.MonkeyPatch.context() as patch:  # fewer resamples, for the many folders that are changed below
        patch.setattr(source, "ScoringOptions", partial(ScoringOptions, resamples=100))
        shelf.publish("mine", name="quick")
        shelf.publish("mine", "theirs", name="two")
    shelf.publish("theirs", "--no-text", name="theirs-bare")
    shelf.publish("strict", name="strict")
    shelf.publish("strict", "--no-text", name="strict-bare")
    return shelf


FOLDERS = ("full", "bare", "two", "theirs-bare", "strict", "strict-bare")


@pytest.mark.parametrize("name", FOLDERS)
def test_a_good_folder_verifies_under_any_name(shelf: Shelf, tmp_path: Path, name: str) -> None:
    """A copied, renamed folder agrees with itself, to both verifiers."""
    assert differences(copied(shelf.results / name, tmp_path / "another name")) == ([], [])


def test_small_and_empty_runs_verify(tmp_path: Path) -> None:
    """One paper, no question that cannot be answered, no second annotator, nothing measured: null stays null."""
    shelf = Shelf(tmp_path)
    shelf.run()
    rows = shelf.rows()
    tiny = Path(__file__).parent / "fixtures" / "tiny.json"
    shelf.run(
        "--name", "tiny", config=f"name: t\ndataset: {{name: qasper, path: {tiny}}}\nagent: {{name: extractive}}\n"
    )
    shelf.run("--name", "one-paper", "--papers", "1")
    shelf.run("--name", "one", "--limit", "1")
    asked = {line["question_id"] for line in shelf.rows("one")}
    (tmp_path / "nothing.jsonl").write_text(
        json.dumps(next(row for row in rows if row["question_id"] not in asked)) + "\n", "utf-8"
    )
    agent = "agent: {name: predictions, file: nothing.jsonl}\n"
    shelf.run("--limit", "1", config=f"name: nothing\ndataset: {{name: sample}}\n{agent}")
    for name in ("tiny", "one-paper", "one", "nothing"):
        for form in ([], ["--no-text"]):
            folder = shelf.publish(name, "--allow-partial", *form, name=name + "".join(form))
            assert differences(folder) == ([], []), folder
    table = (shelf.results / "nothing" / "table.md").read_text("utf-8")
    assert "| **evidence F1**" in table
    assert "n/a (unmeasured)" in table
    assert "Partial run: 0 of 74 questions; 1 asked (slice.questions 1), not in file 1." in table


def test_the_published_scores_are_those_of_the_run(shelf: Shelf) -> None:
    """Nothing is lost on the way, with text and without: the same scores.json, signature included."""
    for name in ("full", "bare"):
        published = (shelf.results / name / "runs" / "mine" / "scores.json").read_bytes()
        assert published == (shelf.folder / "runs" / "mine" / "scores.json").read_bytes()
    theirs = json.loads((shelf.results / "theirs-bare" / "runs" / "theirs" / "scores.json").read_bytes())
    assert theirs == json.loads((shelf.folder / "runs" / "theirs" / "scores.json").read_bytes())
    assert "|model:small-2026|" in theirs["signature"]


def test_the_standalone_verifier_runs_alone(shelf: Shelf, tmp_path: Path) -> None:
    """No site packages, no environment, another folder: it is stdlib only and needs nothing of ours."""
    folder = copied(shelf.results / "full", tmp_path / "copy")
    command = [sys.executable, "-I", "-S", "verify.py"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "all is re-derived\n"), done.stderr
    (folder / "extra.txt").write_text("x", "utf-8")
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "extra.txt: is no part of a published folder\ndifferences: 1\n")
    bare = subprocess.run(
        [*command, str(shelf.results / "bare")], cwd=folder, capture_output=True, text=True, check=False
    )
    assert "not checked that hashes and tokens are those of the texts" in bare.stdout


def test_the_standalone_verifier_is_short_and_imports_the_standard_library_only() -> None:
    source = Path(standalone.__file__).read_text("utf-8")
    assert len(source.splitlines()) < 300
    imported = {
        name.split(".")[0]
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in (
            [node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names]
        )
    }
    assert imported <= sys.stdlib_module_names


def replaced(name: str, old: str, new: str) -> Callable[[Path], None]:
    """Return a change of the first place where ``old`` stands in a file."""

    def change(folder: Path) -> None:
        path = folder / name
        text = path.read_text("utf-8")
        assert old in text, f"{old} is not in {name}"
        path.write_text(text.replace(old, new, 1), "utf-8")

    return change


def without_line(name: str) -> Callable[[Path], None]:
    """Return the removal of a file's second line."""

    def change(folder: Path) -> None:
        lines = (folder / name).read_bytes().splitlines(keepends=True)
        (folder / name).write_bytes(b"".join(lines[:1] + lines[2:]))

    return change


def edited_answer(folder: Path) -> None:
    """Change one predicted answer to a better one."""
    gold = [json.loads(line) for line in (folder / "references.jsonl").read_bytes().splitlines()]
    path = folder / "runs" / "mine" / "predictions.jsonl"
    rows = [json.loads(line) for line in path.read_bytes().splitlines()]
    place = next(i for i, row in enumerate(rows) if row["predicted_answer"] != gold[i]["references"][0]["answer"])
    rows[place]["predicted_answer"] = gold[place]["references"][0]["answer"]
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")


def extra_file(folder: Path) -> None:
    (folder / "runs" / "mine" / "notes.txt").write_text("x", "utf-8")


def a_link(folder: Path) -> None:
    path = folder / "table.md"
    (folder.parent / "elsewhere.md").write_bytes(path.read_bytes())
    path.unlink()
    path.symlink_to(folder.parent / "elsewhere.md")


PREDICTIONS, QUESTIONS, SCORES = (
    f"runs/mine/{name}" for name in ("predictions.jsonl", "questions.jsonl", "scores.json")
)
CHANGES: dict[str, Callable[[Path], None]] = {
    "a digit of a score": replaced(SCORES, '"mean": 0.6', '"mean": 0.7'),
    "a count of a score": replaced(SCORES, '"n_slice": 74', '"n_slice": 75'),
    "a digit of an interval": replaced(SCORES, '"interval": [\n   0.', '"interval": [\n   0.0'),
    "a value of a question": replaced(QUESTIONS, '"evidence_f1":0.0', '"evidence_f1":1.0'),
    "a removed prediction": without_line(PREDICTIONS),
    "a removed question row": without_line(QUESTIONS),
    "a removed reference": without_line("references.jsonl"),
    "a removed paper": without_line("papers.jsonl"),
    "an edited answer": edited_answer,
    "another citation": replaced(PREDICTIONS, '"paragraph":7', '"paragraph":6'),
    "a citation of nothing": replaced(PREDICTIONS, '"paragraph":7', '"paragraph":700'),
    "a renamed agent": replaced("runs/mine/run.json", '"name": "extractive"', '"name": "intensive"'),
    "a cell of the Markdown table": replaced("table.md", "33/74 = 0.446", "34/74 = 0.459"),
    "a cell of the LaTeX table": replaced("table.tex", "0.633", "0.733"),
    "a cell of the HTML table": replaced("table.html", "0.633", "0.733"),
    "a number of the CSV table": replaced("table.csv", "mine,evidence_f1,0.6", "mine,evidence_f1,0.7"),
    "a number of the JSON table": replaced("table.json", '"0.633"', '"0.733"'),
    "the dataset's size": replaced("dataset.json", '"questions": 74', '"questions": 740'),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_both_verifiers_find_a_change_though_sealed_again(
    shelf: Shelf, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    """One flipped digit, one removed row, one edited answer, …: found though all hashes were made to fit."""
    folder = copied(shelf.results / "quick", tmp_path / "copy")
    change(folder)
    reseal(folder)
    assert all(differences(folder))


def test_every_file_is_sealed(shelf: Shelf, tmp_path: Path) -> None:
    """One more space in any file, and both verifiers name it."""
    folder = copied(shelf.results / "quick", tmp_path / "copy")
    names = [path.relative_to(folder).as_posix() for path in folder.rglob("*.*") if path.name != "manifest.json"]
    for name in names:
        (folder / name).write_bytes((folder / name).read_bytes() + b"\n")
    ours, own = differences(folder)
    assert {line.partition(":")[0] for line in ours if "changed" in line} == set(names)
    assert {line.partition(":")[0] for line in own if line.endswith(": changed")} == set(names)


@pytest.mark.parametrize("place", ["predictions.jsonl", "run.json"])
def test_a_renamed_model_is_found_though_sealed_again(shelf: Shelf, tmp_path: Path, place: str) -> None:
    """Config, predictions and signature name the model; one of them alone cannot change."""
    folder = copied(shelf.results / "two", tmp_path / "copy")
    model = '"model":"small"' if place == "predictions.jsonl" else '"model": "small"'
    replaced(f"runs/theirs/{place}", model, model.replace("small", "large"))(folder)
    reseal(folder)
    assert all(differences(folder))
    renamed = copied(shelf.results / "two", tmp_path / "all rows")
    path = renamed / "runs" / "theirs" / "predictions.jsonl"
    path.write_text(path.read_text("utf-8").replace("small-2026", "large-2026"), "utf-8")
    reseal(renamed)
    assert any("signature" in line for line in differences(renamed)[1])
    assert any("signature" in line for line in differences(renamed)[0])


def test_an_extra_file_a_link_and_an_empty_folder(shelf: Shelf, tmp_path: Path) -> None:
    """Nothing extra: a stranger among the files is named, also when the manifest lists it; an empty folder is not."""
    folder = copied(shelf.results / "quick", tmp_path / "extra")
    (folder / "empty").mkdir()
    assert differences(folder) == ([], [])
    extra_file(folder)
    assert all("notes.txt" in found[0] for found in differences(folder))
    reseal(folder)
    assert differences(folder)[0] == ["runs/mine/notes.txt: is no part of a published folder"]
    linked = copied(shelf.results / "quick", tmp_path / "linked")
    a_link(linked)
    assert all(any("table.md" in line for line in found) for found in differences(linked))


def test_the_manifest_must_be_canonical_and_seal_itself(shelf: Shelf, tmp_path: Path) -> None:
    """Another order of keys, spaces, a missing newline, another date: each is found."""
    manifest = json.loads((shelf.results / "quick" / "manifest.json").read_bytes())
    forms = {
        "order": json.dumps(dict(reversed(manifest.items())), separators=(",", ":")) + "\n",
        "spaces": json.dumps(manifest, sort_keys=True) + "\n",
        "newline": canonical(manifest).decode().rstrip(),
        "date": canonical(manifest | {"published": "2020-01-01"}).decode(),
        "twice": canonical(manifest).decode().replace('{"', '{"text":false,"', 1),
    }
    for name, text in forms.items():
        folder = copied(shelf.results / "quick", tmp_path / name)
        (folder / "manifest.json").write_text(text, "utf-8")
        ours, own = differences(folder)
        assert any("manifest.json" in line for line in ours), name
        assert any("manifest.json" in line for line in own), name


def test_a_damaged_folder_has_differences_and_no_traceback(shelf: Shelf, tmp_path: Path) -> None:
    for name in (
        "manifest.json",
        "dataset.json",
        "references.jsonl",
        "runs/mine/run.json",
        "table.json",
        "verify.py",
    ):
        folder = copied(shelf.results / "quick", tmp_path / name.replace("/", "-"))
        (folder / name).write_text('{"files": 3', "utf-8")
        assert all(differences(folder)), name
        (folder / name).unlink()
        assert all(differences(folder)), name
    shelf("verify", tmp_path / "nowhere", code=3)
    assert "no such folder" in shelf.err


def test_the_command_says_what_differs_and_exits_3(shelf: Shelf, tmp_path: Path) -> None:
    folder = copied(shelf.results / "quick", tmp_path / "copy")
    assert "verified, every number is re-derived" in shelf("verify", shelf.results / "full", folder)
    replaced(SCORES, '"mean": 0.6', '"mean": 0.7')(folder)
    out = shelf("verify", folder, code=3)
    assert "sha256 is not that of the manifest" in out
    assert "answer_f1" in out or "evidence_f1" in out
    assert "published 0.7" in out


def test_without_text_it_says_what_it_cannot_check_and_the_gold_file_checks_it(shelf: Shelf, tmp_path: Path) -> None:
    """A token renamed in every place changes no number: only the gold file shows it."""
    if not GOLD.exists():
        pytest.skip("the tests run against an installed wheel")
    out = shelf("verify", shelf.results / "bare")
    assert "--gold FILE" in out
    assert "predicted answers are not published" in out
    assert "--gold FILE" not in shelf("verify", shelf.results / "bare", "--gold", GOLD)
    folder = copied(shelf.results / "bare", tmp_path / "copy")
    for name in ("references.jsonl", PREDICTIONS):
        path = folder / name
        path.write_text(re.sub(r"\bw0\b", "w99", path.read_text("utf-8")), "utf-8")
    reseal(folder)
    assert differences(folder) == ([], [])
    assert "references.jsonl: line 1 is not what sample.json says" in shelf("verify", folder, "--gold", GOLD, code=3)
    other = tmp_path / "other.json"
    other.write_text(GOLD.read_text("utf-8").replace("the", "thy", 1), "utf-8")
    assert "is it the same split and version?" in shelf("verify", shelf.results / "bare", "--gold", other, code=3)


def test_quantiles_of_t_are_the_scorers_to_the_last_digit() -> None:
    """Two methods, one table of nine decimals: halving an exact series, Newton and an expansion."""
    for degrees in [*range(1, 301), 512, 999, 1004, 2047, 5000, 11872]:
        assert standalone.t_quantile(degrees) == t_quantile(degrees), degrees


def test_wilson_intervals_are_the_scorers_to_the_last_bit() -> None:
    for n in (1, 2, 7, 74, 1005, 99991):
        for k in {0, 1, n // 3, n - 1, n}:
            assert standalone.wilson(k, n) == list(wilson(k, n) or ())
    assert standalone.wilson(0, 0) is None


TEXT = st.text(
    st.sampled_from(list("aAthe nN.-–−²İßﬁ“”,'!85\u00a0\u2028_éé²")) | st.characters(codec="utf-8"), max_size=30
)


@settings(max_examples=400)
@given(TEXT)
def test_tokens_are_the_scorers(text: str) -> None:
    """Both normalisations, on ordinary and odd text alike."""
    for mode, tokens in (("official", official_tokens), ("strict", strict_tokens)):
        assert sorted(standalone.bag(text, mode).elements()) == sorted(tokens(text)), mode


@settings(max_examples=15)
@given(
    st.lists(st.lists(st.floats(0, 1), max_size=4), min_size=2, max_size=8),
    st.integers(0, 2**31),
    st.integers(1, 300),
)
def test_intervals_are_the_scorers_to_the_last_bit(papers: list[list[float]], seed: int, resamples: int) -> None:
    """Sums packed into one long integer against numpy, for papers of any size."""
    values = [(str(paper), value, 1) for paper, scores in enumerate(papers) for value in scores]
    kept = [scores for scores in papers if scores]
    options: dict[str, Any] = {"seed": seed, "resamples": resamples, "own": {"macro": {}}}
    found = standalone.summaries({"answer_f1": values}, options)["answer_f1"]
    sums = [0.0] * len(kept)
    for place, scores in enumerate(kept):
        for score in scores:
            sums[place] += score
    (expected,) = paper_bootstrap([sums], [[len(scores) for scores in kept]], seed=seed, resamples=resamples)
    if expected is None:
        assert found[2] is None
    else:
        assert found[2] == [min(expected.low, found[0]), max(expected.high, found[0])]


def changed(name: str, change: Callable[[bytes], bytes]) -> Callable[[Path], None]:
    """Return a change of a file's bytes that must be one."""

    def apply(folder: Path) -> None:
        old = (folder / name).read_bytes()
        assert change(old) != old, name
        (folder / name).write_bytes(change(old))

    return apply


def reversed_lines(data: bytes) -> bytes:
    return b"".join(data.splitlines(keepends=True)[::-1])


FORMS: dict[str, Callable[[Path], None]] = {
    "a key given twice": changed("dataset.json", lambda old: old.replace(b"{", b'{"questions": 999,', 1)),
    "a key given twice in a line": changed(
        PREDICTIONS, lambda old: old.replace(b"{", b'{"predicted_answer":"x",', 1)
    ),
    "a mark of byte order": changed("dataset.json", lambda old: b"\xef\xbb\xbf" + old),
    "UTF-16": changed("dataset.json", lambda old: old.decode().encode("utf-16")),
    "CRLF": changed("references.jsonl", lambda old: old.replace(b"\n", b"\r\n")),
    "no last newline": changed("references.jsonl", lambda old: old[:-1]),
    "NaN": changed(PREDICTIONS, lambda old: old.replace(b'"cost_usd":0.0', b'"cost_usd":NaN', 1)),
    "other order of predictions": changed(PREDICTIONS, reversed_lines),
    "other order of papers": changed("papers.jsonl", reversed_lines),
    "a reference twice": changed("references.jsonl", lambda old: old + old.splitlines(keepends=True)[0]),
    "a paper twice": changed("papers.jsonl", lambda old: old + old.splitlines(keepends=True)[0]),
    "a paper of no question": changed("papers.jsonl", lambda old: old + b'{"paper_id":"x","paragraphs":[]}\n'),
    "another paper": changed(PREDICTIONS, lambda old: old.replace(b'"paper_id":"sample-', b'"paper_id":"simple-', 1)),
    "other paragraphs": changed(
        "references.jsonl", lambda old: old.replace(b'"paragraphs":[', b'"paragraphs":[9,', 1)
    ),
    "another run's name": replaced("runs/mine/run.json", '"run": "mine"', '"run": "yours"'),
    "another seed of the slice": replaced("runs/mine/run.json", '"order": "papers",\n    "seed": 13', '"seed": 14'),
    "no end of resampling": replaced("runs/mine/run.json", '"resamples": 100', '"resamples": 1000000000000'),
    "a provider that is none": replaced("runs/mine/run.json", '"provider": null', '"provider": 1'),
    "another version in the signature": replaced(SCORES, "|v:", "|v:9"),
    "a minus in the CSV table": replaced("table.csv", ",0.", ",-0."),
    "a minus in the Markdown table": replaced("table.md", " 0.6", " -0.6"),
    "a comma for a point": replaced("table.md", " 0.6", " 0,6"),
    "a digit as an entity": replaced("table.html", "<td>0.6", "<td>&#57;0.6"),
    "a script": replaced("table.html", "<td>0.6", "<td><script src=//x></script>0.6"),
    "nesting without end": changed(SCORES, lambda _: b"[" * 200_000),
    "a stranger": extra_file,
}


@pytest.mark.parametrize("change", FORMS.values(), ids=FORMS.keys())
def test_both_verifiers_find_a_form_that_readers_take_differently(
    shelf: Shelf, tmp_path: Path, change: Callable[[Path], None]
) -> None:
    """Though no number changes and every hash fits: what another reader could take for something else is named."""
    folder = copied(shelf.results / "quick", tmp_path / "copy")
    change(folder)
    reseal(folder)
    assert all(differences(folder))


def test_an_unknown_key_is_found(shelf: Shelf, tmp_path: Path) -> None:
    for number, name in enumerate(("references.jsonl", "papers.jsonl", PREDICTIONS, "runs/mine/run.json")):
        folder = copied(shelf.results / "quick", tmp_path / str(number))
        changed(name, lambda old: old.replace(b"{", b'{"note":"x",', 1))(folder)
        reseal(folder)
        assert any(line.startswith(name) for line in differences(folder)[0]), name


def test_a_headline_left_out_of_every_table_is_found(shelf: Shelf, tmp_path: Path) -> None:
    folder = copied(shelf.results / "quick", tmp_path / "copy")
    table = json.loads((folder / "table.json").read_bytes())
    rows = table["blocks"][0]["rows"]
    rows[:] = [row for row in rows if row["key"] != "declining.structured.over_refusal"]
    (folder / "table.json").write_text(json.dumps(table, indent=2) + "\n", "utf-8")
    for form in ("md", "tex", "html", "csv"):
        path = folder / f"table.{form}"
        kept = [line for line in path.read_text("utf-8").splitlines() if not re.search("over(-|{-})refusal", line)]
        kept = [line for line in kept if "structured.over_refusal" not in line]
        path.write_text("\n".join(kept) + "\n", "utf-8")
    reseal(folder)
    ours, own = differences(folder)
    assert ours
    assert own == ["runs/mine: its headlines or its signature are not in table.json"]


def test_another_verifier_in_the_folder_is_told(shelf: Shelf, tmp_path: Path) -> None:
    """It cannot be a difference, for an older version published another one; running it unread is a risk."""
    assert "read it before you run it" not in shelf("verify", shelf.results / "quick")
    folder = copied(shelf.results / "quick", tmp_path / "copy")
    replaced("verify.py", "sys.exit(3 if differences else 0)", "sys.exit(0)")(folder)
    reseal(folder)
    assert "its verify.py is not the one of this qasper-eval" in shelf("verify", folder)


def test_the_standalone_verifier_waits_for_no_pipe_and_prints_any_name(shelf: Shelf, tmp_path: Path) -> None:
    """A pipe is never opened, and a name that the terminal cannot show or would obey is spelt out."""
    folder = copied(shelf.results / "quick", tmp_path / "copy")
    os.mkfifo(folder / "pipe")
    (folder / "é\x1b[31m\n.txt").write_text("x", "utf-8")
    command = [sys.executable, "-I", "-O", str(folder / "verify.py")]
    done = subprocess.run(command, capture_output=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (3, b"")
    assert b"\\xe9\\x1b[31m\\n.txt: is no part of a published folder" in done.stdout
