"""Suites end to end: a run folder for each dataset, limits that all share, one command that resumes, one table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import test_loaders_pubmedqa as pubmedqa
import test_loaders_squad2 as squad2
from loopback_llm import LoopbackLLM
from loopback_wire import Canned, openai_error
from published_kit import Shelf
from row_files import json_file, lines_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from qasper_eval.runner import PreparedRun

OWN = [
    {"q": f"What is {word}?", "ctx": ["It is old.", f"It is {word}."], "a": word} for word in ("big", "red", "far")
]
DATASETS = """suites:
  own: {dataset: {name: custom, path: own.jsonl, map: {question: q, paragraphs: ctx, answer: a}}}
  small: {dataset: {name: sample}, slice: {questions: 4}}
"""
OFFLINE = "name: demo\nagent: {name: extractive}\n" + DATASETS
QUOTA = Canned(429, openai_error("You exceeded your current quota", "insufficient_quota", "insufficient_quota"))


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    """Give a folder with a dataset of one's own and a config of two suites."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    lines_file(tmp_path, OWN, "own.jsonl")
    (tmp_path / "c.yaml").write_text(OFFLINE, "utf-8")
    return Shelf(tmp_path)


@pytest.fixture
def llm() -> Iterator[LoopbackLLM]:
    """Serve a model on loopback."""
    with LoopbackLLM() as server:
        yield server


def ask(shelf: Shelf, server: LoopbackLLM, more: str = "") -> None:
    """Write a config whose two datasets are asked of a model, one question at a time, without the memo's help."""
    (shelf.folder / "c.yaml").write_text(
        "name: demo\nagent: {name: full-paper}\nlimits: {max_concurrency: 1}\n"
        f"provider: {{name: openai, model: m, base_url: {server.url}/v1}}\n{DATASETS}{more}",
        "utf-8",
    )


def finished(shelf: Shelf) -> dict[str, int]:
    """Give the finished questions of each run."""
    return {path.name: len(shelf.rows(path.name)) for path in sorted((shelf.folder / "runs").iterdir())}


def test_each_dataset_is_an_ordinary_run(shelf: Shelf) -> None:
    """A folder each, scored, listed and published by itself; run again, it says the same."""
    out = shelf("run", "c.yaml")
    assert "suite own (1 of 2)" in shelf.err
    assert "suite small (2 of 2)" in shelf.err
    assert finished(shelf) == {"demo-own": 3, "demo-small": 4}
    assert shelf("run", "c.yaml") == out
    assert shelf("score", "demo-own") in out
    listed = shelf("runs")
    assert "demo-own" in listed
    assert "demo-small" in listed
    folder = shelf.publish("demo-own")
    assert "verified" in shelf("verify", folder)
    shelf.publish("demo-own", "demo-small", name="both", code=2)
    assert "ran on different datasets; publish them in folders of their own" in shelf.err


def test_the_datasets_stand_side_by_side_and_never_in_one_number(shelf: Shelf) -> None:
    """A row each with its own n, interval and signature; no row holds a mean over them."""
    out = shelf("run", "c.yaml", "--set", "suites.small.slice.questions=12")
    table = out[out.index("**extractive on 2 datasets**") :]
    rows = [line for line in table.splitlines() if line.startswith("| ")][1:]
    rows = [row for row in rows if not row.startswith("| ---")]
    assert [row.split("|")[1].strip() for row in rows] == ["custom (local)", "sample (validation)"]
    for name, row, size in (("demo-own", rows[0], "3 questions, 3 papers"), ("demo-small", rows[1], "12 questions")):
        scores = json.loads((shelf.folder / "runs" / name / "scores.json").read_bytes())
        for key in ("evidence_f1", "answer_f1"):
            low, high = scores[key]["interval"]
            assert f"{scores[key]['mean']:.3f} [{low:.3f}, {high:.3f}]" in row
        assert size in row
        assert f"- `{name}`: `{scores['signature']}`" in table
    assert "no benchmark; 12 of 74 asked" in rows[1]
    assert shelf("table", "demo-own", "demo-small") == table
    assert shelf("table", "runs") == table
    assert len(rows) == 2


