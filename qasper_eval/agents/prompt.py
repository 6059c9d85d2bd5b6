"""A paper as a numbered, fenced block of text (design.md, What an LLM agent sends and gets)."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from itertools import count
from typing import TYPE_CHECKING

from .text import well_formed

if TYPE_CHECKING:
    from loaders.records import Paper, Paragraph

    from .paragraph_ids import ParagraphIds

_INDENT = "    "
_MARK_LENGTH = 16


@dataclass(frozen=True, slots=True)
class PaperBlock:
    """A paper ready to stand between two fence lines; equal for every question that is shown the same paragraphs."""

    text: str
    """Title, abstract and numbered paragraphs, one ``[Pn]`` line each, further lines indented."""
    mark: str
    """Hexadecimal mark of the fence lines, which occurs nowhere in ``text``."""

    @classmethod
    def of(cls, paper: Paper, ids: ParagraphIds) -> PaperBlock:
        """Render the paragraphs that ``ids`` shows; the abstract comes along as context where it has no id."""
        text = "\n".join((*context_lines(paper, ids), *paragraph_lines(paper, ids)))
        return cls(text=text, mark=fence_mark(text))


def section_heading(paragraph: Paragraph) -> str:
    """Return what a reader sees above the paragraph, on one line; empty where the dataset names nothing."""
    if paragraph.kind == "abstract":
        return "Abstract"
    named = (paragraph.document, paragraph.section)
    heading = " ::: ".join(" ".join(name.split()) for name in named if any(map(str.isalnum, name)))
    if not heading and paragraph.kind == "caption":
        return "Figures and tables"
    return well_formed(heading)


def fence_mark(text: str) -> str:
    """Derive a mark from the text it fences, the first of a hashed series that the text does not contain.

    So it is the same for all questions of a paper, and no paper can hold its own closing line.
    """
    marks = (sha256(f"{turn}\n{text}".encode()).hexdigest()[:_MARK_LENGTH] for turn in count())
    return next(mark for mark in marks if mark not in text)


def context_lines(paper: Paper, ids: ParagraphIds) -> list[str]:
    """Return title and abstract as lines without an id; the abstract only where it has none to be cited by."""
    lines: list[str] = []
    if title := " ".join(paper.title.split()):
        lines.append(well_formed(f"Title: {title}"))
    abstract_is_citable = any(paper.paragraphs[ordinal].kind == "abstract" for ordinal in ids.numbered)
    if paper.abstract.strip() and not abstract_is_citable:
        lines += ["## Abstract", _INDENT + _indented(paper.abstract)]
    return lines


def paragraph_lines(paper: Paper, ids: ParagraphIds) -> list[str]:
    """Return the paragraphs that ``ids`` shows, one ``[Pn]`` line each under its heading, further lines indented."""
    lines: list[str] = []
    above = ""
    for number, ordinal in ids.shown_ids():
        paragraph = paper.paragraphs[ordinal]
        heading = section_heading(paragraph)
        if heading and heading != above:
            lines.append(f"## {heading}")
            above = heading
        lines.append(f"[P{number}] {_indented(paragraph.text)}")
    return lines


def _indented(text: str) -> str:
    # Every break that any reader might see as a new line is one here, so that only real ids begin a line.
    return f"\n{_INDENT}".join(well_formed(text).splitlines())
