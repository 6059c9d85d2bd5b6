"""Question ids of strangers in a sentence."""

from __future__ import annotations

import pytest

from qasper_eval.report.compare.listed_ids import MOST_OF_AN_ID, listed_ids


@pytest.mark.parametrize(
    ("question_id", "shown"),
    [
        ("q1", "q1"),
        ("مرحبا-😀", "مرحبا-😀"),
        (" q1", '" q1"'),
        ("a,b", '"a,b"'),
        ("a b", '"a b"'),
        ("a\u2028b", '"a\\nb"'),
        ("", '""'),
    ],
)
def test_an_id_is_one_part_of_the_list(question_id: str, shown: str) -> None:
    """An id that its own spaces, commas or line breaks would split stands in quotes."""
    assert listed_ids("only", [question_id, "last"]) == [f"only: {shown}, last"]


def test_a_long_id_is_cut() -> None:
    """One id of 3,000 characters does not fill the screen."""
    assert "".join(listed_ids("only", ["x" * 3000])).count("x") == MOST_OF_AN_ID
