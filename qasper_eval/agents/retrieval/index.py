"""One paper, ready to be searched."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .terms import terms

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loaders.records import Paper


@dataclass(frozen=True, slots=True)
class PaperIndex:
    """Term statistics of a paper's citable paragraphs; positions count from 0 over ``ordinals``."""

    ordinals: tuple[int, ...]
    """Ordinal in the paper of each indexed paragraph, ascending; blank paragraphs are never among them."""
    lengths: tuple[int, ...]
    """Number of terms of each indexed paragraph, its section title included."""
    postings: Mapping[str, tuple[tuple[int, int], ...]]
    """Term to (position, occurrences), positions ascending."""

    @classmethod
    def of(cls, paper: Paper, *, with_abstract: bool = False) -> PaperIndex:
        """Index section title and text of body paragraphs and captions, of the abstract only when asked.

        A paper without such paragraphs gives an empty index, in which every search finds nothing.
        """
        ordinals: list[int] = []
        lengths: list[int] = []
        postings: dict[str, list[tuple[int, int]]] = {}
        for ordinal, paragraph in enumerate(paper.paragraphs):
            if paragraph.is_blank or (paragraph.kind == "abstract" and not with_abstract):
                continue
            counts = Counter(terms(f"{paragraph.document} {paragraph.section} {paragraph.text}"))
            for term, occurrences in counts.items():
                postings.setdefault(term, []).append((len(ordinals), occurrences))
            ordinals.append(ordinal)
            lengths.append(counts.total())
        return cls(
            ordinals=tuple(ordinals),
            lengths=tuple(lengths),
            postings={term: tuple(found) for term, found in postings.items()},
        )

    def frequency(self, term: str) -> int:
        """Count the paragraphs that hold ``term``; 0 for an unknown one."""
        return len(self.postings.get(term, ()))
