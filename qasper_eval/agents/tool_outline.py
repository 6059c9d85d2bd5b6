"""The sections of a paper, as a model may choose among them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .prompt import context_lines, section_heading

if TYPE_CHECKING:
    from loaders.records import Paper

    from .paragraph_ids import ParagraphIds

UNTITLED = "(untitled)"
_ID = r"\[?\s*[Ss]?(\d{1,6})\s*\]?"
_IDS = re.compile(rf"{_ID}(?:\s*[,;&]\s*{_ID})*")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Section:
    """All citable paragraphs under one heading."""

    title: str
    """The heading on one line; ``(untitled)`` where there is none."""
    ordinals: tuple[int, ...]
    """Ordinals of its paragraphs, in id order."""


@dataclass(frozen=True, slots=True)
class PaperOutline:
    """The sections S1, S2, … in the order in which their first paragraph comes."""

    sections: tuple[Section, ...]
    """Never an empty section; () for a paper without citable paragraphs."""

    @classmethod
    def of(cls, paper: Paper, ids: ParagraphIds) -> PaperOutline:
        """Group what ``ids`` shows by heading; a heading that comes back later is the same section."""
        grouped: dict[str, list[int]] = {}
        for _, ordinal in ids.shown_ids():
            grouped.setdefault(section_heading(paper.paragraphs[ordinal]), []).append(ordinal)
        return cls(tuple(Section(title or UNTITLED, tuple(ordinals)) for title, ordinals in grouped.items()))

    def find(self, argument: str) -> tuple[int, ...] | None:
        """Return the ordinals of the sections named, each once; None when there is no such section.

        ``S3``, ``s3``, ``[S3]``, ``3`` and lists of them are read, and a title word for word, whatever its case; of
        a list, what names nothing is passed over.
        """
        wanted = " ".join(argument.split())
        if _IDS.fullmatch(wanted):
            numbers = [int(number) for number in _NUMBER.findall(wanted)]
            found = [self.sections[number - 1] for number in numbers if 1 <= number <= len(self.sections)]
        else:
            found = [section for section in self.sections if section.title.casefold() == wanted.casefold()]
        ordinals = dict.fromkeys(ordinal for section in found for ordinal in section.ordinals)
        return tuple(ordinals) or None

    def text(self, paper: Paper, ids: ParagraphIds) -> str:
        """Render title, abstract and one ``[Sn]`` line a section with its number of paragraphs."""
        lines = context_lines(paper, ids)
        if lines and self.sections:
            lines.append("## Sections")
        for number, section in enumerate(self.sections, start=1):
            count = len(section.ordinals)
            lines.append(f"[S{number}] {section.title} ({count} paragraph{'s' if count > 1 else ''})")
        return "\n".join(lines)
