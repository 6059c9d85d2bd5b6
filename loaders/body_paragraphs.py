"""The paragraphs of a paper's body, made by the thousand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .records import Paragraph

if TYPE_CHECKING:
    from collections.abc import Iterable

_new = object.__new__
_SLOTS = vars(Paragraph)
_set_text, _set_section, _set_kind, _set_document, _set_sentences = (
    _SLOTS[name].__set__ for name in ("text", "section", "kind", "document", "sentences")
)


def body_paragraphs(texts: Iterable[str], section: str) -> list[Paragraph]:
    """Return ``Paragraph(text, section)`` for each text, in order; [] for none.

    A frozen dataclass looks up each field by its name to set it. Setting the slots takes half the time, and a file
    holds tens of thousands of paragraphs (ADR-0003).
    """
    made: list[Paragraph] = []
    for text in texts:
        paragraph: Any = _new(Paragraph)
        _set_text(paragraph, text)
        _set_section(paragraph, section)
        _set_kind(paragraph, "text")
        _set_document(paragraph, "")
        _set_sentences(paragraph, ())
        made.append(paragraph)
    return made
