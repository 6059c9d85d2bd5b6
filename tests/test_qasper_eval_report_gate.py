"""The gate for continuous integration: pass, fail, or the data do not decide."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import pytest

from loaders import load
from published_kit import Shelf
from qasper_eval.report.gate import GateCheck, Thresholds, gate, junit, overall
from qasper_eval.scoring import ScoreReport, SignatureFields, score
from scorers.interval import Interval
from scorers.summary import Summary

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def report() -> ScoreReport:
    """A score of nothing, to be filled in."""
    return score(load("sample"), {}, missing="unmeasured", identity=SignatureFields("0"))


@pytest.mark.parametrize(
    ("low", "high", "outcome"),
    [
        (0.30, 0.50, "pass"),  # inclusive (S0-55)
        (0.2999, 0.50, "undetermined"),
        (0.10, 0.30, "undetermined"),
        (0.10, 0.2999, "fail"),
    ],
)
def test_a_mean_passes_by_the_lower_end_of_its_interval(
    report: ScoreReport, low: float, high: float, outcome: str
) -> None:
    summary = Summary((low + high) / 2, 74, interval=Interval(low, high))
    (check,) = gate(report._replace(evidence_f1=summary), Thresholds(evidence_f1_min=0.30))
    assert (check.name, check.outcome) == ("evidence-f1-min", outcome)
    assert f"[{low:.3f}, {high:.3f}], n = 74; at least 0.3" in check.text


def test_nothing_measured_and_one_paper_decide_nothing(report: ScoreReport) -> None:
    """S0-55, S0-56: null is neither a pass nor a failure."""
    limits = Thresholds(evidence_f1_min=0.0, answer_f1_min=0.0, decline_recall_min=0.0, over_refusal_max=1.0)
    checks = gate(report, limits)
    assert [check.outcome for check in checks] == ["undetermined"] * 4
    assert all(check.text.startswith("n/a (unmeasured)") for check in checks)
    one_paper = report._replace(evidence_f1=Summary(0.9, 5))
    (check,) = gate(one_paper, Thresholds(evidence_f1_min=0.1))
    assert (check.outcome, "no interval" in check.text) == ("undetermined", True)


@pytest.mark.parametrize(("lost", "outcome"), [(0, "pass"), (29, "pass"), (30, "fail"), (100, "fail")])
def test_unmeasured_questions_are_counted(report: ScoreReport, lost: int, outcome: str) -> None:
    """29 of 100 are 0.29 exactly, whatever 0.29 * 100 is in binary; a count has no interval."""
    filled = report._replace(n_slice=100, unmeasured={"truncated": lost})
    (check,) = gate(filled, Thresholds(unmeasured_max=0.29))
    assert check.outcome == outcome
    (nothing,) = gate(filled._replace(n_slice=0, unmeasured={}), Thresholds(unmeasured_max=0.29))
    assert nothing.outcome == "undetermined"


def test_over_refusal_passes_by_the_upper_end(report: ScoreReport) -> None:
    """0 of 57 has the Wilson interval [0, 0.063]: below 0.07, not below 0.06, and never a failure."""
    table = {kind: dict(row) for kind, row in report.declining.table.items()}
    table["answerable"] |= {"answered": 57, "unmeasured": 0}
    filled = report._replace(declining=report.declining._replace(table=table))
    for limit, outcome in ((0.07, "pass"), (0.06, "undetermined")):
        (check,) = gate(filled, Thresholds(over_refusal_max=limit))
        assert check.outcome == outcome
    table["answerable"] |= {"declined": 57, "answered": 0}
    (check,) = gate(filled, Thresholds(over_refusal_max=0.5))
    assert check.outcome == "fail"


def test_the_whole_is_its_worst_part() -> None:
    passes, fails, open_ = GateCheck("x", "pass", ""), GateCheck("x", "fail", ""), GateCheck("x", "undetermined", "")
    assert overall([passes, open_, fails]) == "fail"
    assert overall([passes, open_]) == "undetermined"
    assert overall([passes, passes]) == "pass"


def test_junit_is_well_formed_and_stops_on_what_is_undetermined() -> None:
    checks = [GateCheck("a", "pass", "fine"), GateCheck("b", "fail", '<"&'), GateCheck("c", "undetermined", "0.3")]
    suite = ET.fromstring(junit(checks, 'run <"&>', "sig|a:b"))  # noqa: S314  # because it is our own text
    assert (suite.get("tests"), suite.get("failures")) == ("3", "2")
    cases = suite.findall("testcase")
    assert [case.find("failure") is None for case in cases] == [True, False, False]
    failures = [case.find("failure") for case in cases[1:]]
    assert [failure.get("message") for failure in failures if failure is not None] == ['<"&', "0.3"]
    assert cases[0].get("classname") == 'run <"&>'


def test_the_command_exits_3_unless_all_pass(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path)
    shelf.run()
    out = shelf("gate", "mine", "--evidence-f1-min", "0.4", "--unmeasured-max", "0", "--junit", tmp_path / "gate.xml")
    assert out.splitlines()[:3] == [
        "pass: evidence-f1-min: 0.633 [0.499, 0.773], n = 74; at least 0.4",
        "pass: unmeasured-max: 0/74 = 0.000; at most 0",
        "gate: pass",
    ]
    assert "|agent:extractive|" in out
    assert ET.parse(tmp_path / "gate.xml").getroot().get("failures") == "0"  # noqa: S314  # because it is our own file
    assert "gate: undetermined" in shelf("gate", "mine", "--evidence-f1-min", "0.6", code=3)
    assert "gate: fail" in shelf("gate", "mine", "--evidence-f1-min", "0.9", "--unmeasured-max", "0", code=3)
    shelf("gate", "mine", code=2)
    assert "name a threshold" in shelf.err
    shelf("gate", "mine", "--evidence-f1-min", "1.5", code=2)
    for option in ("--evidence-f1-min", "--unmeasured-max"):
        shelf("gate", "mine", option, "nan", code=2)
        assert "NaN is no threshold" in shelf.err
    shelf("gate", "mine", "--unmeasured-max", "0", "--junit", tmp_path / "nowhere" / "gate.xml", code=2)
    assert "cannot be written" in shelf.err


def test_a_published_folder_is_told_from_a_run_that_is_not_there(tmp_path: Path) -> None:
    """`gate results/NAME` says what the folder is and what to name instead."""
    shelf = Shelf(tmp_path)
    shelf.run("--limit", "2")
    shelf.publish("mine", "--allow-partial")
    shelf("gate", "results/one", "--evidence-f1-min", "0.1", code=2)
    assert "results/one: is a published folder, whose scores are final; name the run" in shelf.err
