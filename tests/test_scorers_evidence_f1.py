"""Evidence F1, official and strict."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from official_transcription import evidence_f1 as transcribed_f1
from scorers.evidence_bag import text_evidence
from scorers.evidence_f1 import evidence_f1, strict_evidence_f1
from scorers.score import Score

EVIDENCE = st.lists(st.sampled_from(["P1", "P2", "P3", "Results.", "FLOAT SELECTED: Table 1", ""]), max_size=5)


@given(EVIDENCE, st.lists(EVIDENCE, min_size=1, max_size=4))
def test_every_bit_equals_the_direct_transcription(prediction: list[str], references: list[list[str]]) -> None:
    values = [transcribed_f1(prediction, reference) for reference in references]
    score = evidence_f1(prediction, references)
    assert (score.value, score.best_reference) == (max(values), values.index(max(values)))


@given(EVIDENCE, EVIDENCE)
def test_f1_is_symmetric(one: list[str], other: list[str]) -> None:
    """The human ceiling rests on it."""
    assert evidence_f1(one, [other]).value == evidence_f1(other, [one]).value


def test_a_duplicate_lowers_precision_or_recall() -> None:
    """Overlap 1 over 2 predicted, 1 relevant: F1 (2*1/2*1)/(1/2+1) = 2/3; the other way round the same."""
    assert evidence_f1(["a", "a"], [["a"]]) == Score((2 * 0.5 * 1.0) / (0.5 + 1.0), 0.5, 1.0, 1, 0)
    assert evidence_f1(["a"], [["a", "a"]]) == Score((2 * 1.0 * 0.5) / (1.0 + 0.5), 1.0, 0.5, 1, 0)
    assert strict_evidence_f1(["a", "a"], [["a"]]) == Score(1.0, 1.0, 1.0, 1, 0)
    assert strict_evidence_f1(["a"], [["a", "a"]]) == Score(1.0, 1.0, 1.0, 1, 0)


def test_equal_texts_are_equal_evidence() -> None:
    """T6: a paper that repeats a paragraph offers one piece of evidence, not two."""
    assert evidence_f1(["Results."], [["Results."]]).value == 1.0
    assert evidence_f1(["Results."], [["Results. More"]]).value == 0.0


def test_both_empty_is_one_and_one_empty_is_zero() -> None:
    assert evidence_f1([], [[]]) == Score(1.0, 1.0, 1.0, 0, 0)
    assert evidence_f1(["a"], [[]]) == Score(0.0, 0.0, 0.0, 0, 0)
    assert evidence_f1([], [["a"], []]).best_reference == 1


def test_evidence_that_is_no_paragraph_stays_in_recall() -> None:
    assert evidence_f1(["a"], [["a", "Section heading"]]).recall == 0.5
    assert strict_evidence_f1(["a", "made up"], [["a"]]).precision == 0.5


def test_text_evidence_drops_what_contains_the_float_mark() -> None:
    """T9."""
    assert text_evidence(["FLOAT SELECTED: Table 2", "x FLOAT SELECTED", "float selected"]) == ["float selected"]


def test_no_reference_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one reference"):
        evidence_f1([], [])


@pytest.mark.parametrize("cited", [{"a"}, {"a": None}, {"a", "b"}, set[str]()])
def test_an_agents_set_of_texts_is_scored_as_its_list(cited: Any) -> None:
    """Not what the types ask for, and yet no reason to fail after a paid run."""
    assert evidence_f1(cited, [["a", "c"]]) == evidence_f1(sorted(cited), [["a", "c"]])
