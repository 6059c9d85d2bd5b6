"""One question of a run as a person reads it: evidence side by side, scores by annotator, trace, calls."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loopback_hub import LoopbackHub
from loopback_llm import LoopbackLLM
from loopback_wire import Canned, completion
from qasper_documents import hub_rows, parquet
from qasper_eval.cli import main
from qasper_eval.prediction_parts import TraceStep
from qasper_eval.report.grid import width_of
from qasper_eval.report.inspect_layout import WIDTH, harmless, marked, wrapped
from qasper_eval.report.inspect_trace import trace_lines
from support import qasper_eval

if TYPE_CHECKING:
    from pathlib import Path

PARAGRAPHS = [
    "We study moths.",
    "We use a GRU with two layers.",
    "The lamp has 40 W.",
    "We use a GRU with two layers.",
]
CAPTION = "Table 1: Moths by night."
AGENT = """
class Agent:
    def answer(self, paper, question):
        if question.id == "q-fails":
            raise RuntimeError("the lamp went out")
        quote = paper.paragraphs[1].text.index("GRU")
        return {
            "predicted_answer": "a GRU",
            "answer_text": "It is a GRU. \\u001b[31mRed\\u001b[0m herring.",
            "answer_type": "extractive",
            "citations": [
                {"paragraph": 0},
                {"paragraph": 1, "start": 0, "end": 12, "quote_start": quote, "quote_end": quote + 3},
                {"paragraph": 99},
            ],
            "retrieved": [
                {"paragraph": 1, "rank": 1, "score": 2.5},
                {"paragraph": 2, "rank": 2, "score": 1.25},
            ],
            "trace": [
                {"step": "think", "input": "x" * 400, "output": {"names": list(range(30)), "deep": {"a": {"b": 1}}}}
            ],
        }
"""


def annotation(number: int, answer: str, evidence: list[str]) -> dict[str, Any]:
    return {
        "answer": {
            "unanswerable": not answer,
            "extractive_spans": [answer] if answer else [],
            "yes_no": None,
            "free_form_answer": "",
            "evidence": evidence,
            "highlighted_evidence": [],
        },
        "annotation_id": f"a{number}",
        "worker_id": f"worker-{number}",
    }


def question(question_id: str, *annotations: dict[str, Any]) -> dict[str, Any]:
    return {"question": "Which network is used?", "question_id": question_id, "answers": [*annotations]}


GOLD = {
    "paper-1": {
        "title": "Counting moths",
        "abstract": "Moths, counted.",
        "full_text": [{"section_name": "Method", "paragraphs": PARAGRAPHS}],
        "figures_and_tables": [{"file": "1.png", "caption": CAPTION}],
        "qas": [
            question(
                "q-first",
                annotation(1, "a GRU", [PARAGRAPHS[1]]),
                annotation(2, "GRU with two layers", [PARAGRAPHS[2], f"FLOAT SELECTED: {CAPTION}"]),
                annotation(3, "", []),
            ),
            question("q-fails", annotation(4, "a GRU", [PARAGRAPHS[1]])),
        ],
    }
}
CONFIG = "name: mine\ndataset: {name: qasper, path: gold.json}\nagent: {name: 'seen:Agent'}\n"


class Desk:
    """A folder with a small dataset and an agent, and the command line run in it in this process."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        self.config = folder / "c.yaml"
        self.config.write_text(CONFIG, "utf-8")
        (folder / "gold.json").write_text(json.dumps(GOLD), "utf-8")
        (folder / "seen.py").write_text(AGENT, "utf-8")
        self.err = ""

    def __call__(self, *arguments: str, code: int = 0) -> str:
        with pytest.raises(SystemExit) as caught:
            main(list(arguments))
        out, self.err = self._capsys.readouterr()
        assert caught.value.code == code, self.err
        return out

    def run(self, *more: str, code: int = 0) -> str:
        return self("run", str(self.config), *more, code=code)

    def inspect(self, question_id: str, *more: str) -> str:
        out = self("inspect", "mine", question_id, *more)
        assert all(width_of(line) <= WIDTH for line in out.splitlines())
        return out

    def json(self, question_id: str, run: str = "mine") -> dict[str, Any]:
        value: dict[str, Any] = json.loads(self("inspect", run, question_id, "--json"))
        return value


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Desk(tmp_path, capsys)