def test_published_datasets_stand_side_by_side_above_their_rankings(shelf: Shelf) -> None:
    """Two agents on two datasets: a table an agent, then a ranking a dataset; none ranks across datasets."""
    shelf("run", "c.yaml", "--set", "suites.small.slice.questions=null")
    shelf(
        "run",
        "c.yaml",
        "--set",
        "suites.small.slice.questions=null",
        "--set",
        "agent.cite_abstract=true",
        "--name",
        "other",
    )
    for run in ("demo-own", "demo-small", "other-own", "other-small"):
        shelf.publish(run, name=run)
    table = shelf("table", shelf.results)
    assert table.count("**extractive on 2 datasets**") == 2
    assert table.count(", content ") == 2
    assert table.index("on 2 datasets") < table.index(", content ")
    for part in table.split(", content ")[1:]:
        assert "|   3 |" not in part
    file = shelf.folder / "page.md"
    file.write_text("<!-- qasper-eval table -->\n<!-- end of qasper-eval table -->\n", "utf-8")
    shelf("table", shelf.results, "--write", file)
    assert "[sample (validation)](results/demo-small/table.md)" in file.read_text("utf-8")
    shelf("table", shelf.results, "runs", "--write", file, code=2)
    assert "--write takes published results only; publish it first" in shelf.err


def test_limits_hold_for_all_datasets_together(shelf: Shelf, llm: LoopbackLLM) -> None:
    """Five calls for the whole command: three for the first dataset, two of four for the second."""
    ask(shelf, llm)
    shelf("run", "c.yaml", "--max-calls", "5", code=75)
    assert finished(shelf) == {"demo-own": 3, "demo-small": 2}
    assert len(llm.arrivals) == 5
    assert "max_calls reached: 5 calls sent" in shelf.err
    assert "**full-paper with " in shelf.out
    shelf("run", "c.yaml", "--max-calls", "5")
    assert finished(shelf) == {"demo-own": 3, "demo-small": 4}
    assert len(llm.arrivals) == 7


def test_a_quota_stop_stops_all_and_the_same_command_goes_on(shelf: Shelf, llm: LoopbackLLM) -> None:
    """In the first dataset: the second is not begun, and no question is paid twice."""
    llm.script.extend([None, None, QUOTA])
    ask(shelf, llm)
    shelf("run", "c.yaml", code=75)
    assert finished(shelf) == {"demo-own": 2}
    assert "stopped (quota)" in shelf.err
    assert shelf.err.count("go on with: ") == 1
    assert shelf.err.endswith("not reached: suite small\n")
    shelf("run", "c.yaml")
    assert "not reached" not in shelf.err
    assert finished(shelf) == {"demo-own": 3, "demo-small": 4}
    assert len(llm.arrivals) == 3 + 1 + 4


def test_the_plan_covers_all(shelf: Shelf, llm: LoopbackLLM) -> None:
    """Each dataset, and what they come to together; --json is a list."""
    ask(shelf, llm)
    out = shelf("plan", "c.yaml")
    assert "plan for demo-own" in out
    assert "--suite small" in out
    assert "2 runs together: 7 questions left, 7 calls, cost unknown" in out
    plans = json.loads(shelf("plan", "c.yaml", "--json"))
    assert [(plan["run"], plan["left"]) for plan in plans] == [("demo-own", 3), ("demo-small", 4)]
    assert llm.arrivals == []
    assert "together" not in shelf("plan", "c.yaml", "--suite", "own")


