"""The metrics of a dataset's own authors in published folders, and both verifiers of them."""

from __future__ import annotations

import csv
import json
import random
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from loaders.records import Paragraph, Question, Reference, SentenceId, Span
from published_kit import Shelf, differences, reseal
from qasper_eval.prediction_json import prediction_to_json
from qasper_eval.prediction_parts import Citation
from qasper_eval.records import Prediction
from qasper_eval.report.export_rows import flat_rows, own_columns
from qasper_eval.report.publish.derived import derived_files
from qasper_eval.report.publish.inputs import pretty, question_files
from qasper_eval.report.publish.own_metrics import OWN, metrics_of, own_facts
from qasper_eval.report.publish.reading import read_inputs
from qasper_eval.report.verify_own import differences as own_differences
from qasper_eval.scoring import ScoringOptions, SignatureFields, score
from qasper_eval.scoring.metric_sets import METRIC_SETS
from row_files import json_file
from scoring_data import dataset, paper
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from loaders.records import AnswerType, Dataset

ANSWERS: dict[str, tuple[tuple[str, AnswerType, str], ...]] = {
    "pubmedqa": (("Yes", "boolean", "yes"), ("No", "boolean", "no"), ("Maybe", "abstractive", "maybe")),
    "evidence-inference": (
        ("Significantly increased", "abstractive", "significantly increased"),
        ("No significant difference", "abstractive", "no significant difference"),
    ),
    "wice": (("Yes", "boolean", "s"), ("Partially supported", "abstractive", "p"), ("Unanswerable", "none", "n")),
}
CLAIMS: tuple[tuple[str, AnswerType, str], ...] = (
    ("Yes", "boolean", "SUPPORT"),
    ("No", "boolean", "CONTRADICT"),
    ("Unanswerable", "none", "NEI"),
)
WORDS: tuple[tuple[str, AnswerType, str], ...] = (
    ("the red fox", "extractive", ""),
    ("yes", "boolean", ""),
    ("Unanswerable", "none", ""),
)
SAID = (
    "Yes",
    "no",
    "Maybe",
    "red",
    "a fox",
    "significantly increased",
    "partially supported",
    "Unanswerable",
    "",
    "the",
)


def invented(name: str, draw: random.Random) -> tuple[Dataset, dict[str, Prediction]]:
    """Return papers, questions and predictions that are odd in every way at once, for one dataset's metrics."""
    papers = [_paper(name, f"p{number}", draw) for number in range(8)]
    data = dataset(*papers, name=name)
    said = {entry.id: _prediction(entry.id, held.paragraphs, draw) for held, entry in data.questions()}
    return data, said


def _paper(name: str, paper_id: str, draw: random.Random) -> Any:
    texts = [
        "One is red. Two  is blue.",
        "Three\n\nfour five.",
        "One is red. Two  is blue.",
        "FLOAT SELECTED: x",
        "six",
    ]
    paragraphs = [
        Paragraph(
            text, document=draw.choice(["", "A", "B"]), sentences=((0, 11), (12, 25)) if number % 2 == 0 else ()
        )
        for number, text in enumerate(draw.sample(texts, len(texts)))
    ]
    kinds = ANSWERS.get(name, CLAIMS if name in {"scifact", "citation-integrity", "contractnli"} else WORDS)
    questions: list[Question] = []
    for number in range(3):
        chosen = [draw.choice(kinds) for _ in range(draw.randrange(1, 4))]
        references = tuple(_reference(*one, paragraphs, draw) for one in chosen)
        group = f"{paper_id}-0" if number == 1 and name == "musique" else ""
        questions.append(replace(Question(f"{paper_id}-{number}", paper_id, "?", references), group=group))
    return paper(paper_id, *questions, paragraphs=paragraphs)