def part(text: str, heading: str) -> str:
    """Return one part of the page, from its heading to the next blank line."""
    found = re.search(rf"^{re.escape(heading)}.*?(?=^$|\Z)", text, re.DOTALL | re.MULTILINE)
    assert found is not None, text
    return found[0]


def test_cited_paragraphs_stand_beside_the_human_evidence(desk: Desk) -> None:
    desk.run()
    cited = part(desk.inspect("q-first"), "CITED: 2 paragraphs")
    first, second = cited.split("  paragraph 1 ")
    assert "paragraph 0: Method\n    no annotator marked it; cited though not retrieved" in first
    assert "(same text: 3): Method" in second
    assert "marked by annotator 1; retrieved at rank 1" in second
    assert "for: It is a GRU." in second
    assert "We use a >>GRU<< with two layers." in second
    assert "citations that name nothing shown: 1" in cited


def test_a_miss_says_whether_it_was_retrieved(desk: Desk) -> None:
    """Issue 4, item 2: not retrieved / retrieved and not cited / cited and not human evidence."""
    desk.run()
    missed = part(desk.inspect("q-first"), "HUMAN EVIDENCE NOT CITED: 2 paragraphs")
    assert "paragraph 2: Method\n    marked by annotator 2; retrieved at rank 2 and not cited" in missed
    assert "paragraph 4: caption\n    marked by annotator 2; not retrieved" in missed
    assert "FLOAT SELECTED: Table 1" in missed


def test_scores_against_each_annotator_and_in_all(desk: Desk) -> None:
    """By hand; the headline is the best of each.

    Answer "a GRU" is the token gru. Annotator 1 has it alone: 1. Annotator 2 has gru, with, two, layers: p 1, r 1/4,
    F1 2/5. Annotator 3 says Unanswerable: 0. Cited are paragraphs 0 and 1. Annotator 1 marked 1: p 1/2, r 1, F1 2/3.
    Annotator 2 marked others: 0. Annotator 3 marked none, and something is cited: 0.
    """
    desk.run()
    shown = desk.json("q-first")
    answers = [entry["answer_f1"] for entry in shown["annotations"]]
    evidences = [entry["evidence_f1"] for entry in shown["annotations"]]
    assert answers == pytest.approx([1.0, 0.4, 0.0])
    assert evidences == pytest.approx([2 / 3, 0.0, 0.0])
    numbers = shown["numbers"]
    assert (numbers["answer_f1"], numbers["evidence_f1"]) == (max(answers), max(evidences))
    assert (numbers["evidence_precision"], numbers["evidence_recall"]) == (0.5, 1.0)
    text = desk.inspect("q-first")
    assert "answer F1    1.000" in part(text, "SCORES: official mode")
    assert "evidence F1  0.667    precision 0.500, recall 1.000" in part(text, "SCORES")
    human = part(text, "HUMAN ANSWERS")
    assert (
        "2. GRU with two layers\n     extractive; answer F1 0.400, evidence F1 0.000; marked paragraphs 2, 4" in human
    )
    assert "3. Unanswerable\n     none; answer F1 0.000, evidence F1 0.000; marked none" in human
    assert "split: some annotators say unanswerable (3 annotators)" in text


def test_the_scores_are_those_of_the_runs_own_mode_and_form(desk: Desk) -> None:
    """The numbers of all questions, averaged, are the run's own headline."""
    desk.config.write_text(CONFIG + "scoring: {mode: strict, text_evidence_only: true}\n", "utf-8")
    desk.run("--limit", "1")
    (done,) = [json.loads(line) for line in (desk.folder / "runs/mine/predictions.jsonl").read_bytes().splitlines()]
    scores = json.loads((desk.folder / "runs/mine/scores.json").read_bytes())
    shown = desk.json(done["question_id"])
    assert (shown["numbers"]["mode"], shown["numbers"]["text_evidence_only"]) == ("strict", True)
    assert shown["numbers"]["evidence_f1"] == scores["evidence_f1"]["mean"]
    assert shown["numbers"]["answer_f1"] == scores["answer_f1"]["mean"]
    assert "SCORES: strict mode, text evidence only" in desk.inspect(done["question_id"])


