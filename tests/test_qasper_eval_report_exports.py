"""Exports load in the tools they are for."""

from __future__ import annotations

import csv
import io
import json
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from published_kit import Shelf
from qasper_eval.report.export import csv_of
from qasper_eval.report.export_rows import COLUMNS

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """A run with some questions unmeasured, exported, and published without text and exported again."""
    shelf = Shelf(tmp_path_factory.mktemp("shelf"))
    shelf.run()
    rows = [row | {"model": "m", "model_served": "org/big-model"} for row in shelf.rows()]
    shelf.play_back(rows[:72], name="theirs")
    shelf("export", "theirs", "--to", "exported")
    shelf.publish("mine", "theirs", "--no-text", name="bare")
    shelf("export", "results/bare", "--to", "exported-bare")
    return shelf


def frame(path: Path) -> Any:
    """Return what pandas reads."""
    pandas: Any = pytest.importorskip("pandas")
    return pandas.read_csv(path) if path.suffix == ".csv" else pandas.read_parquet(path)


def test_predictions_are_in_the_official_format(shelf: Shelf) -> None:
    """Three keys a line, and the file scores as the run did."""
    path = shelf.folder / "exported" / "predictions" / "theirs.jsonl"
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    assert len(lines) == 72
    assert all(list(line) == ["question_id", "predicted_answer", "predicted_evidence"] for line in lines)
    shelf.run(config=f"name: again\ndataset: {{name: sample}}\nagent: {{name: predictions, file: {path}}}\n")
    again, own = (
        json.loads((shelf.folder / "runs" / name / "scores.json").read_bytes()) for name in ("again", "theirs")
    )
    assert again["evidence_f1"] == own["evidence_f1"]
    assert again["answer_f1"] == own["answer_f1"]


@pytest.mark.parametrize("file", ["questions.csv", "data/questions.parquet"])
def test_rows_load_into_a_data_frame_and_give_the_means(shelf: Shelf, file: str) -> None:
    """S4-32: the mean of a column is the published mean; what was not measured is empty, not 0."""
    rows = frame(shelf.folder / "exported" / file)
    scores = json.loads((shelf.folder / "runs" / "theirs" / "scores.json").read_bytes())
    assert list(rows.columns) == list(COLUMNS)
    assert len(rows) == 74
    assert rows["evidence_f1"].count() == 72
    assert rows["evidence_f1"].mean() == pytest.approx(scores["evidence_f1"]["mean"], abs=1e-12)
    assert rows["retrieval_hit_at_1"].mean() == pytest.approx(scores["retrieval"]["hit@1"], abs=1e-12)
    assert rows["cause"].dropna().tolist() == ["not in file"] * 2
    assert rows["evidence_exact"].sum() == scores["evidence_exact"]["count"]


def test_the_folder_loads_with_datasets(shelf: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card names the files, so that the folder is a dataset as it is, offline."""
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    datasets: Any = import_module("datasets")
    loaded = datasets.load_dataset(str(shelf.folder / "exported-bare"), split="results", cache_dir=str(tmp_path))
    assert loaded.num_rows == 2 * 74
    assert loaded.column_names == list(COLUMNS)
    assert set(loaded.unique("run")) == {"mine", "theirs"}


def test_the_card_says_what_it_is(shelf: Shelf) -> None:
    from huggingface_hub import DatasetCard

    card: Any = DatasetCard.load(shelf.folder / "exported-bare" / "README.md")
    assert card.data.to_dict()["configs"][0]["data_files"][0]["split"] == "results"
    assert card.text.count("evidence_f1|mode:official|") == 2
    assert "Read with care" in card.text
    assert "not a benchmark" in card.text
    assert all(f"`{name}`" in card.text for name in COLUMNS)


def test_the_model_index_is_read_by_the_hub_client(shelf: Shelf) -> None:
    from huggingface_hub import ModelCard

    index = (shelf.folder / "exported" / "model-index.yml").read_text("utf-8")
    card: Any = ModelCard(f"---\n{index}---\n")
    results: list[Any] = card.data.eval_results
    scores = json.loads((shelf.folder / "runs" / "theirs" / "scores.json").read_bytes())
    found: dict[str, Any] = {result.metric_type: result for result in results}
    assert card.data.to_dict()["model-index"][0]["name"] == "org/big-model"
    assert found["evidence_f1"].metric_value == scores["evidence_f1"]["mean"]
    assert found["answer_f1"].metric_args["n"] == 72
    assert found["answer_f1"].metric_args["signature"].startswith("answer_f1|")
    assert found["evidence_f1"].dataset_name == "sample"


def test_without_text_there_are_no_predictions_to_export(shelf: Shelf) -> None:
    assert not (shelf.folder / "exported-bare" / "predictions").exists()
    shelf("export", "results/bare", "--to", "once-more")
    assert "no predictions to export" in shelf.err


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_is_a_formula(start: str) -> None:
    """A spreadsheet runs what begins like a formula: such an id gets an apostrophe, numbers and others stay."""
    rows = [dict.fromkeys(COLUMNS) | {"question_id": f"{start}1+1", "run": "a=b", "answer_f1": -0.5}]
    found = next(csv.DictReader(io.StringIO(csv_of(rows).decode(), newline="")))
    assert (found["question_id"], found["run"], found["answer_f1"]) == (f"'{start}1+1", "a=b", "-0.5")


def test_an_existing_folder_and_a_changed_result_are_refused(shelf: Shelf) -> None:
    shelf("export", "theirs", "--to", "exported", code=2)
    assert "never overwritten" in shelf.err
    shelf("export", "nobody", "--to", "elsewhere", code=2)
    path = shelf.results / "bare" / "table.csv"
    before = path.read_bytes()
    path.write_bytes(before + b"x")
    shelf("export", "results/bare", "--to", "elsewhere", code=3)
    path.write_bytes(before)
    assert not (shelf.folder / "elsewhere").exists()
