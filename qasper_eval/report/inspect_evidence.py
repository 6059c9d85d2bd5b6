"""What was cited, marked by annotators and retrieved, held side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .inspect_record import RankedParagraph, ShownParagraph
from .text_ranges import merged_ranges

if TYPE_CHECKING:
    from collections.abc import Iterable

    from loaders.records import Paper, Question
    from qasper_eval.prediction_parts import Citation
    from qasper_eval.records import Prediction

    from .inspect_record import Found

_START = 120


class Evidence:
    """One question's evidence; equal texts are equal, as for the metric, and each ordinal is shown as itself (T6)."""

    def __init__(self, paper: Paper, question: Question, prediction: Prediction | None) -> None:
        self._paper, self._prediction = paper, prediction
        self._ordinals: dict[str, list[int]] = {}
        for ordinal, paragraph in enumerate(paper.paragraphs):
            self._ordinals.setdefault(paragraph.text, []).append(ordinal)
        self._annotators: dict[str, list[int]] = {}
        for number, reference in enumerate(question.references, start=1):
            for text in dict.fromkeys(reference.evidence):
                self._annotators.setdefault(text, []).append(number)
        self._ranks: dict[str, int] | None = None
        if prediction is not None and prediction.retrieved is not None:
            self._ranks = {}
            for entry in sorted(prediction.retrieved, key=lambda entry: entry.rank):
                self._ranks.setdefault(self._text(entry.paragraph), entry.rank)

    def first_ordinal(self, text: str) -> int | None:
        """Return the first ordinal with that text; None where it is no paragraph."""
        return self._ordinals.get(text, [None])[0]

    def cited(self) -> tuple[ShownParagraph, ...]:
        """Return each cited paragraph once, in citation order, then evidence given as text only."""
        if self._prediction is None:
            return ()
        by_ordinal: dict[int, list[Citation]] = {}
        for citation in self._prediction.citations:
            by_ordinal.setdefault(citation.paragraph, []).append(citation)
        texts = {self._text(ordinal) for ordinal in by_ordinal}
        only_texts = [text for text in dict.fromkeys(self._prediction.predicted_evidence) if text not in texts]
        return (
            *(self._shown(self._text(ordinal), ordinal, citations) for ordinal, citations in by_ordinal.items()),
            *(self._shown(text, self.first_ordinal(text)) for text in only_texts),
        )

    def missed(self) -> tuple[ShownParagraph, ...]:
        """Return what annotators marked and the prediction does not cite, in paper order, texts outside it last."""
        cited = self._cited_texts()
        left = [text for text in self._annotators if text not in cited]
        end = len(self._paper.paragraphs)
        left.sort(key=lambda text: self._ordinals.get(text, [end])[0])
        return tuple(self._shown(text, self.first_ordinal(text)) for text in left)

    def ranked(self) -> tuple[RankedParagraph, ...] | None:
        """Return the retrieved list, best first; None where the agent retrieves nothing."""
        if self._prediction is None or self._prediction.retrieved is None:
            return None
        cited = self._cited_texts()
        lines: list[RankedParagraph] = []
        for entry in sorted(self._prediction.retrieved, key=lambda entry: entry.rank):
            text = self._text(entry.paragraph)
            section = self._section(entry.paragraph)
            start = " ".join(f"{section}: {text}".split())[:_START]
            annotators = tuple(self._annotators.get(text, ()))
            lines.append(RankedParagraph(entry.rank, entry.paragraph, entry.score, text in cited, annotators, start))
        return tuple(lines)

    def _cited_texts(self) -> set[str]:
        if self._prediction is None:
            return set()
        ordinals = (self._text(citation.paragraph) for citation in self._prediction.citations)
        return {*ordinals, *self._prediction.predicted_evidence}

    def _shown(self, text: str, ordinal: int | None, citations: Iterable[Citation] = ()) -> ShownParagraph:
        rank = None if self._ranks is None else self._ranks.get(text)
        found: Found = "unknown" if self._ranks is None else "retrieved" if rank is not None else "not retrieved"
        return ShownParagraph(
            ordinal=ordinal,
            same_text=tuple(other for other in self._ordinals.get(text, ()) if other != ordinal),
            section="" if ordinal is None else self._section(ordinal),
            text=text,
            annotators=tuple(self._annotators.get(text, ())),
            found=found,
            rank=rank,
            quotes=_merged(citations, len(text)),
            supports=self._supported(citations),
        )

    def _supported(self, citations: Iterable[Citation]) -> tuple[str, ...]:
        if self._prediction is None:
            return ()
        prose = self._prediction.answer_text
        said = self._prediction.predicted_answer if prose is None else prose
        parts = (said[citation.start : citation.end] for citation in citations if citation.start is not None)
        return tuple(dict.fromkeys(part for part in parts if part.strip()))

    def _text(self, ordinal: int) -> str:
        """Return a paragraph's text; "" for an ordinal that a file made elsewhere invents."""
        paragraphs = self._paper.paragraphs
        return paragraphs[ordinal].text if ordinal < len(paragraphs) else ""

    def _section(self, ordinal: int) -> str:
        paragraphs = self._paper.paragraphs
        if ordinal >= len(paragraphs):
            return "the paper has no such paragraph"
        paragraph = paragraphs[ordinal]
        named = " / ".join(part for part in (paragraph.document, paragraph.section) if part)
        return named or ("no section" if paragraph.kind == "text" else paragraph.kind)


def _merged(citations: Iterable[Citation], length: int) -> tuple[tuple[int, int], ...]:
    """Return the quoted ranges in order, overlapping ones as one, cut to the text."""
    return merged_ranges(
        (citation.quote_start, min(citation.quote_end, length))
        for citation in citations
        if citation.quote_start is not None and citation.quote_end is not None
    )
