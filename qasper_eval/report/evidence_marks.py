"""What people marked in one context, as ranges of its paragraphs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .text_ranges import merged_ranges

if TYPE_CHECKING:
    from collections.abc import Iterator

    from loaders.records import Paper, Question, Reference

_SPANS = ("a span in paragraph", "spans in paragraphs")
_PARAGRAPHS = ("paragraph", "paragraphs")
Mark = tuple[int, int, int]
"""Ordinal of a paragraph, first code point, one past the last."""


class EvidenceMarks:
    """The evidence of a question's references at the unit that people marked."""

    def __init__(self, paper: Paper, question: Question) -> None:
        self._paper = paper
        self._first: dict[str, int] = {}
        for ordinal, paragraph in enumerate(paper.paragraphs):
            self._first.setdefault(paragraph.text, ordinal)
        marks = [self._trimmed(*mark) for reference in question.references for mark in self._marks(reference)]
        self.by_paragraph: dict[int, tuple[tuple[int, int], ...]] = {
            ordinal: merged_ranges((start, end) for at, start, end in marks if at == ordinal)
            for ordinal in sorted({ordinal for ordinal, _, _ in marks})
        }
        """Ordered, disjoint ranges by ordinal."""
        self.lost: tuple[str, ...] = tuple(
            dict.fromkeys(
                text for reference in question.references for text in reference.evidence if text not in self._first
            )
        )
        """Texts that people marked and the context does not hold."""

    def of_reference(self, reference: Reference) -> str:
        """Return in words what one annotator marked."""
        if reference.evidence_sentences:
            named = ", ".join(f"{one.paragraph}.{one.sentence}" for one in reference.evidence_sentences)
            said = (
                f"marked sentence {named}" if len(reference.evidence_sentences) == 1 else f"marked sentences {named}"
            )
        else:
            ordinals = sorted({ordinal for ordinal, _, _ in self._marks(reference)})
            one, several = _SPANS if reference.evidence_spans else _PARAGRAPHS
            what = one if len(ordinals) == 1 else several
            named = ", ".join(map(str, ordinals))
            said = f"marked {what} {named}" if ordinals else "marked nothing"
        lost = reference.unplaced
        return said + (f"; {lost} mark{'' if lost == 1 else 's'} lost" if lost else "")

    def _marks(self, reference: Reference) -> Iterator[Mark]:
        """Yield sentences and spans; for a paragraph with neither, what is highlighted in it, else all of it."""
        paragraphs, finer = self._paper.paragraphs, set[int]()
        for sentence in reference.evidence_sentences:
            finer.add(sentence.paragraph)
            yield sentence.paragraph, *paragraphs[sentence.paragraph].sentences[sentence.sentence]
        for span in reference.evidence_spans:
            finer.add(span.paragraph)
            yield span.paragraph, span.start, span.end
        for text in reference.evidence:
            ordinal = self._first.get(text)
            if ordinal is None or ordinal in finer:
                continue
            places = [(text.find(part), part) for part in reference.highlighted if part and part in text]
            yield from ((ordinal, start, start + len(part)) for start, part in places)
            if not places:
                yield ordinal, 0, len(text)

    def _trimmed(self, ordinal: int, start: int, end: int) -> Mark:
        """Leave out white space at both ends, which some datasets count to a sentence."""
        text = self._paper.paragraphs[ordinal].text[start:end]
        lead = len(text) - len(text.lstrip())
        return ordinal, start + lead, start + max(lead, len(text.rstrip()))