def test_the_trace_is_indented_and_shortened_unless_full(desk: Desk) -> None:
    desk.run()
    short, full = desk.inspect("q-first"), desk.inspect("q-first", "--full")
    assert "(100 more characters; --full)" in part(short, "TRACE: 1 step").replace("\n       ", " ")
    assert "… 18 more (--full)" in part(short, "TRACE")
    assert "--full" not in full
    joined = re.sub(r"\s", "", part(full, "TRACE"))
    assert "x" * 400 in joined
    assert "28,29" in joined


def test_a_paper_or_model_cannot_steer_the_terminal_or_fake_a_heading(desk: Desk) -> None:
    """Escape codes are written out, and only headings start a line."""
    desk.run()
    for more in ((), ("--full",)):
        out = desk.inspect("q-first", *more)
        assert "\x1b" not in out
        assert "\\x1b[31mRed" in out
        starts = [line for line in out.splitlines() if line and not line.startswith(" ")]
        assert [line.split(":")[0].split(",")[0] for line in starts] == [
            "QUESTION",
            "ANSWER",
            "SCORES",
            "HUMAN ANSWERS",
            "CITED",
            "HUMAN EVIDENCE NOT CITED",
            "RETRIEVED",
            "TRACE",
            "CALLS",
        ]


def test_an_unmeasured_question_says_why_and_shows_the_references(desk: Desk) -> None:
    desk.run()
    out = desk.inspect("q-fails")
    assert "unmeasured: agent error; the same command tries it again:" in " ".join(out.split())
    assert "RuntimeError: the lamp went out" in out
    assert "1. a GRU\n     extractive; marked paragraph 1" in part(out, "HUMAN ANSWERS")
    assert "marked by annotator 1" in part(out, "HUMAN EVIDENCE: 1 paragraph")
    assert "SCORES" not in out
    shown = desk.json("q-fails")
    assert (shown["prediction"], shown["numbers"], shown["retrieved"], shown["cited"]) == (None, None, None, [])
    assert shown["annotations"][0]["answer_f1"] is None


def test_a_question_outside_the_slice_says_so(desk: Desk) -> None:
    desk.run("--limit", "1")
    rows = [json.loads(line) for line in (desk.folder / "runs/mine/predictions.jsonl").read_bytes().splitlines()]
    done = {row["question_id"] for row in rows}
    (other,) = {"q-first", "q-fails"} - done
    assert desk.json(other)["standing"] == "not asked: outside the slice asked for last"


def test_a_question_not_reached_says_what_stopped_the_run(desk: Desk) -> None:
    stops = "from qasper_eval.errors import RunStoppedError\n" + AGENT.replace(
        'raise RuntimeError("the lamp went out")', 'raise RunStoppedError("quota", "no more this month")'
    )
    (desk.folder / "seen.py").write_text(stops, "utf-8")
    desk.run(code=75)
    standing = desk.json("q-fails")["standing"]
    assert standing.startswith("not reached: the run stopped (quota): no more this month; go on with: qasper-eval")


def test_an_id_may_be_cut_and_an_unknown_one_names_the_closest(desk: Desk) -> None:
    desk.run()
    assert desk.inspect("q-fi") == desk.inspect("q-first")
    desk("inspect", "mine", "q-", code=2)
    assert "q-: 2 questions of qasper (local) begin so: q-first, q-fails" in desk.err
    desk("inspect", "mine", "q-frist", code=2)
    assert "q-frist: no question of qasper (local) has this id; the closest: q-first" in desk.err
    assert desk.err.count("\n") == 1
    desk("inspect", "mine", "zzzzzzz", code=2)
    assert "the ids are in predictions.jsonl" in desk.err
    desk("inspect", "mine", "", code=2)
    desk("inspect", "none", "q-first", code=2)
    assert "no such run" in desk.err


