"""The paragraphs of a paper's body, made by the thousand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .records import Paragraph

if TYPE_CHECKING:
    from collections.abc import Iterable


class _Draft:
    """What becomes a paragraph: the same slots, which may still be set."""

    __slots__ = Paragraph.__slots__

    def __init__(self, text: str, section: str) -> None:
        self.text = text
        self.section = section
        self.kind = "text"
        self.document = ""
        self.sentences = ()


def body_paragraphs(texts: Iterable[str], section: str) -> list[Paragraph]:
    """Return ``Paragraph(text, section)`` for each text, in order; [] for none.

    A frozen dataclass looks up each field by its name to set it. An object that is frozen only when it is whole takes
    half the time, and a file holds tens of thousands of paragraphs (ADR-0003).
    """
    made: list[Paragraph] = []
    for text in texts:
        draft = _Draft(text, section)
        draft.__class__ = Paragraph  # type: ignore[assignment]  # because the slots are the same
        made.append(draft)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]  # because it is one now
    return made