def _reference(
    answer: str, kind: AnswerType, label: str, paragraphs: list[Paragraph], draw: random.Random
) -> Reference:
    units = draw.sample(range(len(paragraphs)), draw.randrange(3))
    return Reference(
        answer,
        kind,
        () if kind == "none" else tuple(paragraphs[at].text for at in units),
        evidence_sentences=tuple(
            SentenceId(at, draw.randrange(max(1, len(paragraphs[at].sentences)))) for at in units
        ),
        evidence_spans=tuple(
            draw.choice([Span(at, 0, len(paragraphs[at].text)), Span(at, 1, draw.randrange(2, 9))]) for at in units
        ),
        label=label,
        unplaced=draw.randrange(2),
    )


def _prediction(question_id: str, paragraphs: tuple[Paragraph, ...], draw: random.Random) -> Prediction:
    cited = [draw.randrange(len(paragraphs)) for _ in range(draw.randrange(4))]
    texts = tuple(dict.fromkeys(paragraphs[at].text for at in cited))
    if draw.random() < 0.2:
        return Prediction(question_id, draw.choice(SAID), (*texts, "nowhere"))
    return Prediction(
        question_id,
        draw.choice(SAID),
        texts,
        citations=tuple(_citation(at, len(paragraphs[at].text), draw) for at in cited),
        declined=draw.choice([None, True, False]),
    )


def _citation(at: int, length: int, draw: random.Random) -> Citation:
    start = draw.randrange(length)
    return draw.choice([Citation(at), Citation(at, quote_start=start, quote_end=start + draw.randrange(6))])


def published(name: str, data: Dataset, said: dict[str, Prediction], folder: Path) -> dict[str, bytes]:
    """Write what a folder holds of one run, derived files too, and return it."""
    own = own_facts(name, has_text=True)
    asked = [entry.id for _, entry in data.questions()]
    options = {"mode": "official", "text_evidence_only": False, "seed": 13, "resamples": 200, "cite_abstract": False}
    run = {
        "run": "r",
        "version": "0",
        "config": {"agent": {"name": "x"}, "provider": None},
        "prompts": {},
        "scoring": options,
        "slice": {"cut": None, "papers": None, "questions": None},
        "stopped": None,
        "unmeasured": {},
    }
    facts = {
        "name": name,
        "split": "test",
        "revision": None,
        "sha256": data.fingerprint,
        "questions": len(asked),
        "papers": len(data.papers),
        "license": "MIT",
        "citation": "nobody",
        "is_benchmark": True,
        **own,
    }
    files = {"dataset.json": pretty(facts), "runs/r/run.json": pretty(run)}
    files |= question_files(data, asked, "official", has_text=True, metrics=metrics_of(own, data))
    files["runs/r/predictions.jsonl"] = b"".join(prediction_to_json(one) + b"\n" for one in said.values())
    derived, _ = derived_files("x", read_inputs(files, ["r"], has_text=True), None)
    files |= derived | {"manifest.json": b'{"runs": ["r"]}'}
    for file, content in files.items():
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).write_bytes(content)
    return files


@pytest.mark.parametrize("name", METRIC_SETS)
def test_a_folder_comes_to_the_numbers_of_the_dataset(name: str, tmp_path: Path) -> None:
    """Texts become keys, units stay: the same numbers as from the records, and a second implementation agrees."""
    data, said = invented(name, random.Random(name))
    files = published(name, data, said, tmp_path)
    scores = json.loads(files["runs/r/scores.json"])
    report = score(
        data, said, ScoringOptions(resamples=200), identity=SignatureFields("0", "x"), missing="unmeasured"
    )
    wanted = report.to_json()
    for key in ("dataset_metrics", "evidence_f1", "answer_f1", "human_ceiling", "citations"):
        assert scores[key] == wanted[key], key
    assert any(entry["mean"] for key, entry in scores["dataset_metrics"].items() if key != "answers_without_label")
    assert own_differences(tmp_path) == []


