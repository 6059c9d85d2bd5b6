"""A prediction written and read back."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any, get_type_hints

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.prediction_json import prediction_from_json, prediction_to_json
from qasper_eval.prediction_parts import Citation, Claim, Retrieved, TraceStep, Usage
from qasper_eval.records import Prediction

FULL = Prediction(
    "q1",
    "GRU",
    ("P one", "P two"),
    paper_id="1909.00694",
    answer_type="extractive",
    declined=False,
    answer_text="It uses a GRU. [1]",
    citations=(Citation(3, 0, 14, 5, 9), Citation(7)),
    claims=(Claim(0, 14, (0, 1)),),
    retrieved=(Retrieved(3, 1, 2.5), Retrieved(7, 2, 1.0)),
    invalid_citations=1,
    model="m",
    model_served="m-2026",
    usage=Usage(10, 5, 2, None, 1),
    cost_usd=0.25,
    seconds=1.5,
    trace=(TraceStep("plan", {"k": [1, None]}, "out"),),
)
KEYS = [
    *("question_id", "predicted_answer", "predicted_evidence", "paper_id", "status", "answer_type", "declined"),
    *("answer_text", "citations", "claims", "retrieved", "invalid_citations", "model", "model_served", "usage"),
    *("cost_usd", "seconds", "trace"),
]


def test_a_line_has_the_keys_of_the_design_in_order_and_reads_back() -> None:
    line = prediction_to_json(FULL)
    assert b"\n" not in line
    row: dict[str, Any] = json.loads(line)
    assert list(row) == KEYS
    assert row["citations"][1] == {"paragraph": 7, "start": None, "end": None, "quote_start": None, "quote_end": None}
    assert row["trace"] == [{"step": "plan", "input": {"k": [1, None]}, "output": "out"}]
    assert prediction_from_json(row) == FULL


def test_libraries_can_look_up_what_a_prediction_is_made_of() -> None:
    """As for the papers that an agent gets: pydantic reads the line that we write."""
    assert get_type_hints(Prediction)["usage"] == Usage | None
    assert TypeAdapter(Prediction).validate_json(prediction_to_json(FULL)) == FULL


@given(st.text(), st.lists(st.text()), st.text() | st.none())
def test_any_text_survives(answer: str, evidence: list[str], prose: str | None) -> None:
    """T18: U+2028, U+0085 and carriage returns stay inside their line."""
    texts = [answer, *evidence, prose or ""]
    prediction = Prediction("q", answer, tuple(evidence), declined=False, answer_text=prose)
    if any("\ud800" <= character <= "\udfff" for text in texts for character in text):
        with pytest.raises(ItemUnmeasuredError, match="unstorable"):
            prediction_to_json(prediction)
        return
    line = prediction_to_json(prediction)
    assert b"\n" not in line
    assert prediction_from_json(orjson.loads(line)) == prediction


@pytest.mark.parametrize(
    "bad",
    [
        replace(FULL, cost_usd=float("nan")),
        replace(FULL, retrieved=(Retrieved(1, 1, float("inf")),)),
        replace(FULL, trace=(TraceStep("s", {"deep": [float("nan")]}, None),)),
        replace(FULL, predicted_answer="\ud800"),
        replace(FULL, trace=(TraceStep("s", object(), None),)),
    ],
    ids=["nan cost", "infinite score", "nan in trace", "surrogate", "object"],
)
def test_what_json_cannot_hold_is_unmeasured_and_never_null(bad: Prediction) -> None:
    with pytest.raises(ItemUnmeasuredError) as caught:
        prediction_to_json(bad)
    assert caught.value.cause == "unstorable prediction"


OFFICIAL = {"question_id": "q", "predicted_answer": "a", "predicted_evidence": ["x"]}


def test_the_three_official_keys_are_enough_and_unknown_ones_are_ignored() -> None:
    assert prediction_from_json(OFFICIAL) == Prediction("q", "a", ("x",))
    assert prediction_from_json(OFFICIAL | {"note": object()}) == Prediction("q", "a", ("x",))


WRONG: list[tuple[dict[str, Any], str]] = [
    ({"question_id": 5}, "question_id must be a string, not an integer"),
    ({"predicted_answer": None}, "predicted_answer must be a string, not null"),
    ({"predicted_evidence": None}, "predicted_evidence must be a list, not null"),
    ({"predicted_evidence": "x"}, "predicted_evidence must be a list, not a string"),
    ({"predicted_evidence": ["x", 3]}, "predicted_evidence must be a list of strings, but it holds an integer"),
    ({"status": "maybe"}, "status must be one of"),
    ({"declined": "yes"}, "declined must be true or false or null"),
    ({"declined": 1}, "declined must be true or false or null"),
    ({"answer_text": 1}, "answer_text must be a string or null"),
    ({"citations": [3]}, "citations must be a list of objects"),
    ({"citations": {}}, "citations must be a list, not an object"),
    ({"citations": [{"paragraph": -1}]}, "citations: paragraph must be at least 0"),
    ({"citations": [{}]}, "citations: paragraph is missing"),
    ({"citations": [{"paragraph": 1, "start": True}]}, "citations: start must be an integer or null"),
    ({"claims": [{"start": 0, "end": 1, "citations": [0]}]}, "none of the 0 citations"),
    ({"retrieved": [{"paragraph": 1, "rank": 0, "score": 1.0}]}, "retrieved: rank must be at least 1"),
    ({"retrieved": [{"paragraph": 1, "rank": 1}]}, "retrieved: score is missing"),
    ({"retrieved": [{"paragraph": 1, "rank": 1, "score": float("nan")}]}, "score must be a finite number"),
    ({"invalid_citations": -2}, "invalid_citations must not be negative"),
    ({"usage": []}, "usage must be an object or null"),
    ({"usage": {"input_tokens": "9"}}, "input_tokens must be an integer or null"),
    ({"cost_usd": "free"}, "cost_usd must be a finite number or null"),
    ({"trace": ["plan"]}, "trace must be a list of objects"),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_a_wrong_type_is_named(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        prediction_from_json(OFFICIAL | change)


@pytest.mark.parametrize("key", list(OFFICIAL))
def test_a_missing_official_key_is_named(key: str) -> None:
    with pytest.raises(ValueError, match=f"{key} is missing"):
        prediction_from_json({name: value for name, value in OFFICIAL.items() if name != key})


@pytest.mark.parametrize("value", [None, 3, "x", [], True])
def test_what_is_no_object_is_refused(value: object) -> None:
    with pytest.raises(ValueError, match="must be an object"):
        prediction_from_json(value)
