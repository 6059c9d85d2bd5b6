"""`compare` end to end: run folders, variants, published folders, and what is refused."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from loopback_llm import LoopbackLLM
from published_kit import Shelf, reseal
from qasper_documents import answer, asked, paper
from support import ROOT

if TYPE_CHECKING:
    from pathlib import Path

PAPERS = range(1, 9)
VARIANTS = """name: arms
dataset: {name: sample}
agent: {name: extractive}
variants:
  bm25: {retrieval: {mode: bm25}}
  hybrid: {retrieval: {mode: hybrid}, limits: {max_concurrency: 2}}
"""


def gold(extra: str = "") -> dict[str, Any]:
    """Give eight papers with one marked paragraph and one other."""
    return {
        f"p{n}": paper(
            [("Body", [f"Body {n}.", f"Other {n}.{extra}"])],
            [asked(f"q{n}", answer(extractive_spans=["alpha beta"], evidence=[f"Body {n}."]))],
        )
        for n in PAPERS
    }


def lines(kind: str) -> str:
    """Give predictions of the official format: ``right`` cites what is marked, ``wrong`` the other paragraph."""
    place = {"right": "Body", "wrong": "Other"}[kind]
    rows = [
        {"question_id": f"q{n}", "predicted_answer": "alpha beta", "predicted_evidence": [f"{place} {n}."]}
        for n in PAPERS
    ]
    return "".join(json.dumps(row) + "\n" for row in rows)


class Bench(Shelf):
    """A shelf with a gold file and runs of the agent ``predictions`` over it."""

    def arm(
        self, name: str, predictions: str, *, file: str = "gold.json", more: str = "", split: str = "test"
    ) -> None:
        """Play predictions back as a run."""
        (self.folder / f"{name}.jsonl").write_text(predictions, "utf-8")
        data = f"dataset: {{name: qasper, path: {file}, split: {split}}}\n"
        self.run(config=f"name: {name}\n{data}agent: {{name: predictions, file: {name}.jsonl}}\n{more}")

    def compared(self, *arguments: str) -> dict[str, Any]:
        """Return the object of --json."""
        found: dict[str, Any] = json.loads(self("compare", *arguments, "--json"))
        return found

    def refused(self, *arguments: str, code: int = 2) -> str:
        """Return the one line of a refusal."""
        assert not self("compare", *arguments, code=code)
        (line,) = [line for line in self.err.splitlines() if line.startswith("qasper-eval: ")]
        return line


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Runs that cite right and wrong, short ones, and those that do not compare with them."""
    made = Bench(tmp_path_factory.mktemp("bench"))
    (made.folder / "gold.json").write_text(json.dumps(gold()), "utf-8")
    (made.folder / "other.json").write_text(json.dumps(gold(" More.")), "utf-8")
    made.arm("wrong", lines("wrong"))
    made.arm("right", lines("right"))
    made.arm("strict", lines("right"), more="scoring: {mode: strict}\n")
    made.arm("text", lines("right"), more="scoring: {text_evidence_only: true}\n")
    made.arm("moved", lines("right"), file="other.json")
    made.arm("dev", lines("right"), split="validation")
    made.arm("late", lines("wrong").partition("\n")[2])
    made.arm("early", lines("right").rpartition("\n")[0].rpartition("\n")[0] + "\n")
    made.publish("wrong", name="wrong")
    made.publish("right", "--no-text", name="right")
    return made


