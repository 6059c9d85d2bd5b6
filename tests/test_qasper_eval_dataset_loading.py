"""A config's dataset, wherever its rows and texts lie, from the first run to the verified table."""

from __future__ import annotations

import json
from pathlib import Path  # noqa: TC003  # because pytest reads the annotation of tmp_path

import test_loaders_scifact as scifact
from published_kit import Shelf
from qasper_eval.config import load_config
from row_files import lines_file

ROWS = """q,ctx,a,gold
Where is it?,"It is in Rome.

It is old.",in Rome,0
Why is it there?,"Nobody knows.

It is old.",,
How old is it?,"It is in Rome.

It is old.",old,"[1]"
"""
FIELDS = "{question: q, paragraphs: ctx, answer: a, evidence: gold}"
OWN = f"name: own\ndataset: {{name: custom, path: own.csv, map: {FIELDS}}}\nagent: {{name: extractive}}\n"


def own(folder: Path, config: str = OWN) -> Shelf:
    """Give a folder with a dataset of one's own and its config."""
    (folder / "own.csv").write_text(ROWS, "utf-8")
    (folder / "c.yaml").write_text(config, "utf-8")
    return Shelf(folder)


def test_a_dataset_of_ones_own_goes_all_the_way(tmp_path: Path) -> None:
    """Planned, run, resumed, scored, published without text and verified against the file, without code."""
    shelf = own(tmp_path)
    assert "3 of 3 questions left" in shelf("plan", "c.yaml")
    shelf("run", "c.yaml", "--limit", "1")
    table = shelf("run", "c.yaml")
    assert [row["question_id"] for row in shelf.rows("own")].count("1") == 1
    assert len(shelf.rows("own")) == 3
    assert shelf("score", "own") == table
    assert "|q:3/3|papers:2/2|" in table
    folder = shelf.publish("own", "--no-text")
    assert "verified, every number is re-derived" in shelf("verify", folder, "--gold", "own.csv")
    (tmp_path / "own.csv").write_text(ROWS.replace("old,", "older,"), "utf-8")
    assert "is it the same split and version?" in shelf("verify", folder, "--gold", "own.csv", code=3)
    shelf("score", "own", code=2)
    assert "its dataset has changed since the run" in shelf.err


def test_the_first_rows_that_do_not_fit_are_named(tmp_path: Path) -> None:
    """One line with row and field, nothing is begun."""
    shelf = own(tmp_path)
    (tmp_path / "own.csv").write_text(ROWS.replace("Why is it there?", "").replace('"[1]"', '"[1, true]"'), "utf-8")
    shelf("run", "c.yaml", code=2)
    (line,) = shelf.err.splitlines()
    assert (
        "own.csv: 2 of 3 rows do not fit dataset.map: row 2: question is empty, not a text; row 3: evidence" in line
    )
    assert not (tmp_path / "runs").exists()


def test_faults_of_the_map_are_one_line(tmp_path: Path) -> None:
    """Unknown fields and columns, a map without a dataset of one's own, and a value that is no column."""
    shelf = own(tmp_path)
    for override, words in (
        ("dataset.map.questio=q", "dataset.map has no field 'questio'; the fields are question, claim"),
        (
            "dataset.map.evidence=golds",
            "no row has the column 'golds' (for evidence); the columns are q, ctx, a, gold",
        ),
        ("dataset.name=squad2", "dataset.map is for a dataset of one's own; set dataset.name to custom"),
        ("dataset.hub=org/name", "needs either dataset.path or dataset.hub, and not both"),
        ("dataset.corpus=c.jsonl", "custom keeps its texts and questions in one place; leave out dataset.corpus"),
    ):
        shelf("run", "c.yaml", "--set", override, code=2)
        assert words in shelf.err
        assert len(shelf.err.splitlines()) == 1
    shelf("run", "c.yaml", "--set", "dataset.map.question=3", code=2)
    assert "dataset.map.question: must be a valid string, not 3" in shelf.err


def test_texts_in_a_file_of_their_own_are_found_again(tmp_path: Path) -> None:
    """dataset.corpus is relative to the config; the score and the check of a published folder read it too."""
    lines_file(tmp_path, scifact.claims(), "questions.jsonl")
    (tmp_path / "texts").mkdir()
    lines_file(tmp_path / "texts", scifact.CORPUS, "abstracts.jsonl")
    (tmp_path / "c.yaml").write_text(
        "name: claims\nagent: {name: extractive}\n"
        "dataset: {name: scifact, path: questions.jsonl, corpus: texts/abstracts.jsonl}\n",
        "utf-8",
    )
    shelf = Shelf(tmp_path)
    table = shelf("run", "c.yaml")
    assert [line for line in shelf.err.splitlines() if "may not be used commercially" in line] == [
        f"note: {scifact.NOT_COMMERCIALLY}"
    ]
    assert load_config(tmp_path / "c.yaml").dataset.corpus == str(tmp_path / "texts" / "abstracts.jsonl")
    assert shelf("score", "claims") == table
    folder = shelf.publish("claims")
    assert "verified" in shelf("verify", folder)
    published = json.loads((folder / "runs" / "claims" / "run.json").read_bytes())
    assert published["config"]["dataset"]["corpus"]["file"] == "abstracts.jsonl"
    assert str(tmp_path) not in json.dumps(published)
