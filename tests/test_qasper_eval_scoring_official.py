"""Official scores: hand arithmetic, the authors' numbers and a second implementation."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from loaders import load
from official_transcription import Annotation, evaluate
from qasper_eval.predictions_file import read_predictions_file
from scoring_data import dataset, paper, prediction, question, reference, report, unanswerable
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from loaders.records import AnswerType, Dataset, Reference
    from qasper_eval.records import Prediction

GOLDEN = Path(__file__).parent / "golden"


def hand_rows() -> tuple[Dataset, list[Prediction]]:
    predictions = read_predictions_file(GOLDEN / "hand.predictions.jsonl")
    return load("qasper", path=GOLDEN / "hand.gold.json"), list(predictions.values())


def mean(*values: float) -> float:
    total = 0.0
    for value in values:
        total += value
    return total / len(values)


# tests/golden/hand.*, question by question (answer F1 and type, evidence F1):
# q1  "120 verbs" = span, 1 extractive; evidence [V, V] against [V]: p 1/2, r 1, F1 2/3 (against [V, Results.]: 1/2)
# q2  "Yes." = Yes, 1 boolean; nothing cited against a table: 0; without tables nothing against nothing: 1
# q3  Unanswerable, 1 none; nothing against nothing: 1
# q4  "GRU" against No and Unanswerable: 0, type of the first listed (boolean); evidence as the first annotator: 1
# q5  layers, twice against gate, layers: p 1/2, r 1/2, F1 1/2 extractive; evidence p 1/2, r 1: 2/3
# q6  no prediction: 0 and 0 in both means, in no type
TWO_THIRDS = (2 * 0.5 * 1.0) / (0.5 + 1.0)
ANSWERS = (1.0, 1.0, 1.0, 0.0, 0.5, 0.0)
EVIDENCES = (TWO_THIRDS, 0.0, 1.0, 1.0, TWO_THIRDS, 0.0)


def test_the_hand_worked_example_in_full_form() -> None:
    scores = report(*hand_rows()).to_json()
    assert (scores["questions"], scores["papers"], scores["n_slice"]) == (6, 2, 6)
    assert (scores["missing_predictions"], scores["unknown_predictions"]) == (1, 1)
    assert scores["answer_f1"]["mean"] == mean(*ANSWERS)
    assert scores["answer_f1"]["worst_case"] == [mean(*ANSWERS), mean(1.0, 1.0, 1.0, 0.0, 0.5, 1.0)]
    assert scores["evidence_f1"]["mean"] == mean(*EVIDENCES)
    assert scores["missing_as_zero"] == {"answer_f1": mean(*ANSWERS), "evidence_f1": mean(*EVIDENCES)}
    by_type = {name: (row["mean"], row["n"]) for name, row in scores["answer_f1_by_type"].items()}
    assert by_type == {"extractive": (0.75, 2), "abstractive": (None, 0), "boolean": (0.5, 2), "none": (1.0, 1)}
    assert scores["evidence_exact"] == {"count": 3, "n": 6, "empty": 1}  # q1, q4 and, both empty, q3
    having = scores["evidence_f1_with_evidence"]
    assert (having["mean"], having["n"]) == (mean(TWO_THIRDS, 0.0, 1.0, TWO_THIRDS, 0.0), 5)
    lacking = scores["evidence_f1_without_evidence"]
    assert (lacking["mean"], lacking["n"]) == (1.0, 1)
    assert scores["flags"] == {"empty_after_normalisation": 0, "not_answerable_from_text": 1}
    assert scores["unmeasured"] == {}


def test_the_hand_worked_example_text_only() -> None:
    """T9: the question with a table as its only evidence counts as answered without evidence."""
    scores = report(*hand_rows(), text_only=True).to_json()
    assert scores["evidence_f1"]["mean"] == mean(TWO_THIRDS, 1.0, 1.0, 1.0, TWO_THIRDS, 0.0)
    assert scores["answer_f1"]["mean"] == mean(*ANSWERS)
    assert scores["evidence_f1_with_evidence"]["n"] == 4
    assert scores["evidence_f1_without_evidence"]["n"] == 2
    assert scores["evidence_exact"] == {"count": 3, "n": 6, "empty": 1}, "exact matches are always in full form"


def test_the_hand_worked_human_ceiling() -> None:
    """q1: the annotators' F1 are 4/5 (p 1, r 2/3) and 2/3; the prediction's 1 and 4/5, 2/3 and 1/2.

    q4: No against Unanswerable 0, evidence 0; the prediction's answers 0 and 0, evidence 1 and 0.
    """
    ceiling = report(*hand_rows()).to_json()["human_ceiling"]
    assert (ceiling["n"], ceiling["papers"]) == (2, 2)
    four_fifths = (2 * 1.0 * (2 / 3)) / (1.0 + 2 / 3)
    assert ceiling["human"] == {"answer_f1": mean(four_fifths, 0.0), "evidence_f1": mean(TWO_THIRDS, 0.0)}
    assert math.isclose(ceiling["human"]["answer_f1"], 0.4)
    assert ceiling["system"] == {
        "answer_f1": mean((four_fifths + 1.0) / 2, 0.0),
        "evidence_f1": mean((0.5 + TWO_THIRDS) / 2, 0.5),
    }


def test_the_hand_worked_table_of_declines() -> None:
    declining = report(*hand_rows()).to_json()["declining"]
    assert {name: row["n"] for name, row in declining["table"].items()} == {
        "answerable": 4,
        "unanswerable": 1,
        "split": 1,
    }
    assert declining["table"]["answerable"]["answered"] == 3
    assert declining["table"]["answerable"]["unmeasured"] == 1
    assert declining["table"]["unanswerable"]["declined"] == 1
    assert declining["official"]["count"] == declining["official"]["n"] == 1


@needs_shared
@pytest.mark.parametrize("name", ["qasper-train10", "qasper-train6-merged"])
def test_every_number_of_the_authors_evaluator_is_met_to_the_last_bit(name: str) -> None:
    """S1-29, S1-30: all kinds of predictions, both forms, types included (the authors print 0.0 for no question)."""
    expected: dict[str, dict[str, dict[str, Any]]] = json.loads(
        (SHARED / "golden" / f"{name}.expected.json").read_text("utf-8")
    )
    data = load("qasper", path=SHARED / "data" / "qasper" / f"{name}.json")
    for kind, forms in expected.items():
        predictions = read_predictions_file(SHARED / "golden" / f"{name}.{kind}.predictions.jsonl")
        for form, official in forms.items():
            scores = report(data, predictions.values(), text_only=form == "text_only", resamples=0)
            assert scores.answer_f1.mean == official["Answer F1"], (kind, form)
            assert scores.evidence_f1.mean == official["Evidence F1"], (kind, form)
            assert scores.missing_predictions == official["Missing predictions"], (kind, form)
            for answer_type, value in official["Answer F1 by type"].items():
                found = scores.answer_f1_by_type[answer_type]
                assert (0.0 if found.mean is None else found.mean) == value, (kind, form, answer_type)


PARAGRAPHS = ["P1", "P2", "Results.", "FLOAT SELECTED: Table 1", "a heading"]
WORDS = [
    "the",
    "a",
    "GRU",
    "gru.",
    "two",
    "layers",
    "two-layer",
    "“the”",
    "85.3",
    "é",
    "e\u0301",
    "A",
    "...",
    "Yes",
    "no",
]
ANSWER_TYPES: list[AnswerType] = ["extractive", "abstractive", "boolean"]
EVIDENCE = st.lists(st.sampled_from(PARAGRAPHS), max_size=4)
ANSWER = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
REFERENCE = st.builds(reference, ANSWER, st.sampled_from(ANSWER_TYPES), EVIDENCE) | st.just(unanswerable())
QUESTIONS = st.lists(st.lists(REFERENCE, min_size=1, max_size=4), min_size=1, max_size=8)


@settings(max_examples=150)
@given(QUESTIONS, st.data(), st.booleans())
def test_random_files_equal_the_second_implementation(
    references: list[list[Reference]], data: st.DataObject, text_only: object
) -> None:
    """To the last bit, with duplicates, empty texts, several annotators, missing predictions, in any order."""
    questions = [question(f"q{number}", *entry) for number, entry in enumerate(references)]
    split = data.draw(st.integers(0, len(questions)))
    papers = dataset(paper("A", *questions[:split]), paper("B", *questions[split:]))
    asked = data.draw(st.lists(st.sampled_from([entry.id for entry in questions]), unique=True))
    predicted = {key: (data.draw(ANSWER), data.draw(EVIDENCE)) for key in asked}
    gold: dict[str, list[Annotation]] = {
        entry.id: [(one.answer, one.type, list(one.evidence)) for one in entry.references] for entry in questions
    }
    expected = evaluate(gold, predicted, text_only=bool(text_only))
    rows = [prediction(key, answer, *cited) for key, (answer, cited) in predicted.items()]
    found = report(papers, rows, text_only=bool(text_only), resamples=0)
    assert found.answer_f1.mean == expected["answer_f1"]
    assert found.evidence_f1.mean == expected["evidence_f1"]
    assert found.missing_predictions == expected["missing"]
    assert {name: entry.mean or 0.0 for name, entry in found.answer_f1_by_type.items()} == expected["by_type"]


def test_the_order_of_predictions_changes_nothing() -> None:
    """Design rule 7: means are added up in gold-file order."""
    data, rows = hand_rows()
    assert report(data, rows).to_json() == report(data, reversed(rows)).to_json()


def test_a_question_id_that_occurs_twice_keeps_its_first_place_and_last_content() -> None:
    first, last = question("q", reference("old")), question("q", reference("new"))
    data = dataset(paper("A", first, question("r", reference("r"))), paper("B", last))
    scores = report(data, [prediction("q", "new"), prediction("r", "r")])
    assert (scores.questions, scores.answer_f1.mean) == (2, 1.0)


def test_a_prediction_for_a_question_of_another_split_changes_nothing_but_its_count() -> None:
    data, rows = hand_rows()
    stranger = replace(rows[0], question_id="stranger")
    more = report(data, [*rows, stranger]).to_json()
    assert more["unknown_predictions"] == 2
    assert {**more, "unknown_predictions": 1} == report(data, rows).to_json()


def test_what_normalises_to_nothing_is_flagged_and_keeps_its_official_number() -> None:
    """T10."""
    data = dataset(
        paper("A", question("a", reference("A")), question("b", reference("Paris"), reference("???"))),
        paper("B", question("c", reference("Rome")), question("d", reference("Oslo"))),
    )
    rows = [prediction("a", "A"), prediction("b", "Paris"), prediction("c", "..."), prediction("d", "Oslo")]
    scores = report(data, rows)
    assert scores.answer_f1.mean == mean(0.0, 1.0, 0.0, 1.0)
    assert scores.flags["empty_after_normalisation"] == 3
