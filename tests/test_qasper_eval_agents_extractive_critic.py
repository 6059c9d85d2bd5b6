"""The critic admits what the paragraph holds, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qasper_eval.agents.extractive.critic import review

PARAGRAPH = "The survey found that 61% of users prefer GRU, while 97 users in 2,714 chose LSTM at 85.3 points."


def test_exactly_three_quarters_is_admitted() -> None:
    """Content tokens alpha, beta, gamma are held, delta is not: 3/4 = 0.75, and the limit is inclusive."""
    verdict = review("alpha beta gamma delta", "alpha beta gamma epsilon")
    assert verdict.containment == 0.75
    assert verdict.admitted


def test_just_under_three_quarters_is_not() -> None:
    """5 of 7 = 0.714."""
    verdict = review("one alpha beta gamma delta x y", "one alpha beta gamma delta")
    assert verdict.containment == 5 / 7
    assert not verdict.admitted


def test_function_words_do_not_help() -> None:
    """Shared ``the``, ``of`` and ``is`` are no content: 1 of 2 content tokens."""
    assert review("the colour of the house is", "the size of the house is").containment == 0.5


@pytest.mark.parametrize(
    ("claim", "missing"),
    [
        ("The survey found that 97% of users prefer GRU", ("97%",)),  # the figure of another clause
        ("while 61 users in 2,714 chose LSTM", ("61",)),
        ("chose LSTM at 853 points", ("853",)),
        ("chose LSTM at 8.53 points", ("8.53",)),
        ("chose LSTM at -85.3 points", ("-85.3",)),
        ("users in 2,715 chose LSTM", ("2715",)),
    ],
)
def test_a_swapped_figure_is_caught(claim: str, missing: tuple[str, ...]) -> None:
    """61% and 97 both occur, but not there; 85.3 is whole, so 853 and 8.53 are other numbers."""
    verdict = review(claim, PARAGRAPH)
    assert verdict.unsupported_numbers == missing
    assert not verdict.admitted


@pytest.mark.parametrize(
    "claim", ["61% of users prefer GRU", "users in 2714 chose LSTM", "LSTM at 85.3 points", "97"]
)
def test_the_same_figure_is_admitted(claim: str) -> None:
    """A thousands separator is spelling, and a bare number is asked for presence only."""
    assert review(claim, PARAGRAPH).admitted


def test_both_sides_of_a_range_are_numbers() -> None:
    """The hyphen of 2013-2014 is no minus."""
    assert review("from 2013 to 2014 on Reddit", "from 2013-2014 on Reddit").admitted


@pytest.mark.parametrize("claim", ["", "of the", "—"])
def test_a_claim_without_content_is_never_admitted(claim: str) -> None:
    """Nothing said is nothing to cite."""
    assert not review(claim, PARAGRAPH).admitted


@given(
    st.lists(st.sampled_from(["GRU", "85.3", "1,006", "not", "-2", "the", "users", ".5"]), min_size=1, max_size=12)
)
def test_a_verbatim_part_is_always_admitted(words: list[str]) -> None:
    """Whatever the numbers and however often they repeat, a contiguous part of the paragraph is held by it."""
    paragraph = "start " + " ".join(words) + " end"
    part = " ".join(words)
    verdict = review(part, paragraph)
    assert verdict.unsupported_numbers == ()
    assert verdict.admitted == (set(words) != {"the"})
