"""Units of evidence finer than a paragraph; apart from the records, because Qasper needs none of them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SentenceId:
    """A sentence of a paragraph, both counted from 0."""

    paragraph: int
    """Ordinal of the paragraph in its paper."""
    sentence: int
    """Index into ``Paragraph.sentences``."""


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of code points inside a paragraph."""

    paragraph: int
    """Ordinal of the paragraph in its paper."""
    start: int
    """First code point, from 0."""
    end: int
    """One past the last code point."""
