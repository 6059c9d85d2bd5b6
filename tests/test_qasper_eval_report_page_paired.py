"""The page of a comparison as bytes."""

from __future__ import annotations

import json
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest

from page_kit import HOSTILE, blocks_of
from published_kit import Shelf
from qasper_documents import answer, asked, paper
from qasper_eval.report.compare.compared_metric import ComparedMetric
from qasper_eval.report.page.differences import gap_strip, reach_of
from qasper_eval.report.page.setting import told_setting
from scorers.interval import Interval

if TYPE_CHECKING:
    from pathlib import Path

PAPERS = range(1, 4)


def gold() -> dict[str, Any]:
    """Give three papers whose every text is hostile, with one marked paragraph and one other."""
    return {
        f"p{n}": paper(
            [("Body " + HOSTILE, [f"Body {n}. {HOSTILE}", f"Other {n}. {HOSTILE}"])],
            [asked(f"q{n}", answer(extractive_spans=["alpha " + HOSTILE], evidence=[f"Body {n}. {HOSTILE}"]))],
        )
        for n in PAPERS
    }


def arm(shelf: Shelf, name: str, place: str, numbers: range) -> None:
    rows = [
        {
            "question_id": f"q{n}",
            "predicted_answer": f"{name} says {HOSTILE}",
            "predicted_evidence": [f"{place} {n}. {HOSTILE}"],
        }
        for n in numbers
    ]
    (shelf.folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    data = "dataset: {name: qasper, path: gold.json, split: test}\n"
    shelf.run(config=f"name: {name}\n{data}agent: {{name: predictions, file: {name}.jsonl}}\n")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Shelf:
    """A run that cites what is marked and one that cites the other paragraph and lacks the last question."""
    made = Shelf(tmp_path_factory.mktemp("paired"))
    (made.folder / "gold.json").write_text(json.dumps(gold()), "utf-8")
    arm(made, "right", "Body", PAPERS)
    arm(made, "wrong", "Other", PAPERS[:-1])
    return made


def page_of(shelf: Shelf, a: str, b: str) -> str:
    shelf("compare", a, b, "--html", "page.html")
    return (shelf.folder / "page.html").read_text("utf-8")


def test_the_page_says_what_the_table_says_and_stdout_stays_the_table(shelf: Shelf) -> None:
    """Every metric of --json stands on the page with its n; the questions that only A measured are listed."""
    page = unescape(page_of(shelf, "right", "wrong"))
    assert shelf.out.startswith("# right (A) against wrong (B)")
    assert "page.html: 2 paired questions, 0." in shelf.err
    told = json.loads(shelf("compare", "right", "wrong", "--json"))
    assert all(f">{metric['label'].replace('**', '').removeprefix('- ')}<" in page for metric in told["metrics"])
    assert f"<code>{told['signature']}</code>" in page
    assert "Measured by A only: 1" in page
    assert "<td>q3</td><td>not in file</td>" in page
    assert "agent.file_sha256" in page


def test_each_paired_question_has_both_answers_and_what_flipped(shelf: Shelf) -> None:
    blocks = blocks_of(page_of(shelf, "right", "wrong"))
    questions = blocks["index"]["questions"]
    assert [entry["i"] for entry in questions] == ["q1", "q2"]
    assert all(entry["x"] == ["evidence_exact A", "evidence_found A"] for entry in questions)
    assert [entry["d"] for entry in questions] == [[-1.0, 0.0]] * 2
    assert (questions[0]["f"], questions[0]["b"]["f"]) == ("exact", "wrong paragraph")
    opened = blocks["paper-0"]["questions"]["q1"]
    assert (opened["a"]["a"], opened["b"]["a"]) == (f"right says {HOSTILE}", f"wrong says {HOSTILE}")
    assert [mark["k"] for mark in opened["a"]["m"]] == ["both"]
    assert [mark["k"] for mark in opened["b"]["m"]] == ["cited"]


def test_no_text_of_a_stranger_becomes_markup_there_either(shelf: Shelf) -> None:
    page = page_of(shelf, "right", "wrong")
    assert page.count("</script>") == 4  # the list, the program, two papers
    assert "<img" not in page
    assert "<!--" not in page


def test_the_same_two_runs_give_the_same_bytes(shelf: Shelf) -> None:
    assert page_of(shelf, "right", "wrong") == page_of(shelf, "right", "wrong")


def test_folders_published_without_text_compare_and_say_what_is_missing(shelf: Shelf) -> None:
    """Numbers and flips are there; answers and paragraphs are not, and nothing stands in for them."""
    folders: list[str] = []
    for name in ("right", "wrong"):
        shelf.publish(name, "--no-text", "--allow-partial", name=name)
        folders.append(f"results/{name}")
    page = page_of(shelf, *folders)
    assert "says" not in json.dumps(blocks_of(page)["paper-0"])
    opened = blocks_of(page)["paper-0"]
    assert (opened["hidden"], opened["paragraphs"]) == (True, [])
    assert opened["questions"]["q1"]["a"]["hidden"] is True
    assert HOSTILE not in unescape(page)


def test_a_page_that_cannot_be_written_is_refused_before_anything_is_made(shelf: Shelf, tmp_path: Path) -> None:
    shelf("compare", "right", "wrong", "--html", str(tmp_path / "no" / "page.html"), code=2)
    assert shelf.out == ""
    assert "its folder does not exist" in shelf.err


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("provider.base_url", "http://10.1.2.3:8000/v1", "a private server"),
        ("provider.api_key_env", "MY_KEY", "not told"),
        ("agent.file", "/somewhere/private/mine.jsonl", "mine.jsonl"),
        ("provider.model", "/models/private/tiny.gguf", "tiny.gguf"),
        ("provider.temperature", 0.5, "0.5"),
        ("agent.decline", True, "true"),
        ("agent.prompt", None, "none"),
    ],
)
def test_settings_are_told_without_hosts_and_paths(key: str, value: object, told: str) -> None:
    assert told_setting(key, value) == told


def test_runs_named_by_their_paths_are_called_by_their_names(shelf: Shelf) -> None:
    page = page_of(shelf, str(shelf.folder / "runs/right"), str(shelf.folder / "runs/wrong"))
    assert "<h1>right (A) against wrong (B)</h1>" in page
    assert str(shelf.folder) not in page


def metric(difference: float, low: float, high: float, *, is_share: bool = True) -> ComparedMetric:
    return ComparedMetric(
        "m", "m", "m", is_share, 10, 8, 0.5, 0.5 + difference, None, None, difference, Interval(low, high),
        0.1, 0.5, 0.5, None, 0.1, 3, 3,
    )  # fmt: skip


def test_differences_share_one_scale_that_holds_them_all() -> None:
    """By hand: the far end is 0.31, so the scale ends at 0.4, and -0.2 stands a quarter from its left end."""
    metrics = [metric(-0.2, -0.31, 0.1), metric(3.0, 2.0, 4.0, is_share=False)]
    assert reach_of(metrics) == 0.4
    assert 'class="dot" x1="50"' in gap_strip(metrics[0], 0.4)
    assert gap_strip(metrics[1], 0.4) == ""
    assert reach_of([]) == 0.1