@pytest.mark.parametrize("name", METRIC_SETS)
def test_the_second_implementation_finds_a_changed_value(name: str, tmp_path: Path) -> None:
    """Each question's ratios in turn made a little larger, or left out: found."""
    data, said = invented(name, random.Random(name))
    published(name, data, said, tmp_path)
    path = tmp_path / "runs/r/questions.jsonl"
    rows = [json.loads(line) for line in path.read_bytes().splitlines()]
    held = next(number for number, row in enumerate(rows) if row["ratios"])
    for change in (_enlarged, _emptied):
        changed = [change(row) if number == held else row for number, row in enumerate(rows)]
        path.write_text("".join(json.dumps(row) + "\n" for row in changed), "utf-8")
        assert own_differences(tmp_path) == [f"runs/r/questions.jsonl: {rows[held]['question_id']}: ratios differ"]


def _enlarged(row: Any) -> Any:
    key = next(iter(row["ratios"]))
    top, below = row["ratios"][key]
    return {**row, "ratios": {**row["ratios"], key: [top + 0.001, below]}}


def _emptied(row: Any) -> Any:
    return {**row, "ratios": {}}


def test_qasper_has_no_side_of_its_own() -> None:
    """Its folders hold what they held before, byte for byte."""
    assert own_facts("allenai/qasper", has_text=True) == own_facts("sample", has_text=False) == {}


def test_without_text_they_are_left_out_and_said_to_be() -> None:
    assert own_facts("squad2", has_text=False)[OWN] == {
        "evidence": True,
        "annotators": True,
        "metrics": None,
        "left_out": True,
        "macro": {},
    }


# --- through the command line ------------------------------------------------------------------------------------


def squad_file(folder: Path) -> Path:
    """Return three passages with an answerable and an unanswerable question each."""
    paragraphs: list[Any] = []
    for number, colour in enumerate(("red", "blue", "green")):
        context = f"The fox of house {number} is {colour} and old. It sleeps all day."
        answers = [{"text": colour, "answer_start": context.index(colour)}]
        asked: list[Any] = [
            {"id": f"a{number}", "question": f"What colour is the fox of house {number}?", "answers": answers},
            {"id": f"n{number}", "question": "Who built the bridge?", "answers": [], "is_impossible": True},
        ]
        paragraphs.append({"context": context, "qas": asked})
    return json_file(
        folder, {"version": "v2.0", "data": [{"title": "Foxes", "paragraphs": paragraphs}]}, "squad.json"
    )


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    shelf = Shelf(tmp_path_factory.mktemp("own"))
    squad_file(shelf.folder)
    shelf.run(config="name: mine\ndataset: {name: squad2, path: squad.json}\nagent: {name: extractive}\n")
    shelf.publish("mine", name="full")
    shelf.publish("mine", "--no-text", name="bare")
    return shelf


def test_a_run_is_published_with_them_and_verified(shelf: Shelf) -> None:
    table = (shelf.folder / "runs" / "mine" / "table.md").read_text("utf-8")
    assert "SQuAD 2.0's own metrics: evaluate-v2.0.py" in table
    full = shelf.results / "full"
    assert "**SQuAD 2.0 exact match**" in (full / "table.md").read_text("utf-8")
    assert differences(full) == ([], [])
    assert own_differences(full) == []
    assert (full / "verify_own.py").is_file()
    shelf("verify", "results/full", "--gold", "squad.json")


