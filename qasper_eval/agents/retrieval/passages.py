"""One paper as the texts that a model compares with a question."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval.agents.prompt import section_heading
from qasper_eval.agents.text import well_formed

if TYPE_CHECKING:
    from loaders.records import Paper


@dataclass(frozen=True, slots=True)
class Passages:
    """Citable paragraphs, each whole and under its section title."""

    ordinals: tuple[int, ...]
    """Ordinal in the paper of each passage, ascending; blank paragraphs are never among them."""
    texts: tuple[str, ...]
    """Section title and text of each passage."""

    @classmethod
    def of(cls, paper: Paper, *, with_abstract: bool = False) -> Passages:
        """Take body paragraphs and captions, and the abstract only when asked; a paper without any gives none."""
        ordinals = tuple(
            ordinal
            for ordinal, paragraph in enumerate(paper.paragraphs)
            if not paragraph.is_blank and (with_abstract or paragraph.kind != "abstract")
        )
        return cls(ordinals=ordinals, texts=tuple(_titled(paper, ordinal) for ordinal in ordinals))


def _titled(paper: Paper, ordinal: int) -> str:
    paragraph = paper.paragraphs[ordinal]
    return "\n".join(filter(None, (section_heading(paragraph), well_formed(paragraph.text).strip())))