@pytest.fixture(scope="module")
def arms(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """Two variants of one config on the sample, and the folder with both."""
    made = Bench(tmp_path_factory.mktemp("arms"))
    made.run(config=VARIANTS)
    made.publish("arms-bm25", "arms-hybrid", name="both")
    return made


def metric(found: dict[str, Any], key: str) -> dict[str, Any]:
    """Return one metric of the object."""
    (row,) = [row for row in found["metrics"] if row["key"] == key]
    return dict(row)


def scored(scores: Any, key: str) -> dict[str, Any]:
    """Return the number of a dotted path in scores.json, as an object."""
    for part in key.split("."):
        scores = scores[part]
    found: dict[str, Any] = {"mean": scores} if isinstance(scores, float) else scores
    return found


def test_every_number_by_hand(bench: Bench) -> None:
    """A cites 0 of 8 right, B 8 of 8: 100 points, p about 2/2**8, four metrics of evidence differ, citations fail."""
    found = bench.compared("wrong", "right")
    row = metric(found, "evidence_exact")
    assert (row["count_a"], row["count_b"], row["n"], row["papers"]) == (0, 8, 8, 8)
    assert (row["difference"], row["interval"], row["relative"]) == (1.0, [1.0, 1.0], None)
    assert row["p_value"] == pytest.approx(2 / 2**8, abs=0.004)
    assert row["p_holm"] == pytest.approx(5 * row["p_value"])
    assert row["verdict"] == "higher"
    assert metric(found, "answer_f1")["verdict"] == "equal"
    test = found["failing"]["per_citation"]
    assert (test["failures_a"], test["checked_a"], test["failures_b"], test["checked_b"]) == (8, 8, 0, 8)
    assert (test["expected"], test["prevented"]) == (8.0, 8.0)
    assert found["failing"]["per_claim"] is None


def test_what_is_compared_stands_under_the_title(bench: Bench) -> None:
    """S0-59, S1-05: the one thing that differs, by its sha256."""
    found = bench.compared("wrong", "right")
    assert [one["key"] for one in found["differences"]] == ["agent.file_sha256"]
    assert all(len(found["differences"][0][side]) == 64 for side in "ab")
    text = bench("compare", "wrong", "right")
    assert text.index("agent.file_sha256") < text.index("evidence F1")


def test_only_what_both_measured_is_paired(bench: Bench) -> None:
    """S0-61, S4-36: q1 is not in A's file and q8 not in B's; both are listed, neither counts."""
    found = bench.compared("late", "early")
    assert (found["questions"], found["papers"]) == (6, 6)
    assert found["only_a"] == [{"question_id": "q8", "why": "not in file"}]
    assert found["only_b"] == [{"question_id": "q1", "why": "not in file"}]
    assert metric(found, "evidence_f1")["n"] == 6
    text = bench("compare", "late", "early")
    assert "Only in A: 1 (in B: not in file 1): q8" in text


def test_equal_runs_are_said_to_be_equal(bench: Bench) -> None:
    """A run against itself establishes nothing and says why."""
    text = bench("compare", "right", "runs/right")
    assert "A and B are equal in every metric on all 8 questions." in text
    assert bench.compared("right", "right")["all_equal"] is True


def test_no_text_of_the_dataset_is_printed(bench: Bench) -> None:
    """S4-33, S4-34: ids and numbers only."""
    text = bench("compare", "wrong", "right") + bench("compare", "wrong", "right", "--json")
    assert not [words for words in ("alpha", "Body 1", "Other 1", "What is it") if words in text]
    assert "q1, q2, q3" in text


@pytest.mark.parametrize(
    ("other", "values"),
    [
        ("moved", ("dataset (sha256) differs", "right has qasper", "moved has qasper")),
        ("dev", ("split differs: right has test, dev has validation",)),
        ("strict", ("scoring.mode differs: right has official, strict has strict",)),
        ("text", ("scoring.text_evidence_only differs: right has False, text has True",)),
    ],
)
def test_what_does_not_compare_is_refused(bench: Bench, other: str, values: tuple[str, ...]) -> None:
    """One line that names both values (exit 2)."""
    line = bench.refused("right", other)
    assert all(value in line for value in values), line


def older(bench: Bench, run: str, folder: Path) -> Path:
    """Publish a run as an older version would have."""
    bench("publish", run, "--to", str(folder))
    facts = folder / "runs" / run / "run.json"
    facts.write_text(facts.read_text("utf-8").replace('"version": "0.1.0"', '"version": "0.0.9"'), "utf-8")
    reseal(folder)
    return folder


def test_another_metrics_version_is_refused(bench: Bench, tmp_path: Path) -> None:
    """S0-63: numbers of two metrics versions do not stand in one table; those of one older version do, flagged."""
    right, wrong = older(bench, "right", tmp_path / "right"), older(bench, "wrong", tmp_path / "wrong")
    assert "metrics version differs: wrong has 0.1.0," in (line := bench.refused("wrong", str(right)))
    assert "has 0.0.9" in line
    found = bench.compared(str(wrong), str(right))
    assert [note[:46] for note in found["notes"][1:]] == [
        "A was published with metrics version 0.0.9 and",
        "B was published with metrics version 0.0.9 and",
    ]
    assert found["signature"].endswith("|v:0.1.0")


def test_published_folders_give_the_numbers_of_their_runs(bench: Bench) -> None:
    """S1-25, S4-32: offline and without texts, the rows are the same to the last digit."""
    runs, folders = bench.compared("wrong", "right"), bench.compared("results/wrong", "results/right")
    mixed = bench.compared("wrong", "results/right")
    for found in (folders, mixed):
        assert found["metrics"] == runs["metrics"]
        assert found["flips"] == runs["flips"]
        assert found["failing"]["per_citation"] == runs["failing"]["per_citation"]
        assert [one["key"] for one in found["differences"]] == ["agent.file_sha256"]


def test_a_changed_published_folder_is_not_read(bench: Bench, tmp_path: Path) -> None:
    """What is not as it was published is no base for a comparison (exit 3)."""
    folder = tmp_path / "bad"
    bench("publish", "right", "--to", str(folder))
    (folder / "table.md").write_text("better\n", "utf-8")
    assert "table.md: changed" in bench.refused("wrong", str(folder), code=3)


def test_variants_of_one_config(arms: Bench) -> None:
    """Runs made by ``variants:`` differ in the one switch; limits are told apart, claims are there."""
    found = arms.compared("arms-bm25", "arms-hybrid", "--only", "retrieval.mode")
    assert found["differences"] == [{"key": "retrieval.mode", "a": "bm25", "b": "hybrid"}]
    assert [one["key"] for one in found["without_effect"]] == ["limits.max_concurrency"]
    assert found["failing"]["per_claim"]["checked_a"] > 0
    line = arms.refused("arms-bm25", "arms-hybrid", "--only", "agent.decline")
    assert "retrieval.mode (bm25 / hybrid)" in line


def test_switches_of_a_model_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """S1-05: declining carries the prompt along, the model asked the one that answers, and nothing else does."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = Bench(tmp_path)
    with LoopbackLLM() as server:

        def run(name: str, served: str, model: str = "m", decline: str = "never") -> None:
            server.model = served
            provider = f"{{name: openai, model: {model}, base_url: {server.url}/v1}}"
            agent = f"{{name: full-paper, decline: {decline}}}"
            data = "dataset: {name: sample}\nslice: {questions: 3}\n"
            made.run("--no-memo", config=f"name: {name}\n{data}agent: {agent}\nprovider: {provider}\n")

        run("base", "m-2026")
        run("strict", "m-2026", decline="strict")
        run("large", "l-2026", model="l")
        run("later", "m-2027")

    def keys(*arguments: str) -> list[str]:
        return [one["key"] for one in made.compared(*arguments)["differences"]]

    assert keys("base", "strict", "--only", "agent.decline") == ["agent.decline", "prompt"]
    assert keys("base", "large", "--only", "provider.model") == ["model_served", "provider.model"]
    assert keys("base", "later") == ["model_served"]
    assert "model_served (m-2026 / m-2027)" in made.refused("base", "later", "--only", "agent.decline")
    assert "A: run base" not in (text := made("compare", "base", "large"))
    assert "A: full-paper with m-2026, measured 3 of 3" in text


def test_one_run_of_a_folder_with_several(arms: Bench) -> None:
    """results/NAME/runs/RUN names it; results/NAME alone would leave it to chance."""
    found = arms.compared("results/both/runs/arms-bm25", "results/both/runs/arms-hybrid")
    assert found["metrics"] == arms.compared("arms-bm25", "arms-hybrid")["metrics"]
    assert "holds 2 runs; name one of results/both/runs/arms-bm25" in arms.refused("results/both", "arms-bm25")
    assert "holds no run 'x'" in arms.refused("results/both/runs/x", "arms-bm25")


def test_the_values_are_those_of_the_score_table(arms: Bench) -> None:
    """Where both measured everything, A and B are the numbers of scores.json, to the last bit."""
    found = arms.compared("arms-bm25", "arms-hybrid")
    for side, name in (("a", "arms-bm25"), ("b", "arms-hybrid")):
        scores = json.loads((arms.folder / "runs" / name / "scores.json").read_bytes())
        for row in found["metrics"]:
            value = scored(scores, row["key"])
            if "count" in value:
                assert (row[f"count_{side}"], row["n"]) == (value["count"], value["n"])
            else:
                assert row[side] == value["mean"]
        for rate in found["rates"]:
            value = scored(scores, rate["key"])
            assert (rate[f"count_{side}"], rate[f"n_{side}"]) == (value["count"], value["n"])


def test_the_same_bytes_whatever_the_order_of_lines(arms: Bench) -> None:
    """Rule 7: the seed is the runs' and nothing else is random."""
    first = arms("compare", "arms-bm25", "arms-hybrid"), arms("compare", "arms-bm25", "arms-hybrid", "--json")
    path = arms.folder / "runs" / "arms-hybrid" / "predictions.jsonl"
    kept = path.read_bytes()
    path.write_bytes(b"".join(sorted(kept.splitlines(keepends=True))))
    try:
        again = arms("compare", "arms-bm25", "arms-hybrid"), arms("compare", "arms-bm25", "arms-hybrid", "--json")
    finally:
        path.write_bytes(kept)
    assert again == first


def test_counts_from_elsewhere(bench: Bench) -> None:
    """S1-19, S1-20: the published example from its counts alone."""
    text = bench("compare", "--failing", "39/395", "12/289", "--claims", "3/166", "5/164")
    assert "28.53 failures expected, there are 12, so 16.53 prevented" in text
    found = json.loads(bench("compare", "--failing", "53/395", "17/289", "--claims", "166", "164", "--json"))
    assert found["per_citation"]["expected"] == pytest.approx(53 * 289 / 395)
    assert found["citations_per_claim"] == pytest.approx([395 / 166, 289 / 164])


@pytest.mark.parametrize(
    "arguments",
    [
        ("right",),
        ("right", "wrong", "late"),
        ("right", "wrong", "--claims", "1", "2"),
        ("right", "wrong", "--failing", "1/2", "1/2"),
        ("--failing", "395", "289"),
        ("--failing", "5/4", "1/2"),
        ("--failing", "-1/4", "1/2"),
        ("--failing", "1/4", "1/2", "--claims", "1/2", "3"),
        ("--failing", "1/4", "1/2", "--only", "agent.name"),
    ],
)
def test_what_makes_no_sense_is_a_usage_error(bench: Bench, arguments: tuple[str, ...]) -> None:
    """Exit 2 with the usage, nothing on stdout."""
    assert not bench("compare", *arguments, code=2)
    assert "Traceback" not in bench.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("arms-bm25", "arms-hybrid", "--only", "retrieval.mode"),
        ("--failing", "39/395", "12/289", "--claims", "3/166", "5/164"),
    ],
)
def test_the_output_in_the_docs_is_the_real_output(arms: Bench, arguments: tuple[str, ...]) -> None:
    """Regenerate it with: QASPER_EVAL_WRITE_README=1 make test."""
    page = ROOT / "docs" / "comparing.md"
    text = page.read_text("utf-8")
    assert VARIANTS in text
    start = f"<!-- output of `qasper-eval compare {' '.join(arguments)}` -->\n```\n"
    before, _, after = text.partition(start)
    shown, end, rest = after.partition("```\n<!-- end of output -->")
    output = arms("compare", *arguments)
    if os.environ.get("QASPER_EVAL_WRITE_README"):
        page.write_text(before + start + output + end + rest, "utf-8")
    else:
        assert shown == output


