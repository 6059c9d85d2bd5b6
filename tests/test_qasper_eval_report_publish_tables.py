"""The forms of a published table: the same cells in each, and nothing that breaks one."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from published_kit import Shelf, differences
from qasper_eval.report.publish.sheet import Block, Sheet, SheetRow

if TYPE_CHECKING:
    from pathlib import Path

EVIL = r"""<script>alert(1)</script> & 50% | _x_ *y* $z$ \w #1 ~a^b {c} "d" 'e' `f` [g](h) 模型 é --"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two runs, one of a model whose name holds everything that some form takes for markup."""
    shelf = Shelf(tmp_path_factory.mktemp("shelf"))
    shelf.run()
    rows = [row | {"model": "m", "model_served": EVIL} for row in shelf.rows()]
    shelf.play_back(rows, name="model")
    return shelf.publish("mine", "model")


def test_a_hostile_name_breaks_no_form_and_both_verifiers_agree(folder: Path) -> None:
    assert differences(folder) == ([], [])


def test_markdown_holds_tables_of_equal_width_and_no_markup_of_others(folder: Path) -> None:
    text = (folder / "table.md").read_text("utf-8")
    tables = re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert len(tables) == 4
    for table in tables:
        assert {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()} == {5}
    outside_code = re.sub(r"(`+).*?\1", "", text)
    assert not re.search(r"(?<!\\)<script", outside_code)
    assert r"\_x\_ \*y\*" in text


