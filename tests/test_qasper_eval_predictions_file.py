"""A predictions file given by a user is read strictly and never repaired."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from qasper_eval.errors import PredictionsFileError
from qasper_eval.predictions_file import read_predictions_file
from qasper_eval.records import Prediction

if TYPE_CHECKING:
    from pathlib import Path


def row(question_id: str, **changes: Any) -> dict[str, Any]:
    return {"question_id": question_id, "predicted_answer": "a", "predicted_evidence": ["x"]} | changes


def lines(*rows: object, end: str = "\n") -> bytes:
    return "".join(json.dumps(entry) + end for entry in rows).encode()


def read(folder: Path, content: bytes) -> dict[str, Prediction]:
    path = folder / "p.jsonl"
    path.write_bytes(content)
    try:
        return read_predictions_file(path)
    finally:
        assert path.read_bytes() == content, "the file was changed"


GOOD = lines(row("q1"), row("q2", predicted_answer="b", predicted_evidence=[]))
TWO = {"q1": Prediction("q1", "a", ("x",)), "q2": Prediction("q2", "b", ())}


@pytest.mark.parametrize(
    "content",
    [
        GOOD,
        b"\xef\xbb\xbf" + GOOD,
        GOOD.replace(b"\n", b"\r\n"),
        GOOD.rstrip(b"\n"),
        b"\xef\xbb\xbf" + GOOD.replace(b"\n", b"\r\n").rstrip(b"\r\n"),
        GOOD + b"\n \r\n",
    ],
    ids=["plain", "bom", "crlf", "no last newline", "all three", "blank end"],
)
def test_what_editors_do_to_a_file_is_accepted(tmp_path: Path, content: bytes) -> None:
    assert read(tmp_path, content) == TWO


def test_records_end_at_a_line_feed_only(tmp_path: Path) -> None:
    """T18."""
    answer = "one\u2028two\x85three\x0bfour"
    content = json.dumps(row("q1", predicted_answer=answer), ensure_ascii=False).encode() + b"\n"
    assert read(tmp_path, content)["q1"].predicted_answer == answer


@pytest.mark.parametrize(
    ("bad", "message"),
    [
        (b"{bad}\n", "is not JSON"),
        (b'{"question_id": "q3", "pred', "is not JSON, or was cut off"),
        (b'{"question_id": "q3", "pred\n', "is not JSON"),
        (b'{"question_id": "q3", "pred\n\n', "is not JSON"),
        (b"\n" + lines(row("q3")), "is blank"),
        (lines(row("q1")), "question_id 'q1' is already on line 1"),
        (lines(row("q3", predicted_answer=None)), "predicted_answer must be a string, not null"),
        (lines(row("q3", predicted_answer=3)), "predicted_answer must be a string"),
        (lines(row("q3", predicted_answer=["a"])), "predicted_answer must be a string, not a list"),
        (lines(row("q3", predicted_evidence="x")), "predicted_evidence must be a list"),
        (lines(row("q3", predicted_evidence=[None])), "list of strings, but it holds null"),
        (lines(row("q3", predicted_answer=float("nan"))), "NaN and Infinity are no JSON values"),
        (lines(row("q3", cost_usd=float("inf"))), "NaN and Infinity are no JSON values"),
        (lines(row("q3", predicted_answer="\ud800")), "surrogate"),
        (lines(row("q3", predicted_answer="\udc00 x")), "surrogate"),
        (b'{"question_id": "q3", "predicted_answer": "\xed\xa0\x80", "predicted_evidence": []}\n', "is not UTF-8"),
        (json.dumps(row("q3", predicted_answer="é"), ensure_ascii=False).encode("latin-1") + b"\n", "is not UTF-8"),
        (lines([1]), "must be an object, not a list"),
        (lines({"question_id": "q3", "predicted_answer": "a"}), "predicted_evidence is missing"),
        (lines({"predicted_answer": "a", "predicted_evidence": []}), "question_id is missing"),
        (b'{"question_id":"q3","question_id":"q4","predicted_answer":"a","predicted_evidence":[]}\n', "occurs twice"),
        (lines(row("q3")).rstrip() + lines(row("q4")), "is not JSON"),
        (lines(row("q3", declined="no")), "declined must be true or false"),
        (lines(row("q3", retrieved=[{"paragraph": "P1"}])), "retrieved: score is missing"),
        (lines(row("q3", citations=[{"paragraph": "P1"}])), "citations: paragraph must be an integer"),
        (lines(row("q3", invalid_citations=1.5)), "invalid_citations must be an integer"),
    ],
)
def test_a_bad_line_is_named_with_its_number(tmp_path: Path, bad: bytes, message: str) -> None:
    """T17: in a file given by a user nothing is repaired; the error says file, line and fault in one line."""
    with pytest.raises(PredictionsFileError) as caught:
        read(tmp_path, GOOD + bad)
    text = str(caught.value)
    assert text.startswith(f"{tmp_path / 'p.jsonl'}: line 3: ")
    assert message in text
    assert "\n" not in text
    assert caught.value.exit_code == 2


def test_a_key_may_occur_again_inside_a_trace(tmp_path: Path) -> None:
    trace = [{"step": "s", "input": row("other"), "output": None}]
    assert read(tmp_path, lines(row("q1", trace=trace)))["q1"].trace[0].input == row("other")


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_an_error(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(PredictionsFileError, match="holds no predictions"):
        read(tmp_path, content)


def test_utf_16_is_named_as_what_it_is_not(tmp_path: Path) -> None:
    with pytest.raises(PredictionsFileError, match="line 1: is not UTF-8"):
        read(tmp_path, GOOD.decode().encode("utf-16"))


def test_a_missing_file_and_a_folder_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(PredictionsFileError, match="no such predictions file"):
        read_predictions_file(tmp_path / "none.jsonl")
    with pytest.raises(PredictionsFileError, match="cannot be read: Is a directory"):
        read_predictions_file(tmp_path)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_a_cut_file_is_read_whole_or_refused(tmp_path: Path, data: st.DataObject) -> None:
    """T17: a file cut anywhere gives either every whole record before the cut or an error, never half a record."""
    content = lines(*[row(f"q{number}", predicted_answer="é“x”") for number in range(4)])
    cut = content[: data.draw(st.integers(0, len(content)))]
    try:
        found = read(tmp_path, cut)
    except PredictionsFileError:
        return
    assert len(found) == cut.rstrip(b"\n").count(b"\n") + 1
    assert all(prediction.predicted_answer == "é“x”" for prediction in found.values())


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_no_bytes_cause_a_traceback(tmp_path: Path, content: bytes) -> None:
    with suppress(PredictionsFileError):
        read(tmp_path, content)
