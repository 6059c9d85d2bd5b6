"""Both runs of a comparison, with their texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval import __version__
from qasper_eval.report.compare.reading import find_source
from qasper_eval.scoring import Gold, SignatureFields, score

from .source import PageSource

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from qasper_eval.report.compare.source import Content, Source


@dataclass(frozen=True, slots=True)
class PairedSource:
    """What the page of a comparison shows beside its numbers."""

    a: PageSource
    """The first run, on the questions that both measured, in its gold-file order."""
    b: PageSource
    """The second run, on the same questions in the same order."""
    has_answers: tuple[bool, bool]
    """Whether the answers of A and of B are there; a folder published without text holds none."""
    has_paragraphs: bool
    """Whether the texts of the papers are there, in ``a``."""


def paired_source(a: str, b: str, root: Path, say: Callable[[str], None]) -> PairedSource:
    """Read two runs that compare; a run folder brings the texts of the papers, a published one brings none.

    Raises:
        UsageError: there is no such run.
        CheckpointError: a run folder cannot be read, or its dataset has changed since.
        PublishedFolderError: a published folder is not as it was published.
        DatasetError: the dataset of a run cannot be loaded.
    """
    sources = find_source(a, root, say), find_source(b, root, say)
    first = sources[0].open(None)
    second = sources[1].open(None if sources[0].is_published else first.dataset)
    order = [question.id for _, question in first.dataset.questions()]
    paired = [name for name in order if name in first.predictions and name in second.predictions]
    return PairedSource(
        _arm(sources[0], first, paired),
        _arm(sources[1], second, paired),
        (sources[0].has_text, sources[1].has_text),
        has_paragraphs=not sources[0].is_published,
    )


def _arm(source: Source, content: Content, paired: list[str]) -> PageSource:
    """Return one run without intervals: the comparison has its own."""
    options = content.options._replace(resamples=0)
    gold = Gold(content.dataset, options)
    predictions = {name: content.predictions[name] for name in paired}
    agent = str(source.config["agent"]["name"])
    report = score(
        content.dataset,
        predictions,
        options,
        asked=paired,
        missing="unmeasured",
        identity=SignatureFields(version=__version__, agent=agent, model=content.model_served),
        gold=gold,
        own=content.own,
    )
    by_id = {question.id: (paper, question) for paper, question in content.dataset.questions()}
    return PageSource(source.run, agent, gold, report, [by_id[name] for name in paired], predictions, {})