class Cells(HTMLParser):
    """Collects tags and the text of cells."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not any(name.startswith("on") or name in {"src", "href"} for name, _ in attrs)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def test_html_runs_and_loads_nothing(folder: Path) -> None:
    """A name with ``<script>`` stays text; the policy forbids scripts and requests."""
    text = (folder / "table.html").read_text("utf-8")
    page = Cells()
    page.feed(text)
    assert "script" not in page.tags
    assert EVIL in "".join(page.text)
    assert "default-src 'none'" in text
    assert page.tags.count("table") == 4


def tex_faults(text: str) -> list[str]:
    """Return what a TeX would stop at, by a reading of groups, environments, columns and special characters."""
    faults: list[str] = []
    depth, environments = 0, list[str]()
    body = re.sub(r"(?m)^%.*$", "", text)
    for token in re.findall(r"\\(?:begin|end)\{\w+\}|\\[a-zA-Z]+|\\.|[{}$#%&_^~]", body):
        if token.startswith((r"\begin", r"\end")):
            kind, name = token[1:-1].split("{")
            if kind == "begin":
                environments.append(name)
            elif not environments or environments.pop() != name:
                faults.append(token)
        elif token in "{}":
            depth += 1 if token == "{" else -1
            faults += ["}"] if depth < 0 else []
        elif token == "&" and environments[-1:] == ["tabular"]:
            continue
        elif len(token) == 1:
            faults.append(token)
    return [*faults, *["open group"] * (depth != 0), *environments, *row_faults(body)]


def row_faults(body: str) -> list[str]:
    """Return the rows between rules that have not four cells and an end."""
    tables = re.findall(r"\\midrule\n(.*?)\\bottomrule", body, re.DOTALL)
    rows = [line for table in tables for line in table.strip().splitlines()]
    return [row for row in rows if len(re.findall(r"(?<!\\)&", row)) != 3 or not row.endswith(r" \\")]


def test_latex_is_well_formed(folder: Path) -> None:
    text = (folder / "table.tex").read_text("utf-8")
    assert tex_faults(text) == []
    assert text.count(r"\toprule") == text.count(r"\bottomrule") == 4
    assert r"\textless{}script\textgreater{}" in text


@pytest.mark.parametrize("broken", ["a & b & c", "50% of", "x_y", "{", "}", r"\begin{table}", "$"])
def test_the_reading_of_latex_finds_faults(folder: Path, broken: str) -> None:
    """The check above can fail: each of these in a table is found."""
    text = (folder / "table.tex").read_text("utf-8")
    assert tex_faults(text.replace("evidence F1", f"evidence {broken} F1", 1))


def test_latex_compiles(folder: Path, tmp_path: Path) -> None:
    engine = next((name for name in ("pdflatex", "xelatex", "lualatex", "tectonic") if shutil.which(name)), None)
    if engine is None:
        pytest.skip("no TeX is installed here")
    (tmp_path / "table.tex").write_bytes((folder / "table.tex").read_bytes())
    head = r"\documentclass{article}\usepackage[T1]{fontenc}\usepackage{textcomp,booktabs}\begin{document}"
    (tmp_path / "main.tex").write_text(head + "\n\\input{table}\n\\end{document}\n", "utf-8")
    options = [] if engine == "tectonic" else ["-interaction=nonstopmode", "-halt-on-error"]
    done = subprocess.run([engine, *options, "main.tex"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]
    assert (tmp_path / "main.pdf").exists()


def test_csv_and_json_hold_the_numbers_in_full(folder: Path) -> None:
    """One line a run and metric; the values are those of scores.json to the last digit."""
    rows = list(csv.DictReader(io.StringIO((folder / "table.csv").read_text("utf-8"))))
    scores = json.loads((folder / "runs" / "model" / "scores.json").read_bytes())
    by_key = {row["metric"]: row for row in rows if row["run"] == "model"}
    assert float(by_key["evidence_f1"]["value"]) == scores["evidence_f1"]["mean"]
    interval = [float(by_key["evidence_f1"][end]) for end in ("low", "high")]
    assert interval == scores["evidence_f1"]["interval"]
    recall = by_key["declining.structured.recall"]
    assert (recall["count"], recall["n"]) == ("8", "10")
    assert by_key["citations.per_answer"]["low"] == ""
    assert len({(row["run"], row["metric"]) for row in rows}) == len(rows)
    table = json.loads((folder / "table.json").read_bytes())
    numbers = {row["key"]: row["numbers"] for row in table["blocks"][1]["rows"]}
    assert numbers["evidence_f1"][0] == scores["evidence_f1"]["mean"]


def test_each_table_says_n_intervals_declining_ceiling_and_signature(folder: Path) -> None:
    for form in ("md", "tex", "html", "json"):
        text = (folder / f"table.{form}").read_text("utf-8")
        for part in ("74 questions, 10 papers", "of the unanswerable", "by the official metric", "[0.499, 0.773]"):
            assert part in text, (form, part)
        for part in ("human ceiling", "unmeasured: none", "paper", "bootstrap"):
            assert part in text, (form, part)


def test_the_published_rows_are_those_of_the_runs_own_table(folder: Path) -> None:
    own = (folder.parents[1] / "runs" / "mine" / "table.md").read_text("utf-8")
    published = (folder / "table.md").read_text("utf-8")
    rows = [line for line in own.splitlines() if line.startswith("|")]
    assert len(rows) > 30
    assert all(row in published for row in rows)


def test_a_range_and_nothing_measured_are_no_numbers() -> None:
    """S0-15: what nothing was measured for is n/a in print and null in JSON, never 0."""
    from qasper_eval.report.publish.render import render

    row = SheetRow("r", "evidence_f1", ("**evidence F1**", "n/a (unmeasured)", "", "0"), (None, None, None, None, 0))
    sheet = Sheet("t", (), (), (Block("h", (), ("metric", "value", "95 % interval", "n"), (row,), ("s",)),), ())
    files = render(sheet)
    assert files["table.csv"].decode().splitlines()[1] == "r,evidence_f1,,,,,0"
    assert json.loads(files["table.json"])["blocks"][0]["rows"][0]["numbers"] == [None, None, None, None, 0]
    assert all(b"n/a (unmeasured)" in files[f"table.{form}"] for form in ("md", "tex", "html"))
