"""Strict scores, and where and why they differ from the official ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from loaders import load
from qasper_eval.predictions_file import read_predictions_file
from qasper_eval.scoring.mode_difference import ModeDifference, diff_modes
from scoring_data import dataset, paper, prediction, question, reference, report, unanswerable
from support import ROOT

if TYPE_CHECKING:
    from loaders.records import Reference
    from qasper_eval.records import Prediction

TABLE = "FLOAT SELECTED: Table 1"


def one(given: Prediction, *references: Reference, text_only: bool = False) -> tuple[float | None, float | None]:
    """Score one question in strict mode."""
    data = dataset(paper("A", question("q", *references)))
    scores = report(data, [given], "strict", text_only=text_only)
    return scores.answer_f1.mean, scores.evidence_f1.mean


def test_evidence_is_compared_as_sets() -> None:
    assert one(prediction("q", "x", "P", "P"), reference("x", evidence=["P"])) == (1.0, 1.0)


def test_an_unknown_string_stays_in_recall_and_counts_against_precision() -> None:
    """Cited P and made-up, marked P and a heading: p 1/2, r 1/2, F1 1/2."""
    assert one(prediction("q", "x", "P", "made up"), reference("x", evidence=["P", "A heading"])) == (1.0, 0.5)


def test_answer_and_evidence_come_from_the_same_reference() -> None:
    """First reference 1 + 0, second 0 + 1: a tie goes to the first; official takes the best of each."""
    first, second = reference("GRU", evidence=["P"]), reference("LSTM", evidence=["Q"])
    assert one(prediction("q", "GRU", "Q"), first, second) == (1.0, 0.0)
    assert one(prediction("q", "LSTM", "P"), first, second) == (0.0, 1.0)
    scores = report(dataset(paper("A", question("q", first, second))), [prediction("q", "GRU", "Q")])
    assert (scores.answer_f1.mean, scores.evidence_f1.mean) == (1.0, 1.0)


def test_the_type_bucket_comes_from_the_annotators() -> None:
    """Two extractive and one boolean: extractive, whatever was predicted; one each: mixed."""
    majority = question("m", reference("Yes", "boolean"), reference("x"), reference("y"))
    tie = question("t", reference("Yes", "boolean"), reference("x"))
    data = dataset(paper("A", majority, tie))
    strict = report(data, [prediction("m", "Yes"), prediction("t", "Yes")], "strict").answer_f1_by_type
    assert {name: row.n for name, row in strict.items()} == {
        "extractive": 1,
        "abstractive": 0,
        "boolean": 0,
        "none": 0,
        "mixed": 1,
    }
    official = report(data, [prediction("m", "Yes"), prediction("t", "Yes")]).answer_f1_by_type
    assert {name: row.n for name, row in official.items()} == {
        "extractive": 0,
        "abstractive": 0,
        "boolean": 2,
        "none": 0,
    }


def test_a_reference_with_tables_only_is_left_out_of_text_only() -> None:
    """T9: without its first reference the question is scored against the second alone; with it 1 + 0 wins."""
    references = (reference("GRU", evidence=[TABLE]), reference("LSTM", evidence=["P", TABLE]))
    assert one(prediction("q", "GRU", "P"), *references, text_only=True) == (0.0, 1.0)
    assert one(prediction("q", "GRU", "P"), *references) == (1.0, 0.0)


def test_a_question_without_a_text_reference_is_excluded_and_counted() -> None:
    """T9: in no denominator, not even a missing prediction's."""
    data = dataset(
        paper("A", question("a", reference("x", evidence=[TABLE])), question("b", reference("y"))),
        paper("B", question("c", reference("z", evidence=[TABLE]))),
    )
    scores = report(data, [prediction("a", "x"), prediction("b", "y")], "strict", text_only=True)
    assert (scores.questions, scores.papers, scores.n_slice, scores.missing_predictions) == (1, 1, 3, 0)
    assert dict(scores.excluded) == {"no text reference left": 2}
    assert (scores.answer_f1.mean, scores.answer_f1.worst_case) == (1.0, (1.0, 1.0))
    run = report(data, [prediction("b", "y")], "strict", text_only=True, missing="unmeasured")
    assert dict(run.unmeasured) == {}
    assert report(data, [], text_only=True).excluded == {}, "official excludes nothing"


def test_everything_excluded_is_unmeasured_and_not_zero() -> None:
    data = dataset(paper("A", question("a", reference("x", evidence=[TABLE]))))
    scores = report(data, [prediction("a", "x")], "strict", text_only=True).to_json()
    assert scores["evidence_f1"] == {"mean": None, "n": 0, "interval": None, "worst_case": None}
    assert scores["missing_as_zero"] == {"answer_f1": None, "evidence_f1": None}