def test_a_run_that_is_not_there(bench: Bench) -> None:
    """One clear line."""
    assert "nope: no such run" in bench.refused("nope", "right")


def test_an_absolute_path_is_told_by_its_end(bench: Bench) -> None:
    """Neither the terminal nor the page says where someone's runs lie (S3-07)."""
    a, b = bench.folder / "runs/wrong", bench.folder / "results/right/runs/right"
    output = bench("compare", str(a), str(b), "--html", "paths.html")
    page = (bench.folder / "paths.html").read_text("utf-8")
    assert output.startswith("# wrong (A) against right/runs/right (B)")
    assert "<h1>wrong (A) against right/runs/right (B)</h1>" in page
    assert str(bench.folder) not in output + page


def test_a_demand_of_what_does_not_differ_says_so(bench: Bench) -> None:
    """A run against itself meets any --only, but shows no switch."""
    assert "Not even agent.file differs" in bench("compare", "wrong", "wrong", "--only", "agent.file")


def test_search_of_one_run_alone_is_said_to_be_left_out(arms: Bench) -> None:
    """The rows of retrieval are not missing without a word."""
    rows = arms.rows("arms-bm25")
    official = [{key: row[key] for key in ("question_id", "predicted_answer", "predicted_evidence")} for row in rows]
    (arms.folder / "bare.jsonl").write_text("".join(json.dumps(row) + "\n" for row in official), "utf-8")
    arms.run(config="name: bare\ndataset: {name: sample}\nagent: {name: predictions, file: bare.jsonl}\n")
    found = arms.compared("arms-bm25", "bare")
    assert "retrieval is left out: only A recorded what its search returned" in found["notes"]
    assert not any(row["key"].startswith("retrieval.") for row in found["metrics"])


def test_nothing_in_common_is_not_called_equal(bench: Bench) -> None:
    """Zero questions establish nothing, on the terminal, as JSON and on the page."""
    rows = lines("right").splitlines(keepends=True)
    bench.arm("first", "".join(rows[:4]))
    bench.arm("second", "".join(rows[4:]))
    assert bench.compared("first", "second")["all_equal"] is False
    output = bench("compare", "first", "second", "--html", "nothing.html")
    page = (bench.folder / "nothing.html").read_text("utf-8")
    assert "Nothing: no question was measured in both." in output
    assert "<li>nothing: no question was measured in both</li>" in page
    assert "equal on every question" not in page


def test_what_is_equal_everywhere_has_no_interval_on_the_page_either(arms: Bench) -> None:
    """[0, 0] would say that other papers cannot differ; the page says what the table says."""
    output = arms("compare", "arms-bm25", "arms-hybrid", "--html", "equal.html")
    page = (arms.folder / "equal.html").read_text("utf-8")
    assert "equal" in next(line for line in output.splitlines() if line.startswith("| declined, answerable"))
    assert "[0.0, 0.0]" not in output + page
    assert '<td class="value">equal</td>' in page
