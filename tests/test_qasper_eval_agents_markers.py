"""Markers in prose and the sentences they belong to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qasper_eval.agents.markers import cited_units, find_markers


def _read(text: str) -> list[tuple[str, list[tuple[int, ...]]]]:
    return [
        (text[unit.start : unit.end].strip(), [marker.numbers for marker in unit.markers])
        for unit in cited_units(text)
    ]


_T1: list[tuple[str, list[tuple[str, list[tuple[int, ...]]]]]] = [
    (
        "This is a statement. [1] This is another statement.",
        [("This is a statement. [1]", [(1,)]), ("This is another statement.", [])],
    ),
    ("A claim. [1]. Next.", [("A claim. [1].", [(1,)]), ("Next.", [])]),
    ("A claim.[1][2] Next.", [("A claim.[1][2]", [(1,), (2,)]), ("Next.", [])]),
    ("A claim! [1]\nNext. [2]", [("A claim! [1]", [(1,)]), ("Next. [2]", [(2,)])]),
    ("A claim.\n[1]\n\nNext.", [("A claim.\n[1]", [(1,)]), ("Next.", [])]),
    ("Smith et al. [5] propose it. Next.", [("Smith et al. [5] propose it.", [(5,)]), ("Next.", [])]),
    ("[1] shows it.", [("[1] shows it.", [(1,)])]),
    ("1. First thing. [1]\n2. Second [2].", [("1. First thing. [1]", [(1,)]), ("2. Second [2].", [(2,)])]),
]


@pytest.mark.parametrize(("text", "units"), _T1)
def test_a_marker_after_a_full_stop_belongs_to_the_sentence_before(
    text: str, units: list[tuple[str, list[tuple[int, ...]]]]
) -> None:
    """T1."""
    assert _read(text) == units


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("X holds [2][5].", [(2,), (5,)]),
        ("X holds [1, 3].", [(1, 3)]),
        ("X holds [1-3].", [(1, 2, 3)]),
        ("X holds [P1–P3; P9].", [(1, 2, 3, 9)]),
        ("Fact [1][1] [1].", [(1,), (1,), (1,)]),
        ("東京は大きい【1】。", [(1,)]),
        ("Claim [^1].", [(1,)]),
        ("Claim [１].", [(1,)]),
        ("Claim ［Ｐ１］.", [(1,)]),
        ("Claim [0].", [(0,)]),
    ],
)
def test_every_index_counts(text: str, numbers: list[tuple[int, ...]]) -> None:
    """T2, T3, T4."""
    assert [marker.numbers for marker in find_markers(text)] == numbers


@pytest.mark.parametrize(
    "text", ["X [3-1].", "X [1,].", "X 【1†source】.", "X [^note].", "X [P1: here].", "X [1-9999]."]
)
def test_what_looks_like_a_marker_and_cannot_be_read_is_reported(text: str) -> None:
    """T2, T4: never silently uncited."""
    (marker,) = find_markers(text)
    assert marker.numbers == ()


@pytest.mark.parametrize(
    "text", ["X [see above].", "in [0.5, 1]", "a[i]", "[]", "[ ]", "[BIBREF12]", "[1\n]", "(1)", "[3 layers]"]
)
def test_other_brackets_are_prose(text: str) -> None:
    assert find_markers(text) == ()


def test_lettered_takes_only_ids_of_the_prompt() -> None:
    """A bare [3] in an answer may be copied from the paper's own references."""
    text = "It is so [3], and so [P3], [p4-P5], [P6: x], [^P7]."
    assert [marker.numbers for marker in find_markers(text, lettered=True)] == [(3,), (4, 5), (), (7,)]


@pytest.mark.parametrize("text", ["[1]", "[1]. [2]", " \n", "—", "**", "1. ", "- [3]"])
def test_a_unit_without_a_word_says_nothing(text: str) -> None:
    """T1: such a unit is never judged."""
    (unit,) = cited_units(text)
    assert not unit.has_word


def test_a_number_is_a_word() -> None:
    (unit,) = cited_units("42")
    assert unit.has_word


def test_an_empty_text_has_no_units() -> None:
    assert cited_units("") == ()


_PROSE = st.lists(
    st.sampled_from(
        ["A claim", ". ", ".", " [1]", "[2, 3]", "【1】", "。", "[", "]", "\n", "\n\n", "\r", "\u2028", "et al. "]
    )
    | st.sampled_from(["1. ", "- ", "[^1]", "[１]", "?", "! ", "[x]", "東京", "[9-1]", "e.g. ", " ", "\x85"])
    | st.text(max_size=5),
    max_size=25,
).map("".join)


@given(_PROSE)
def test_the_units_joined_are_the_text(text: str) -> None:
    units = cited_units(text)
    assert "".join(text[unit.start : unit.end] for unit in units) == text
    assert all(unit.start < unit.end for unit in units)


@given(_PROSE, st.booleans())
def test_every_marker_is_in_exactly_one_unit(text: str, lettered: bool) -> None:  # noqa: FBT001  # because hypothesis passes it by name
    units = cited_units(text, lettered=lettered)
    inside = [marker for unit in units for marker in unit.markers]
    assert inside == list(find_markers(text, lettered=lettered))


@given(_PROSE)
def test_a_unit_without_a_word_stands_alone(text: str) -> None:
    units = cited_units(text)
    assert len(units) == 1 or all(unit.has_word for unit in units)
