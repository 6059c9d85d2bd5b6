"""The leaderboard: one ranking for what compares, kept up to date inside other files."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from published_kit import CONFIG, Shelf, copied, reseal
from qasper_eval.errors import UsageError
from qasper_eval.report.leaderboard import Leaderboard
from qasper_eval.report.marked_blocks import with_blocks

START, END = "<!-- qasper-eval table -->", "<!-- end of qasper-eval table -->"


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """Results of three agents on the sample, one strict, one partial, one on other data, one corrected."""
    shelf = Shelf(tmp_path_factory.mktemp("shelf"))
    shelf.run()
    shelf.publish("mine", name="extractive")
    rows = shelf.rows()
    nothing: list[Any] = []
    rows = [{**row, "citations": nothing, "claims": nothing} for row in rows]
    declines = [{**row, "predicted_answer": "Unanswerable", "predicted_evidence": nothing} for row in rows]
    shelf.play_back([row | {"declined": True, "status": "declined"} for row in declines], name="decliner")
    shelf.publish("decliner", name="always-declines")
    best = [row | {"model": "m", "model_served": "big|model"} for row in rows]
    gold = Path(__file__).parents[1] / "loaders" / "sample" / "sample.json"
    marked = {
        question["question_id"]: question["answers"][0]["answer"]["evidence"]
        for paper in json.loads(gold.read_bytes()).values()
        for question in paper["qas"]
    }
    shelf.play_back([row | {"predicted_evidence": marked[row["question_id"]]} for row in best], name="best")
    shelf.publish("best", name="best")
    shelf.publish("best", "--supersedes", "always-declines", "--why", "ran with the wrong | prompt", name="fixed")
    shelf.run("--name", "strict", config=CONFIG + "scoring: {mode: strict}\n")
    shelf.publish("strict", name="strict")
    shelf.run("--name", "part", "--limit", "30")
    shelf.publish("part", "mine", "--allow-partial", name="two")
    return shelf


def ranking(table: str, place: int = 0) -> list[list[str]]:
    """Return the cells of one ranking, the head left out."""
    rankings = [part for part in re.split(r"\*\*sample \(validation\)\*\*", table) if "| evidence F1" in part]
    lines = [line for line in rankings[place].splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]] for line in lines[2:]]


def test_results_are_ranked_by_evidence_f1(shelf: Shelf) -> None:
    """Best first; what is superseded comes last and has no rank; what is partial is stamped."""
    rows = ranking(shelf("table", shelf.results))
    assert [row[0] for row in rows] == ["1", "2", "3", "4", "5", "-"]
    assert [row[1] for row in rows[:2]] == ["best", "fixed"]
    assert {row[1] for row in rows[2:5]} == {"extractive", "two / mine", "two / part"}
    values = [float(row[3]) for row in rows[:-1]]
    assert values == sorted(values, reverse=True)
    assert (rows[-1][1], rows[-1][8]) == ("always-declines", "superseded by fixed")
    (partial,) = (row for row in rows if row[1] == "two / part")
    assert partial[7].startswith("30 questions")
    assert partial[8].startswith("Partial run: 30 of 74 questions")


def test_modes_datasets_and_contents_are_never_mixed(shelf: Shelf, tmp_path: Path) -> None:
    """S4-16: what does not compare stands in a table of its own; so does other content of the same name."""
    board = Leaderboard([shelf.results])
    assert {(group.mode, group.dataset) for group in {entry.group for entry in board.entries}} == {
        ("official", "sample"),
        ("strict", "sample"),
    }
    assert board.table().count("| evidence F1") == 2
    other = copied(shelf.results / "extractive", tmp_path / "other-content")
    path = other / "dataset.json"
    path.write_text(path.read_text("utf-8").replace('"sha256": "7', '"sha256": "8'), "utf-8")
    reseal(other)
    assert Leaderboard([shelf.results, other]).table().count("| evidence F1") == 3


def test_each_line_has_n_interval_and_signature(shelf: Shelf) -> None:
    table = shelf("table", shelf.results / "extractive", shelf.results / "best")
    assert "| [0.499, 0.773]" in table
    assert "74 questions, 10 papers" in table
    assert "- `extractive`: `evidence_f1|mode:official|" in table
    assert "with big\\|model" in table
    assert "The sample is no benchmark" in table


def test_a_marked_part_is_renewed_in_place_and_checked(shelf: Shelf, tmp_path: Path) -> None:
    """CI fails when the table in a README is stale; everything outside the markers stays as it is."""
    file = tmp_path / "README.md"
    before, after = "# Mine\r\n\nText — ünïcode\n\n", "\n\nMore.\n"
    file.write_text(f"{before}{START}\nold\n{END}{after}", "utf-8", newline="")
    shelf("table", shelf.results, "--write", file, "--check", code=3)
    assert "is not up to date" in shelf.err
    assert "old" in file.read_text("utf-8")
    shelf("table", shelf.results, "--write", file)
    text = file.read_bytes().decode()
    assert text.startswith(before + START)
    assert text.endswith(END + after)
    assert "[extractive](" in text
    target = text.split("[extractive](")[1].split(")")[0]
    assert (tmp_path / target).resolve() == (shelf.results / "extractive" / "table.md").resolve()
    shelf("table", shelf.results, "--write", file, "--check")
    shelf("table", shelf.results, "--write", file)
    assert file.read_bytes().decode() == text
    file.write_text(text.replace("0.499", "0.498"), "utf-8", newline="")
    shelf("table", shelf.results, "--write", file, "--check", code=3)


def test_corrections_are_logged(shelf: Shelf, tmp_path: Path) -> None:
    """S1-57: openly, with day and reason."""
    file = tmp_path / "CORRECTIONS.md"
    file.write_text("<!-- qasper-eval corrections -->\n<!-- end of qasper-eval corrections -->\n", "utf-8")
    shelf("table", shelf.results, "--write", file)
    text = file.read_text("utf-8")
    assert "`always-declines` is superseded by `fixed`: ran with the wrong | prompt" in text
    shelf("table", shelf.results / "best", "--write", file)
    assert "No published number has been corrected." in file.read_text("utf-8")


def test_a_changed_result_is_not_ranked(shelf: Shelf, tmp_path: Path) -> None:
    folder = copied(shelf.results / "extractive", tmp_path / "changed")
    path = folder / "runs" / "mine" / "scores.json"
    path.write_text(path.read_text("utf-8").replace("0.6", "0.9", 1), "utf-8")
    shelf("table", folder, code=3)
    assert "qasper-eval verify" in shelf.err


def test_bad_usage_is_one_line(shelf: Shelf, tmp_path: Path) -> None:
    empty = tmp_path / "empty.md"
    empty.write_text("nothing", "utf-8")
    half = tmp_path / "half.md"
    half.write_text(START, "utf-8")
    (tmp_path / "no-result").mkdir()
    for arguments, said in (
        (("--write", empty), "add the lines <!-- qasper-eval table -->"),
        (("--write", half), "must come in pairs"),
        (("--write", tmp_path / "missing.md"), "cannot be read"),
        (("--check",), "--check needs --write"),
    ):
        shelf("table", shelf.results, *arguments, code=2)
        assert said in shelf.err
    shelf("table", tmp_path / "nowhere", code=2)
    assert "no such folder" in shelf.err
    shelf("table", tmp_path / "no-result", code=3)
    assert "is this a published folder?" in shelf.err
    assert shelf("table", tmp_path / "results" / "*") == "No results are published yet.\n"
    assert shelf("table", empty) == "No results are published yet.\n"


@given(st.text(), st.text(), st.text().filter(lambda text: START not in text and END not in text))
def test_only_what_is_between_the_markers_changes(before: str, after: str, content: str) -> None:
    """For any text around and any content, also content with backslashes and group references."""
    old = f"{before}{START}\nold\n{END}{after}"
    if old.count(START) != 1 or old.count(END) != 1:
        return
    new = with_blocks(old, {"table": content}, "f")
    assert new == f"{before}{START}\n{content.rstrip()}\n{END}{after}"
    assert with_blocks(new, {"table": content}, "f") == new


def test_markers_out_of_order_are_refused() -> None:
    with pytest.raises(UsageError, match="in pairs"):
        with_blocks(f"{END}\n{START}\n", {"table": "x"}, "f")
