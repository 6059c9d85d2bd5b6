"""Answer F1, official and strict."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from official_transcription import answer_f1 as transcribed_f1
from official_transcription import normalize as transcribed_normalize
from scorers.answer_f1 import answer_f1, strict_answer_f1
from scorers.normalize import normalize_answer, official_tokens
from scorers.score import Score
from scorers.strict_normalize import REPAIRS, partly_strict_tokens, strict_tokens

PIECES = [
    *(
        "the",
        "a",
        "an",
        "The",
        "AN",
        "A",
        "theory",
        "atheist",
        "“the”",
        "‘a’",
        "the_",
        "_a",
        "a-b",
        "BLEU-4",
        "BLEU 4",
    ),
    *("85.3", "853", "3.", ".5", "e.g.", "don't", "don’t", "é", "e\u0301", "ß", "SS", "İ", "ﬁ", "Ⅳ", "²", "−5", "–"),
    *(
        "東京",
        "α",
        "…",
        "...",
        "!",
        "$",
        "\x00the",
        "a\x1f",
        "the\x1c",
        "\u2028",
        "\x85",
        "\xa0",
        "\u200bthe",
        "\t",
        "\n",
    ),
]
"""What normalisation may trip over: articles beside every kind of neighbour, and every kind of space and mark."""
TEXTS = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=8).map(" ".join),
    st.lists(st.sampled_from(PIECES), max_size=6).map("".join),
    st.text(max_size=20),
    st.text(st.characters(max_codepoint=127), max_size=20),
)


@given(TEXTS)
def test_normalisation_equals_the_direct_transcription(text: str) -> None:
    assert normalize_answer(text) == transcribed_normalize(text)


@given(TEXTS, st.lists(TEXTS, min_size=1, max_size=4))
def test_every_bit_equals_the_direct_transcription(prediction: str, references: list[str]) -> None:
    values = [transcribed_f1(prediction, reference) for reference in references]
    score = answer_f1(prediction, references)
    assert score.value == max(values)
    assert score.best_reference == values.index(max(values))


def test_precision_recall_and_f1_by_hand() -> None:
    """Overlap big + cat = 2 of 3 predicted, 2 of 4 relevant tokens: p 2/3, r 1/2, F1 (2*2/3*1/2)/(2/3+1/2) = 4/7."""
    score = answer_f1("the big cat sat", ["no", "A big, big cat ran!"])
    assert score == Score((2 * (2 / 3) * (2 / 4)) / (2 / 3 + 2 / 4), 2 / 3, 2 / 4, 2, 1)
    assert math.isclose(score.value, 4 / 7)


def test_overlap_counts_tokens_as_often_as_both_sides_hold_them() -> None:
    """Predicted: attention x 3, and, again, and; reference: attention. Overlap 1 of 6 and 1 of 1: F1 2/7 = 0.2857."""
    score = answer_f1("attention and attention again and attention", ["attention"])
    assert (score.overlap, score.precision, score.recall) == (1, 1 / 6, 1.0)
    assert math.isclose(score.value, 2 / 7)
    assert answer_f1("x x x y", ["x x z"]).overlap == 2


@pytest.mark.parametrize("answer", ["yes.", " Yes", "YES!", "the yes"])
def test_case_punctuation_and_space_do_not_matter(answer: str) -> None:
    """T11."""
    assert answer_f1(answer, ["Yes"]).value == 1.0
    assert strict_answer_f1(answer, ["Yes"]).value == 1.0


def test_no_overlap_is_zero_also_when_both_sides_normalise_to_nothing() -> None:
    """T10: the official quirk stays; strict keeps an article where nothing else remains."""
    assert answer_f1("A", ["A"]).value == 0.0
    assert answer_f1("...", ["Paris", "???"]).value == 0.0
    assert answer_f1("Paris", ["Paris", "???"]).value == 1.0
    assert strict_answer_f1("A", ["A"]).value == 1.0
    assert strict_answer_f1("The", ["A"]).value == 0.0
    assert strict_answer_f1("...", ["???"]).value == 0.0


def test_disagreeing_annotators_give_the_maximum() -> None:
    """T8."""
    assert answer_f1("No", ["Yes", "No"]) == Score(1.0, 1.0, 1.0, 1, 1)
    assert answer_f1("Unanswerable", ["Yes", "Unanswerable"]).best_reference == 1


@pytest.mark.parametrize(
    ("prediction", "gold", "official", "strict"),
    [
        ("85.3", "853", 1.0, 0.0),
        ("85.3%", "85.3", 1.0, 1.0),
        ("BLEU-4", "BLEU 4", 0.0, 1.0),
        ("BLEU–4", "BLEU-4", 0.0, 1.0),
        ("e\u0301tude", "étude", 0.0, 1.0),
        ("ﬁne", "fine", 0.0, 1.0),
        ("Straße", "STRASSE", 0.0, 1.0),
        ("“yes”", "yes", 0.0, 1.0),
        ("−5", "-5", 0.0, 1.0),
        ("v1.2.3", "v123", 1.0, 0.0),
        ("end.", "end", 1.0, 1.0),
    ],
)
def test_strict_repairs_what_official_gets_wrong(prediction: str, gold: str, official: float, strict: float) -> None:
    """T12."""
    assert answer_f1(prediction, [gold]).value == official
    assert strict_answer_f1(prediction, [gold]).value == strict


def test_articles_go_by_word_boundaries_after_the_punctuation() -> None:
    """A token filter would keep “the” whole and leave the_ (underscore dropped) as an article either way."""
    assert official_tokens("“the” the_ a.b a b") == ["“", "”", "ab", "b"]


@given(TEXTS)
def test_the_repairs_span_from_official_to_strict(text: str) -> None:
    assert partly_strict_tokens(text, ()) == strict_tokens(text)
    assert partly_strict_tokens(text, REPAIRS) == official_tokens(text)


@given(TEXTS, TEXTS)
def test_f1_is_symmetric_and_within_bounds(one: str, other: str) -> None:
    """The human ceiling rests on the symmetry."""
    for f1 in (answer_f1, strict_answer_f1):
        value = f1(one, [other]).value
        assert 0.0 <= value <= 1.0
        assert f1(other, [one]).value == value


def test_no_reference_is_an_error() -> None:
    with pytest.raises(ValueError, match="at least one reference"):
        answer_f1("x", [])


@given(
    st.lists(st.sampled_from(["the", "a", "x", "y", "z", "w"]), max_size=12),
    st.lists(st.sampled_from(["the", "x", "y", "z", "v"]), max_size=8),
    st.integers(90, 110),
)
def test_repeated_words_count_as_often_as_both_sides_hold_them(
    prediction: list[str], reference: list[str], copies: int
) -> None:
    """Around the length from which all words are counted at once."""
    for words in (prediction, ["x", *["u"] * copies, *prediction]):
        text, other = " ".join(words), " ".join(reference)
        assert answer_f1(text, [other]).value == transcribed_f1(text, other)


def test_every_ascii_character_splits_words_as_the_transcription_does() -> None:
    """A control character that is no white space ends a word for the articles, not for the tokens."""
    for code in range(128):
        text = f"a{chr(code)}the b{chr(code)}An c{chr(code)}d"
        assert normalize_answer(text) == transcribed_normalize(text), code
