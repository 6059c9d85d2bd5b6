"""Lossless splitting: the pieces are the text, and a cut stands where a sentence ends."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qasper_eval.agents.extractive.sentence_index import index_sentences
from qasper_eval.agents.extractive.sentences import split_sentences


def pieces(text: str) -> list[str]:
    """Split and strip."""
    return [text[start:end].strip() for start, end in split_sentences(text)]


@given(st.text(alphabet=st.sampled_from(list("aB1 .!?\n[]()\"'。,")), max_size=60) | st.text(max_size=60))
def test_the_pieces_are_the_text(text: str) -> None:
    """Joined they give the input back; the ranges are half-open, never empty, without gap or overlap."""
    ranges = split_sentences(text)
    assert "".join(text[start:end] for start, end in ranges) == text
    assert all(start < end for start, end in ranges)


@pytest.mark.parametrize(
    "text",
    [
        "As shown by Smith et al. [5] propose it",
        "See Fig. 2 and Tab. 3 in App. B.2 or Sect. 4",
        "We use Eq. (5) and Alg. 1 with approx. 3 steps",
        "It needs i.e. BERT, e.g. BERT-Base, cf. Table 1",
        "A score of 85.3 against 3.5e-4",
        "We follow J. R. Smith here",
        "It improves by 3 pts. over the rest",
        "A vs. B in Vol. 3",
    ],
)
def test_no_cut_inside(text: str) -> None:
    """Abbreviations, initials, decimals and lower-case continuations end no sentence."""
    assert pieces(text) == [text]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We use BERT. It works.", ["We use BERT.", "It works."]),
        ("This is a statement. [1] This is another.", ["This is a statement. [1]", "This is another."]),
        ("Is it? Yes! “Good.” Next", ["Is it?", "Yes!", "“Good.”", "Next"]),
        ("**Bold.** Next (See 2020.) It", ["**Bold.**", "Next (See 2020.)", "It"]),
        ("The answer is no. We stop.", ["The answer is no.", "We stop."]),
        ("by Vo et al. This was used.", ["by Vo et al.", "This was used."]),
        ("東京は大きい。そう！次", ["東京は大きい。", "そう！", "次"]),
        ("one\n\ntwo", ["one", "two"]),
    ],
)
def test_cuts_between(text: str, expected: list[str]) -> None:
    """T1: reference marks and closing quotes after the stop stay with their sentence."""
    assert pieces(text) == expected


def test_long_runs_of_dots_and_spaces_take_no_time() -> None:
    """A table of contents must not stall the splitter (quadratic matching took minutes on such text)."""
    started = time.perf_counter()
    split_sentences("." * 100_000 + " " * 100_000 + "a" + "?!" * 100_000)
    assert time.perf_counter() - started < 10


def test_the_marker_of_a_caption_is_no_part_of_its_sentence() -> None:
    """Offsets point into the citable text, which keeps the marker."""
    text = "FLOAT SELECTED: Table 2: Sizes of 3 sets.  We use one. "
    found = index_sentences(text)
    assert [text[sentence.start : sentence.end] for sentence in found] == ["Table 2: Sizes of 3 sets.", "We use one."]
    assert [sentence.has_figure for sentence in found] == [True, False]
    assert [sentence.is_own_work for sentence in found] == [False, True]


def test_digits_inside_a_name_are_no_figure() -> None:
    """``word2vec`` and the dataset's own ``TABREF3`` tell no quantity."""
    assert [sentence.has_figure for sentence in index_sentences("word2vec in Table TABREF3")] == [False]


def test_sentences_without_words_are_left_out() -> None:
    """Nothing can be said with a line of rules."""
    assert index_sentences(" -- ") == ()
    assert index_sentences("") == ()
