"""The ids under which a prompt shows paragraphs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loaders.records import Paper


@dataclass(frozen=True, slots=True)
class ParagraphIds:
    """Table between local ids (``P1``, ``P2``, …) and ordinals; a paragraph keeps its id when others are left out.

    Ids count the paragraphs that a model may cite, in the order in which a prompt shows them: the abstract where
    it is citable, the body, captions. Blank paragraphs get none.
    """

    numbered: tuple[int, ...]
    """Ordinal of P1, P2, …"""
    shown: frozenset[int]
    """Ordinals that the prompt shows; the others are known but cannot be cited."""

    @classmethod
    def of(cls, paper: Paper, *, cite_abstract: bool = False) -> ParagraphIds:
        """Number and show every citable paragraph; a paper without any gives an empty table."""
        order = ("abstract", "text", "caption") if cite_abstract else ("text", "caption")
        numbered = tuple(
            ordinal
            for kind in order
            for ordinal, paragraph in enumerate(paper.paragraphs)
            if paragraph.kind == kind and not paragraph.is_blank
        )
        return cls(numbered=numbered, shown=frozenset(numbered))

    def only(self, ordinals: Iterable[int]) -> ParagraphIds:
        """Show just these of the numbered ordinals, ids unchanged."""
        return ParagraphIds(numbered=self.numbered, shown=self.shown & frozenset(ordinals))

    @property
    def left_out(self) -> int:
        """How many numbered paragraphs are not shown."""
        return len(self.numbered) - len(self.shown)

    def shown_ids(self) -> tuple[tuple[int, int], ...]:
        """Return (number, ordinal) of each paragraph shown, in id order."""
        return tuple(
            (number, ordinal) for number, ordinal in enumerate(self.numbered, start=1) if ordinal in self.shown
        )

    def ordinal(self, number: int) -> int | None:
        """Return the ordinal behind an id; None when nothing with that id is shown (0, too large, left out)."""
        if not 1 <= number <= len(self.numbered):
            return None
        ordinal = self.numbered[number - 1]
        return ordinal if ordinal in self.shown else None