def test_together_they_may_not_cost_more_than_the_user_confirms(
    shelf: Shelf, llm: LoopbackLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each alone stays under confirm_usd, both do not; --max-cost holds for both, so it keeps them under."""
    begun: list[str] = []

    def begin(prepared: PreparedRun, *_: object) -> int:
        begun.append(prepared.config.name)
        return 0

    monkeypatch.setattr("qasper_eval.cli.run._run_one", begin)
    monkeypatch.setenv("KEY_OF_TEST", "any-key-of-test")
    ask(shelf, llm)
    config = shelf.folder / "c.yaml"
    price = ", price: {input: 100, output: 1}, max_output_tokens: 1, api_key_env: KEY_OF_TEST}"
    text = config.read_text("utf-8").replace(f"{llm.url}/v1}}", f"https://far.invalid/v1{price}")
    config.write_text(text, "utf-8")
    costs = [plan["cost_usd"]["high"] for plan in json.loads(shelf("plan", "c.yaml", "--json"))]
    limit = (max(costs) + sum(costs)) / 2
    shelf("run", "c.yaml", "--set", f"limits.confirm_usd={limit}", code=2)
    assert "2 runs together may cost" in shelf.err
    assert begun == []
    shelf("run", "c.yaml", "--set", f"limits.confirm_usd={limit}", "--max-cost", str(limit))
    shelf("run", "c.yaml", "--set", f"limits.confirm_usd={limit}", "--yes")
    assert begun == ["demo-own", "demo-small"] * 2


def test_one_dataset_can_be_run_alone(shelf: Shelf) -> None:
    out = shelf("run", "c.yaml", "--suite", "small")
    assert finished(shelf) == {"demo-small": 4}
    assert "datasets**" not in out
    shelf("run", "c.yaml", "--suite", "squad", code=2)
    assert "--suite squad: c.yaml names no such suite; its suites are own, small" in shelf.err


def test_every_variant_runs_on_every_dataset(shelf: Shelf) -> None:
    """Each arm has its own table, as the arms are different agents."""
    arms = "variants: {body: {}, abstract: {agent: {cite_abstract: true}}}\n"
    (shelf.folder / "c.yaml").write_text(OFFLINE + arms, "utf-8")
    out = shelf("run", "c.yaml")
    assert list(finished(shelf)) == ["demo-own-abstract", "demo-own-body", "demo-small-abstract", "demo-small-body"]
    assert "suite own, variant body (1 of 4)" in shelf.err
    assert out.count("**extractive on 2 datasets**") == 2
    shelf("run", "c.yaml", "--suite", "own", "--variant", "none", code=2)
    assert "names no such variant; its variants are body, abstract" in shelf.err


def test_a_fault_of_the_last_dataset_costs_nothing(shelf: Shelf, llm: LoopbackLLM) -> None:
    """All are loaded before the first call, and licences are told once for each dataset."""
    ask(shelf, llm, "  gone: {dataset: {name: squad2, path: gone.json}}\n")
    shelf("run", "c.yaml", code=2)
    assert shelf.err.splitlines()[-1].startswith("qasper-eval: suites.gone: ")
    assert "gone.json" in shelf.err.splitlines()[-1]
    assert llm.arrivals == []
    assert not (shelf.folder / "runs").exists()


def test_two_files_of_one_dataset_are_two_rows(shelf: Shelf, tmp_path: Path) -> None:
    """They are told by content; nothing but the dataset may differ in a table."""
    json_file(tmp_path, squad2.released(), "one.json")
    lines_file(tmp_path, list(squad2.hub_rows(squad2.released()))[:1], "two.jsonl")
    (tmp_path / "c.yaml").write_text(
        "name: demo\nagent: {name: extractive}\nsuites:\n"
        "  one: {dataset: {name: squad2, path: one.json}}\n  two: {dataset: {name: squad2, path: two.jsonl}}\n"
        "  strict: {dataset: {name: squad2, path: two.jsonl}, scoring: {mode: strict}}\n",
        "utf-8",
    )
    out = shelf("run", "c.yaml")
    assert out.count("**extractive on 2 datasets**, official mode") == 1
    assert "strict mode\n\nDatasets differ" not in out


def test_own_metrics_stand_beside_and_evidence_only_where_people_marked_it(shelf: Shelf, tmp_path: Path) -> None:
    """Each headline of a dataset's authors with its n; a ranking without evidence goes by answer F1."""
    json_file(tmp_path, squad2.released(), "squad.json")
    json_file(tmp_path, {"11": pubmedqa.released(), "12": pubmedqa.released("no")}, "pubmed.json")
    (tmp_path / "c.yaml").write_text(
        "name: demo\nagent: {name: extractive}\nsuites:\n"
        "  squad: {dataset: {name: squad2, path: squad.json}}\n"
        "  pubmed: {dataset: {name: pubmedqa, path: pubmed.json}}\n",
        "utf-8",
    )
    out = shelf("run", "c.yaml")
    table = out[out.index("**extractive on 2 datasets**") :]
    scores = json.loads((tmp_path / "runs" / "demo-squad" / "scores.json").read_bytes())["dataset_metrics"]
    (exact,) = (
        line for line in table.splitlines() if line.startswith("| squad2 (local)") and "| exact match" in line
    )
    assert [cell.strip() for cell in exact.split("|")][3::2] == [f"{scores['exact']['mean']:.3f}", "4"]
    (pubmed,) = (line for line in table.splitlines() if line.startswith("| pubmedqa (local)") and "questions" in line)
    assert "| n/a (none marked) " in pubmed
    shelf("run", "c.yaml", "--suite", "pubmed", "--name", "again")
    ranking = shelf("table", "demo-pubmed", "again-pubmed")
    assert "not published" in ranking
    assert ranking.count("| n/a (none marked) ") == 2
    assert "|   1 | again-pubmed" in ranking


def test_a_run_without_scores_says_how_to_make_them(shelf: Shelf) -> None:
    shelf("run", "c.yaml")
    (shelf.folder / "runs" / "demo-own" / "scores.json").write_text("{}", "utf-8")
    shelf("table", "demo-own", "demo-small", code=2)
    assert "its scores.json is missing or damaged; make it with: qasper-eval score runs/demo-own" in shelf.err
