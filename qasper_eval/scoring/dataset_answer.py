"""A prediction in the units of its dataset: the one place where cited paragraphs become sentences or spans."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorers.normalize import official_tokens

from .outcome import outcome_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loaders.records import Paper, Paragraph
    from qasper_eval.prediction_parts import Citation
    from qasper_eval.records import Prediction


class CitedPassage(NamedTuple):
    """One citation: a paragraph, and the part of it that was quoted."""

    paragraph: int | None
    """Ordinal of the paragraph; None where what was cited is no paragraph of the paper."""
    start: int = 0
    """Start of the quote, in code points of the paragraph."""
    end: int = 0
    """One past its end."""
    is_quote: bool = False
    """False where nothing narrower than the paragraph is known, so that the whole paragraph counts as cited."""


class DatasetAnswer(NamedTuple):
    """What a prediction comes to for the metrics of its dataset."""

    text: str
    """Short answer as predicted."""
    is_declined: bool
    """Whether it declines by its structured field, or in the official wording where there is no field."""
    cited: tuple[CitedPassage, ...]
    """Citations in order."""

    def sentences(self, paper: Paper) -> list[tuple[int, int]]:
        """Return the cited sentences as (paragraph, sentence), each once, in citation order.

        A quote cites the sentences that it overlaps; without a quote, or with one that overlaps none, the whole
        paragraph counts as cited. A paragraph whose sentences the dataset does not split is one sentence. What is
        cited and is no paragraph is one sentence that nothing equals: (-1, n).
        """
        found: dict[tuple[int, int], None] = {}
        for number, passage in enumerate(self.cited):
            if passage.paragraph is None:
                found[-1, number] = None
                continue
            bounds = paper.paragraphs[passage.paragraph].sentences
            found |= dict.fromkeys((passage.paragraph, at) for at in _overlapped(bounds, passage))
        return list(found)

    def paragraphs(self) -> list[int]:
        """Return the cited paragraphs, each once, in citation order; -1, -2, … for what is no paragraph."""
        return list(
            dict.fromkeys(
                -1 - number if passage.paragraph is None else passage.paragraph
                for number, passage in enumerate(self.cited)
            )
        )

    def spans(self, paper: Paper) -> Iterator[tuple[int, int, int]]:
        """Yield (paragraph, start, end) for each citation, the whole paragraph where nothing was quoted."""
        for passage in self.cited:
            if passage.paragraph is not None:
                length = len(paper.paragraphs[passage.paragraph].text)
                start, end = (passage.start, passage.end) if passage.is_quote else (0, length)
                yield passage.paragraph, start, end


NOTHING_SAID = DatasetAnswer("", is_declined=False, cited=())
"""Stands for a missing prediction, whose numerators then count as 0."""


def dataset_answer(paper: Paper, prediction: Prediction) -> DatasetAnswer:
    """Return the answer; evidence given as texts alone (the bare official format) cites the first equal paragraph."""
    outcome, _ = outcome_of(prediction, official_tokens(prediction.predicted_answer))
    if prediction.citations:
        cited = tuple(_passage(paper.paragraphs, citation) for citation in prediction.citations)
    else:
        first: dict[str, int] = {}
        if prediction.predicted_evidence:
            for ordinal, paragraph in enumerate(paper.paragraphs):
                first.setdefault(paragraph.text, ordinal)
        cited = tuple(CitedPassage(first.get(text)) for text in prediction.predicted_evidence)
    return DatasetAnswer(prediction.predicted_answer, outcome == "declined", cited)


def _passage(paragraphs: Sequence[Paragraph], citation: Citation) -> CitedPassage:
    if not 0 <= citation.paragraph < len(paragraphs):
        return CitedPassage(None)
    start, end = citation.quote_start, citation.quote_end
    if start is None or end is None or not 0 <= start < end:
        return CitedPassage(citation.paragraph)
    return CitedPassage(citation.paragraph, start, end, is_quote=True)


def _overlapped(bounds: Sequence[tuple[int, int]], passage: CitedPassage) -> Sequence[int]:
    whole = range(max(1, len(bounds)))
    if not passage.is_quote:
        return whole
    return [at for at, (start, end) in enumerate(bounds) if start < passage.end and passage.start < end] or whole