def differences(given: Prediction, *references: Reference, text_only: bool = False) -> list[ModeDifference]:
    return diff_modes(dataset(paper("A", question("q", *references))), [given], text_evidence_only=text_only)


@pytest.mark.parametrize(
    ("answer", "gold", "reason"),
    [
        ("85.3", "853", "decimal point"),
        ("BLEU-4", "BLEU 4", "hyphen or dash"),
        ("cafe\u0301", "café", "unicode form"),
        ("Straße", "STRASSE", "case folding"),
        ("“GRU”", "GRU", "unicode punctuation"),
        ("A", "a", "article kept"),
    ],
)
def test_each_repair_is_named_where_it_makes_the_difference(answer: str, gold: str, reason: str) -> None:
    """T12."""
    (difference,) = differences(prediction("q", answer), reference(gold))
    assert difference.official_answer_f1 != difference.strict_answer_f1
    assert difference.reasons == (reason,)
    assert difference.official_evidence_f1 == difference.strict_evidence_f1 == 1.0


def test_every_reason_is_named_when_there_are_several() -> None:
    (difference,) = differences(prediction("q", "BLEU-4 85.3"), reference("BLEU 4 853"))
    assert difference.reasons == ("hyphen or dash", "decimal point")


def test_duplicates_are_named() -> None:
    (cited,) = differences(prediction("q", "x", "P", "P"), reference("x", evidence=["P"]))
    assert cited == ModeDifference("q", 1.0, 1.0, 2 / 3, 1.0, ("duplicate in prediction",))
    (marked,) = differences(prediction("q", "x", "P"), reference("x", evidence=["P", "P"]))
    assert marked.reasons == ("duplicate in reference",)


def test_the_joint_choice_is_named() -> None:
    (difference,) = differences(
        prediction("q", "GRU", "Q"), reference("GRU", evidence=["P"]), reference("LSTM", evidence=["Q"])
    )
    assert difference == ModeDifference("q", 1.0, 1.0, 1.0, 0.0, ("answer and evidence from the same reference",))


def test_what_text_only_leaves_out_is_named() -> None:
    (excluded,) = differences(prediction("q", "x"), reference("x", evidence=[TABLE]), text_only=True)
    assert excluded == ModeDifference("q", 1.0, None, 1.0, None, ("no text reference left",))
    (left_out,) = differences(
        prediction("q", "x"), reference("x", evidence=[TABLE]), reference("y", evidence=["P"]), text_only=True
    )
    assert left_out.reasons == ("reference with figure or table evidence only left out",)


def test_questions_that_do_not_differ_are_not_listed() -> None:
    assert differences(prediction("q", "Yes.", "P"), reference("Yes", "boolean", ["P"]), unanswerable()) == []
    assert differences(prediction("stranger", "85.3"), reference("853")) == []


def test_every_difference_of_the_sample_has_a_reason() -> None:
    """A prediction made of each sample reference, mangled; no difference may go unexplained."""
    data = load("sample")
    rows = [
        prediction(entry.id, entry.references[0].answer.replace(" ", "-"), *entry.references[-1].evidence * 2)
        for _, entry in data.questions()
    ]
    for text_only in (False, True):
        found = diff_modes(data, rows, text_evidence_only=text_only)
        assert found
        assert [difference.question_id for difference in found if not difference.reasons] == []


def test_the_hand_worked_file_in_strict_mode() -> None:
    """tests/golden/hand.*: duplicates no longer count, so q1's evidence is 1 instead of 2/3; the rest is as official.

    q1 (1, 1), q2 (1, 0), q3 (1, 1), q4 (0, 1), q5 (1/2, 2/3), q6 missing.
    """
    golden = ROOT / "tests" / "golden"
    data = load("qasper", path=golden / "hand.gold.json")
    predictions = read_predictions_file(golden / "hand.predictions.jsonl")
    scores = report(data, predictions.values(), "strict")
    two_thirds = (2 * 0.5 * 1.0) / (0.5 + 1.0)
    assert scores.answer_f1.mean == (1.0 + 1.0 + 1.0 + 0.0 + 0.5 + 0.0) / 6
    assert scores.evidence_f1.mean == (1.0 + 0.0 + 1.0 + 1.0 + two_thirds + 0.0) / 6
    assert {name: row.n for name, row in scores.answer_f1_by_type.items()} == {
        "extractive": 1,
        "abstractive": 0,
        "boolean": 1,
        "none": 1,
        "mixed": 2,
    }
