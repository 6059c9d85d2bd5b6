"""The text of an article of Evidence Inference, as paragraphs that know where they stand in it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .records import Paragraph

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_HEADING = re.compile(r"(?P<name>(?:TITLE|ABSTRACT|BODY)(?:\.[^\n]*?)?):+\s*")
_LINE = re.compile(r"[^\n]*[^\s][^\n]*")
_CELL = 60
"""A line shorter than this is taken for the cell of a table: articles are released with one cell a line."""


@dataclass(frozen=True, slots=True)
class Article:
    """One article."""

    text: str
    """The whole text, which annotations count in."""
    title: str
    """What stands under the heading TITLE."""
    paragraphs: tuple[Paragraph, ...]
    """Lines, each run of table cells as one, with the heading above as section."""
    bounds: tuple[tuple[int, int], ...]
    """Half-open range of each paragraph in the text."""


def read_article(text: str) -> Article:
    """Return the article of a released text; one without any line has no paragraph."""
    section = ""
    paragraphs: list[Paragraph] = []
    bounds: list[tuple[int, int]] = []
    is_table = False
    for start, end in _lines(text):
        heading = _HEADING.fullmatch(text, start, end)
        if heading is not None:
            section, is_table = heading["name"], False
            continue
        is_cell = end - start < _CELL
        if is_cell and is_table:
            bounds[-1] = (bounds[-1][0], end)
            paragraphs[-1] = Paragraph(text[bounds[-1][0] : end], section)
        else:
            bounds.append((start, end))
            paragraphs.append(Paragraph(text[start:end], section))
        is_table = is_cell
    return Article(text, _title(paragraphs), tuple(paragraphs), tuple(bounds))


def _lines(text: str) -> Iterator[tuple[int, int]]:
    for line in _LINE.finditer(text):
        end = line.end() - 1 if line[0].endswith("\r") else line.end()
        yield line.start(), end


def _title(paragraphs: Sequence[Paragraph]) -> str:
    return " ".join(paragraph.text.strip() for paragraph in paragraphs if paragraph.section == "TITLE")
