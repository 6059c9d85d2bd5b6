"""Paragraphs made quickly are the paragraphs that the constructor makes."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders import Paragraph
from loaders.body_paragraphs import body_paragraphs


@given(st.lists(st.text()), st.text())
def test_they_equal_those_of_the_constructor(texts: list[str], section: str) -> None:
    made = body_paragraphs(texts, section)
    assert made == [Paragraph(text, section) for text in texts]
    assert [hash(paragraph) for paragraph in made] == [hash(Paragraph(text, section)) for text in texts]


def test_no_field_is_left_out() -> None:
    """A field added to the record fails here until it is set."""
    (paragraph,) = body_paragraphs(["Text."], "Intro")
    for field in fields(Paragraph):
        assert getattr(paragraph, field.name) == getattr(Paragraph("Text.", "Intro"), field.name)
    assert replace(paragraph, kind="caption") == Paragraph("Text.", "Intro", "caption")
    with pytest.raises(FrozenInstanceError):
        paragraph.text = "x"  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]  # because that is tested