def test_json_is_the_same_as_one_object(desk: Desk) -> None:
    desk.run()
    shown = desk.json("q-first")
    assert (shown["run"], shown["agent"], shown["paper_id"], shown["standing"]) == (
        "mine",
        "seen:Agent",
        "paper-1",
        "finished",
    )
    (line,) = (desk.folder / "runs/mine/predictions.jsonl").read_bytes().splitlines()
    assert shown["prediction"] == json.loads(line)
    assert [(entry["ordinal"], entry["annotators"], entry["found"]) for entry in shown["cited"]] == [
        (0, [], "not retrieved"),
        (1, [1], "retrieved"),
    ]
    assert shown["cited"][1]["quotes"] == [[9, 12]]
    assert [(entry["ordinal"], entry["annotators"], entry["rank"]) for entry in shown["missed"]] == [
        (2, [2], 2),
        (4, [2], None),
    ]
    assert [(entry["ordinal"], entry["cited"], entry["annotators"]) for entry in shown["retrieved"]] == [
        (1, True, [1]),
        (2, False, [2]),
    ]


def test_evidence_of_a_file_made_elsewhere_is_shown_as_text(desk: Desk) -> None:
    """Texts only, an ordinal that the paper does not have, no retrieval: nothing breaks, nothing is invented."""
    row = {"question_id": "q-first", "predicted_answer": "x", "predicted_evidence": [PARAGRAPHS[3], "made up"]}
    strange = {**row, "question_id": "q-fails", "citations": [{"paragraph": 77}]}
    (desk.folder / "p.jsonl").write_text("".join(json.dumps(line) + "\n" for line in (row, strange)), "utf-8")
    desk.config.write_text(CONFIG.replace("'seen:Agent'", "predictions, file: p.jsonl"), "utf-8")
    desk.run()
    cited = part(desk.inspect("q-first"), "CITED: 2 paragraphs")
    assert "paragraph 1 (same text: 3): Method\n    marked by annotator 1\n" in cited
    assert "a text that is no paragraph of the paper\n    no annotator marked it\n      made up" in cited
    assert "paragraph 77: the paper has no such paragraph" in desk.inspect("q-fails")
    assert "RETRIEVED" not in desk.inspect("q-first")


def test_a_damaged_line_is_said_and_left_out(desk: Desk) -> None:
    desk.run()
    with (desk.folder / "runs/mine/calls.jsonl").open("ab") as file:
        file.write(b'{"question_id": "q-first", "oper')
    assert "CALLS: none" in desk.inspect("q-first")
    assert "calls.jsonl: line 1 is damaged and left out" in desk.err


def test_the_calls_of_a_question_are_listed_with_their_costs(desk: Desk) -> None:
    """A throttled try, an unusable reply, the answer; then, in another run, a replay that costs nothing."""
    answer = json.dumps({"citations": ["P2"], "answer_type": "extractive", "answer": "a GRU"})
    prose = Canned(200, completion("It is a GRU.", model="served-1"))
    with LoopbackLLM(script=["500", prose], answer=lambda _prompt: answer) as server:
        provider = f"{{name: openai, model: m, base_url: {server.url}/v1, price: {{input: 1000, output: 1000}}}}"
        text = CONFIG.replace("'seen:Agent'", "full-paper") + f"provider: {provider}\nslice: {{questions: 1}}\n"
        desk.config.write_text(text, "utf-8")
        desk.run()
        (row,) = [
            json.loads(line) for line in (desk.folder / "runs/mine/predictions.jsonl").read_bytes().splitlines()
        ]
        desk.run("--name", "again")
        asked = len(server.arrivals)
    shown = desk.json(row["question_id"])
    calls = shown["calls"]
    assert asked == len(calls) == 3
    assert [call["outcome"] for call in calls] == ["transient", "unusable", "ok"]
    assert [call["model_served"] for call in calls] == [None, "served-1", "served-1"]
    assert calls[2]["cost_usd"] == pytest.approx((calls[2]["input_tokens"] + calls[2]["output_tokens"]) / 1000)
    out = part(desk.inspect(row["question_id"]), "CALLS: 3 attempts")
    lines = [line.split("|")[1:] for line in out.splitlines() if re.match(r"\s+\|\s+\d", line)]
    assert [cells[2].strip() for cells in lines] == ["transient", "unusable", "ok"]
    assert [cells[8].strip() for cells in lines] == ["", "served-1", "served-1"]
    assert lines[2][3].strip() == f"{calls[2]['input_tokens']:,}"
    assert "try 2, unusable: unparsable" in out
    assert f"in all ${sum(call['cost_usd'] for call in calls):,.2f}" in out
    assert "asked of m, served by served-1" in desk.inspect(row["question_id"])
    (replay,) = desk.json(row["question_id"], "again")["calls"]
    assert (replay["outcome"], replay["cost_usd"]) == ("memo", 0.0)