def test_exported_rows_give_the_means(shelf: Shelf) -> None:
    """A column for each mean; over the rows that have it, its mean is that of the score."""
    shelf("export", "results/full", "--to", "exported")
    with (shelf.folder / "exported" / "questions.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    scores = json.loads((shelf.results / "full/runs/mine/scores.json").read_bytes())["dataset_metrics"]
    for name, summary in scores.items():
        values = [float(row[f"own_{name}"]) for row in rows if row[f"own_{name}"]]
        assert sum(values) / len(values) == pytest.approx(summary["mean"]), name
        assert len(values) == summary["n"]
    assert "`own_has_ans_f1`" in (shelf.folder / "exported" / "README.md").read_text("utf-8")


def test_pooled_metrics_are_exported_as_sums() -> None:
    """2 TP of one question and 0 of another over 3 and 2: two columns, a mean beside them one."""
    lines: list[Any] = []
    lines.append(
        {"ratios": {"dataset_metrics.span_f1": [2, 3], "dataset_metrics.label_accuracy": [1.0, 1]}, "counts": {}}
    )
    lines.append({"ratios": {"dataset_metrics.span_f1": [0, 2]}, "counts": {}})
    lines.append({"counts": {}})
    files = {"runs/r/questions.jsonl": "".join(json.dumps(line) + "\n" for line in lines).encode()}
    columns = own_columns(files, ["r"])
    assert list(columns) == ["own_label_accuracy", "own_span_f1_numerator", "own_span_f1_denominator"]
    rows = [tuple(row.values()) for row in flat_rows(files, ["r"], columns)]
    assert rows == [(1.0, 2.0, 3), (None, 0.0, 2), (None, None, None)]


def test_without_text_the_rest_is_verified(shelf: Shelf) -> None:
    bare = shelf.results / "bare"
    assert differences(bare) == ([], [])
    assert "dataset's own authors are left out" in (bare / "table.md").read_text("utf-8")
    assert "dataset_metrics" not in json.loads((bare / "runs/mine/scores.json").read_bytes())
    assert not (bare / "verify_own.py").exists()


def lines_changed(name: str, change: Callable[[Any], Any]) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = folder / name
        rows = [json.loads(line) for line in path.read_bytes().splitlines()]
        path.write_text("".join(json.dumps(change(row), separators=(",", ":")) + "\n" for row in rows), "utf-8")

    return apply


def own_changed(key: str, value: object) -> Callable[[Path], None]:
    def apply(folder: Path) -> None:
        path = folder / "dataset.json"
        facts = json.loads(path.read_bytes())
        facts["own"][key] = value
        path.write_text(json.dumps(facts, indent=2) + "\n", "utf-8")

    return apply


CHANGES: dict[str, Callable[[Path], None]] = {
    "a ratio": lines_changed(
        "runs/mine/questions.jsonl", lambda row: {**row, "ratios": {**row["ratios"], "x": [1, 1]}}
    ),
    "a marked unit": lines_changed(
        "references.jsonl",
        lambda row: {**row, "references": [{**one, "answer": one["answer"] + " x"} for one in row["references"]]},
    ),
    "units gone": lines_changed("papers.jsonl", lambda row: {key: row[key] for key in ("paper_id", "paragraphs")}),
    "no metrics": own_changed("metrics", None),
    "other metrics": own_changed("metrics", "HotpotQA"),
    "no evidence": own_changed("evidence", False),  # noqa: FBT003  # because it is a value in JSON
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_resealed_change_is_found(what: str, shelf: Shelf, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(shelf.results / "full", folder)
    CHANGES[what](folder)
    reseal(folder)
    ours, standalone = differences(folder)
    try:
        second = own_differences(folder)
    except (LookupError, TypeError) as error:  # what its last lines report
        second = [repr(error)]
    assert ours
    assert standalone or second


@needs_shared
@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("hotpotqa", "hotpotqa-train50.json"),
        ("pubmedqa", "pubmedqa-pqal-100.json"),
        ("evidence-inference", "evidence-inference-val6"),
    ],
)
def test_real_slices_verify(name: str, file: str, tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    path = SHARED / "data" / "siblings" / file
    shelf.run(config=f"name: mine\ndataset: {{name: {name}, path: {path}}}\nagent: {{name: extractive}}\n")
    folder = shelf.publish("mine", name="full")
    assert differences(folder) == ([], [])
    assert own_differences(folder) == []
