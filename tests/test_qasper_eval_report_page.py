"""The page of a run as bytes: what it says, and that it says nothing else."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections import Counter
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chromium import REQUIRED, chromium_path
from loaders.records import Paragraph
from page_kit import HOSTILE, blocks_of, cites, hostile_source, source_of
from published_kit import Shelf
from qasper_eval.prediction_parts import Citation
from qasper_eval.report.page import report_page
from qasper_eval.report.page.blocks import json_block
from qasper_eval.report.page.markup import Markup, element
from scoring_data import dataset, paper, question, reference
from support import ROOT

if TYPE_CHECKING:
    from pathlib import Path


PARTS = [f"paragraph {number}" for number in range(6)]


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """The sample, run once with the offline agent."""
    made = Shelf(tmp_path_factory.mktemp("page"))
    made.run()
    return made


def test_report_writes_one_file_into_the_run_folder_and_says_where(shelf: Shelf) -> None:
    said = shelf("report", "mine")
    page = (shelf.folder / "runs/mine/report.html").read_text("utf-8")
    assert said.startswith("runs/mine/report.html: 74 questions, 0.")
    assert page.startswith("<!doctype html>")
    blocks = blocks_of(page)
    assert len(blocks["index"]["questions"]) == 74
    assert sum(len(content["questions"]) for name, content in blocks.items() if name != "index") == 74


def answer_type(answer: dict[str, Any]) -> str:
    """The type of one annotation, by the rule of metrics.md on the released fields."""
    if answer["unanswerable"]:
        return "none"
    if answer["extractive_spans"]:
        return "extractive"
    return "abstractive" if answer["free_form_answer"] else "boolean"


def test_every_question_has_its_annotators_answer_type(shelf: Shelf) -> None:
    """In the official mode too, whose own types follow the answer; beside the list stands a row for each type."""
    expected: dict[str, str] = {}
    for content in json.loads((ROOT / "loaders/sample/sample.json").read_text("utf-8")).values():
        for asked in content["qas"]:
            ranked = Counter(answer_type(entry["answer"]) for entry in asked["answers"]).most_common()
            tied = len(ranked) > 1 and ranked[0][1] == ranked[1][1]
            expected[asked["question_id"]] = "mixed" if tied else ranked[0][0]
    shelf("report", "mine")
    page = (shelf.folder / "runs/mine/report.html").read_text("utf-8")
    shown = {entry["i"]: entry["y"] for entry in blocks_of(page)["index"]["questions"]}
    assert shown == expected
    section = page[page.index('id="h-types"') : page.index("</section>", page.index('id="h-types"'))]
    for name, number in Counter(expected.values()).items():
        assert re.search(rf">{name}<.*?>{number}<", section), name


def test_every_number_of_the_table_and_its_signature_stand_on_the_page(shelf: Shelf) -> None:
    """The table of `score` and the page come from one place; each cell of the one stands in the other."""
    shelf("report", "mine")
    page = unescape((shelf.folder / "runs/mine/report.html").read_text("utf-8"))
    table = (shelf.folder / "runs/mine/table.md").read_text("utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line[:3] == "| *"]
    assert len(rows) >= 5
    cells = [row for row in (line for line in table.splitlines() if line.startswith("| ")) if "---" not in row][1:]
    for line in cells:
        label, *values = [cell.strip() for cell in line.strip("|").split("|")]
        assert f">{label.removeprefix('- ').replace('**', '')}<" in page, label
        assert all(f">{value}<" in page for value in values if value), line
    assert f"<code>{table.splitlines()[-1].strip('`')}</code>" in page
    assert "invented papers" in page


def test_the_same_run_gives_the_same_bytes_whatever_the_order_of_lines(shelf: Shelf) -> None:
    shelf("report", "mine", "--to", "first.html")
    path = shelf.folder / "runs/mine/predictions.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(reversed(lines)))
    shelf("report", "mine", "--to", "second.html")
    path.write_bytes(b"".join(lines))
    assert (shelf.folder / "first.html").read_bytes() == (shelf.folder / "second.html").read_bytes()


def test_nothing_of_the_machine_and_no_address_stands_on_the_page(shelf: Shelf) -> None:
    shelf("report", "mine")
    page = (shelf.folder / "runs/mine/report.html").read_text("utf-8")
    assert str(shelf.folder) not in page
    shell = re.sub(r'<script type="application/json".*?</script>', "", page, flags=re.DOTALL)
    assert not re.search(r"https?:|//[a-z]|url\(|@import|\bsrc=", shell)
    assert " style=" not in shell
    assert " onclick" not in shell


def test_the_policy_allows_the_style_and_the_script_of_the_page_and_nothing_else(shelf: Shelf) -> None:
    shelf("report", "mine")
    page = (shelf.folder / "runs/mine/report.html").read_text("utf-8")
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    script = re.search(r"<script>(.*?)</script>", page, re.DOTALL)
    assert style is not None
    assert script is not None

    def mark(content: str) -> str:
        return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"

    policy = (
        f"default-src 'none'; script-src {mark(script[1])}; style-src {mark(style[1])}; "
        "base-uri 'none'; form-action 'none'"
    )
    assert f'<meta http-equiv="Content-Security-Policy" content="{policy}">' in page
    assert page.count("<script>") == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere"], "no such run"),
        (["mine", "--to", "no/such/page.html"], "its folder does not exist"),
    ],
)
def test_what_cannot_be_reported_is_one_line(shelf: Shelf, arguments: list[str], words: str) -> None:
    shelf("report", *arguments, code=2)
    assert words in shelf.err
    assert len(shelf.err.strip().splitlines()) == 1


def test_a_published_folder_is_refused_with_what_to_name_instead(shelf: Shelf) -> None:
    shelf.publish("mine", name="told")
    shelf("report", "results/told", code=2)
    assert "holds no texts of papers; name the run that it was made from" in shelf.err


def test_a_run_cut_short_says_so_first(tmp_path: Path) -> None:
    made = Shelf(tmp_path)
    made.run("--limit", "9")
    made("report", "mine")
    page = unescape((tmp_path / "runs/mine/report.html").read_text("utf-8"))
    assert '<li class="warn">Partial run: 9 of 74 questions measured; 9 asked.</li>' in page


def test_what_nothing_was_measured_for_is_never_a_zero() -> None:
    data = dataset(paper("p", question("q", reference("a", evidence=PARTS[:1])), paragraphs=PARTS))
    page = report_page(source_of(data, [], unmeasured={"q": "rate limited"}))
    figures = re.findall(r'<p class="figure">([^<]*)</p>', page)
    assert figures == ["n/a"] * 5
    assert "Nothing is measured yet." in page
    assert blocks_of(page)["index"]["questions"][0]["n"] is None
    assert blocks_of(page)["paper-0"]["questions"]["q"] == {
        "o": "rate limited",
        "m": [{"o": 0, "k": "human", "a": [1]}],
        "h": [{"y": "extractive", "t": "a", "e": [0], "af": None, "ef": None}],
    }


def test_marks_tell_apart_cited_marked_and_both_and_equal_texts_are_equal() -> None:
    """T6: paragraph 3 repeats paragraph 0, so marking one marks both, and only the cited ordinal is the cited one."""
    shown: list[str | Paragraph] = [PARTS[0], PARTS[1], PARTS[2], PARTS[0], Paragraph("")]
    data = dataset(paper("p", question("q", reference("a", evidence=[PARTS[0], PARTS[2]])), paragraphs=shown))
    answer = cites("q", PARTS[0], PARTS[1], citations=(Citation(3), Citation(1)))
    opened = blocks_of(report_page(source_of(data, [answer])))["paper-0"]["questions"]["q"]
    assert opened["m"] == [
        {"o": 3, "k": "both", "a": [1]},
        {"o": 0, "k": "both", "a": [1], "s": 3},
        {"o": 1, "k": "cited"},
        {"o": 2, "k": "human", "a": [1]},
    ]


def test_no_text_of_a_stranger_becomes_markup() -> None:
    page = report_page(hostile_source())
    without_blocks = re.sub(r'<script type="application/json".*?</script>', "", page, flags=re.DOTALL)
    assert page.count("</script>") == 3  # the list, the program, one paper
    assert "<img" not in page
    assert "<!--" not in page
    assert unescape(without_blocks).count(HOSTILE) >= 5  # title, heading, dataset, note, causes
    blocks = blocks_of(page)
    assert blocks["index"]["questions"][0]["t"] == "question " + HOSTILE
    assert blocks["paper-0"]["paragraphs"][0][1] == "marked " + HOSTILE


@given(st.text())
def test_any_text_survives_a_block_and_cannot_end_it(text: str) -> None:
    block = json_block("x", {"text": text})
    inside = block.removeprefix('<script type="application/json" id="x">').removesuffix("</script>\n")
    assert not re.search("[<>&\u2028\u2029]", inside)
    assert json.loads(inside) == {"text": text}


def test_a_lone_surrogate_reaches_the_file_as_its_escape() -> None:
    block = json_block("x", "\ud800")
    assert block.encode("utf-8", "backslashreplace") == b'<script type="application/json" id="x">"\\ud800"</script>\n'


def test_elements_escape_text_and_attributes_and_keep_markup() -> None:
    inner = element("b", "", "<i>")
    assert element("a", "one", "x & ", inner, href='"><', data_n=1.0) == (
        '<a class="one" href="&quot;&gt;&lt;" data-n="1">x &amp; <b>&lt;i&gt;</b></a>'
    )
    assert isinstance(inner, Markup)


def test_a_missing_browser_is_a_skip_with_a_reason_and_a_failure_where_it_is_required(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """CI sets the variable, so that no page goes untested because a machine lost its browser."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(REQUIRED, raising=False)
    with pytest.raises(pytest.skip.Exception, match="no chromium"):
        chromium_path()
    monkeypatch.setenv(REQUIRED, "1")
    with pytest.raises(pytest.fail.Exception, match="no chromium"):
        chromium_path()
    assert f"{REQUIRED}=1 make check" in (ROOT / ".ci/run").read_text("utf-8")