def test_every_question_of_the_sample_can_be_shown(desk: Desk) -> None:
    desk.config.write_text("name: mine\ndataset: {name: sample}\nagent: {name: extractive}\n", "utf-8")
    desk.run("--limit", "12")
    for line in (desk.folder / "runs/mine/predictions.jsonl").read_bytes().splitlines():
        row = json.loads(line)
        out = desk.inspect(row["question_id"])
        assert " ".join(row["predicted_answer"].split()) in " ".join(out.split())


def test_a_run_from_the_hub_is_shown_at_its_pinned_revision(desk: Desk, tmp_path: Path) -> None:
    """The Hub moves on after the run; what is shown is what was run."""
    with LoopbackHub() as hub:

        def publish(document: Any) -> None:
            rows = {"qasper/validation/0000.parquet": parquet(hub_rows(document))}
            hub.commit("allenai/qasper", "refs/convert/parquet", rows)

        hub.commit("allenai/qasper", "main", {"README.md": b"# Qasper"})
        publish(GOLD)
        env = {"HF_ENDPOINT": hub.endpoint, "HF_HOME": str(tmp_path / "hf"), "HF_HUB_DISABLE_XET": "1"}
        desk.config.write_text("name: mine\ndataset: {name: qasper}\nagent: {name: extractive}\n", "utf-8")
        done = qasper_eval("run", desk.config, cwd=tmp_path, env=env)
        assert done.returncode == 0, done.stderr
        moved = json.loads(json.dumps(GOLD).replace("Which network is used?", "Which lamp is used?"))
        publish(moved)
        shown = qasper_eval("inspect", "mine", "q-first", cwd=tmp_path, env=env)
    assert shown.returncode == 0, shown.stderr
    assert "Which network is used?" in shown.stdout
    assert "allenai/qasper (validation)" in shown.stdout


texts = st.text(st.characters(codec="utf-8") | st.sampled_from(" \n\t\r\x1b\u2028\u202e東"), max_size=200)


@given(text=texts, indent=st.integers(0, 8), width=st.integers(30, 100))
def test_wrapping_loses_nothing_and_never_runs_over(text: str, indent: int, width: int) -> None:
    """Property: every visible character survives in order, within the width, behind the indent."""
    lines = wrapped(text, " " * indent, hanging="  ", width=width)
    assert all(width_of(line) <= width for line in lines)
    assert all(line.startswith(" " * indent) or not line for line in lines)
    assert "".join("".join(lines).split()) == "".join(harmless(text).split())


@given(text=texts)
def test_nothing_that_steers_a_terminal_is_left(text: str) -> None:
    shown = harmless(text)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]", shown)


def test_marks_stand_around_each_range() -> None:
    assert marked("abcdef", [(0, 1), (3, 6)]) == ">>a<<bc>>def<<"
    assert marked("abc", []) == "abc"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=9) | st.dictionaries(texts, inner, max_size=9),
    max_leaves=20,
)


@settings(max_examples=40)
@given(value=json_values, full=st.booleans())
def test_any_trace_can_be_shown(value: Any, full: bool) -> None:  # noqa: FBT001  # because hypothesis passes it by name
    step = TraceStep("step", value, None)
    for line in trace_lines(1, replace(step, output=[[[[[[[[value]]]]]]]]), full=full):
        assert width_of(line) <= WIDTH
        assert line.startswith("  ") or not line
        assert "\n" not in line
