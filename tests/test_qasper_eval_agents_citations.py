"""Ids to ordinals: looked up, never searched, never mapped to a neighbour."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_fakes import PAPER
from loaders.records import Paper, Paragraph
from qasper_eval.agents.citations import MAX_RANGE, id_numbers, resolve_ids
from qasper_eval.agents.paragraph_ids import ParagraphIds

IDS = ParagraphIds.of(PAPER)


def test_ids_count_what_may_be_cited_and_blank_paragraphs_get_none() -> None:
    """P1 to P4 are ordinals 0, 2, 3, 4: ordinal 1 is blank, the abstract is context."""
    assert IDS.shown_ids() == ((1, 0), (2, 2), (3, 3), (4, 4))


def test_a_citable_abstract_is_the_first_paragraph() -> None:
    assert ParagraphIds.of(PAPER, cite_abstract=True).shown_ids() == ((1, 5), (2, 0), (3, 2), (4, 3), (5, 4))


def test_a_paragraph_keeps_its_id_when_others_are_left_out() -> None:
    few = IDS.only([4, 0, 1, 99])
    assert few.shown_ids() == ((1, 0), (4, 4))
    assert few.left_out == 2
    assert [few.ordinal(number) for number in (1, 2, 3, 4)] == [0, None, None, 4]


def test_ids_of_a_paper_without_paragraphs() -> None:
    empty = ParagraphIds.of(Paper("p", "", "", (), ()))
    assert empty.shown_ids() == ()
    assert empty.ordinal(1) is None


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("P12", (12,)),
        (" p12 ", (12,)),
        ("12", (12,)),
        ("[P12]", (12,)),
        ("[ P12 ]", (12,)),
        ("[^12]", (12,)),
        ("Ｐ１２", (12,)),
        ("【12】", (12,)),
        ("［１２］", (12,)),
        ("P1, P3", (1, 3)),
        ("P1; 3", (1, 3)),
        ("P1 and P3", (1, 3)),
        ("[P1][P3]", (1, 3)),
        ("[P1], [P3]", (1, 3)),
        ("P1-P3", (1, 2, 3)),
        ("P1-3", (1, 2, 3)),
        ("[1–3]", (1, 2, 3)),
        ("P1 — P3, P7", (1, 2, 3, 7)),
        ("P2-P2", (2,)),
        ("P0", (0,)),
        ("P007", (7,)),
        (f"P1-P{MAX_RANGE}", tuple(range(1, MAX_RANGE + 1))),
    ],
)
def test_every_way_to_write_an_id_is_read(text: str, numbers: tuple[int, ...]) -> None:
    """T2, T4."""
    assert id_numbers(text) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "P",
        "paragraph 12",
        "P12: We use a GRU.",
        "P3-P1",
        "P1-",
        "-1",
        "1.5",
        "P1-P3-P5",
        "P12a",
        "[P1",
        "§2",
    ],
)
def test_anything_else_is_malformed(text: str) -> None:
    """T2: a range that is not expanded is reported."""
    assert id_numbers(text) is None


@pytest.mark.parametrize("text", [f"P1-P{MAX_RANGE + 1}", "P9999999", "P1,", "BIBREF12", "[P1]-[P3]", "[P1] see"])
def test_so_is_what_only_begins_or_ends_like_an_id(text: str) -> None:
    assert id_numbers(text) is None


def test_each_paragraph_once_in_order_of_first_mention() -> None:
    """T3."""
    assert resolve_ids(["P3", "P1", "p3", "[P1]", "3"], IDS).ordinals == (3, 0)


def test_what_names_nothing_shown_is_invalid_and_counted_once() -> None:
    """T5: index 0, index > n, an id that was left out, malformed text."""
    read = resolve_ids(["P0", "P5", "P2", "P5", "5", "see P1"], IDS.only([0]))
    assert read.ordinals == ()
    assert read.invalid == ("P0", "P5", "P2", "see P1")


def test_a_range_counts_what_is_not_shown_inside_it() -> None:
    """T2, T5: P1-P4 of a prompt without P2 and P3."""
    read = resolve_ids(["P1-P4"], IDS.only([0, 4]))
    assert (read.ordinals, read.invalid) == ((0, 4), ("P2", "P3"))


def test_no_ids_give_nothing() -> None:
    read = resolve_ids([], IDS)
    assert (read.ordinals, read.invalid) == ((), ())


@given(st.lists(st.text(st.sampled_from("Pp0123456789-–,;[]【】^ and٣²"), max_size=12), max_size=5))
def test_only_shown_ordinals_ever_come_out(written: list[str]) -> None:
    read = resolve_ids(written, IDS)
    assert set(read.ordinals) <= IDS.shown
    assert len(set(read.ordinals)) == len(read.ordinals)


@given(st.lists(st.booleans(), min_size=1, max_size=30), st.integers(0, 40))
def test_a_number_names_the_nth_paragraph_that_is_not_blank(blanks: list[bool], number: int) -> None:
    """T6: identity is the ordinal, also where all texts are equal."""
    paper = Paper("p", "", "", tuple(Paragraph(" " if blank else "Results.") for blank in blanks), ())
    kept = [ordinal for ordinal, blank in enumerate(blanks) if not blank]
    expected = (kept[number - 1],) if 1 <= number <= len(kept) else ()
    assert resolve_ids([f"P{number}"], ParagraphIds.of(paper)).ordinals == expected
