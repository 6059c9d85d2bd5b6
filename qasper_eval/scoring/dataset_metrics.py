"""The metrics of a dataset's own authors, as a score reports them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from scorers.proportion import Proportion
    from scorers.summary import Summary

    from .dataset_answer import DatasetAnswer
    from .gold import GoldQuestion


WITHOUT_LABEL = "answers_without_label"
"""Key of the answers that stand for no label; a count, not a metric."""


class Ratio(NamedTuple):
    """What one question adds to a metric, which over all questions is sum of numerators / sum of denominators."""

    numerator: float
    """A value in [0, 1] for a mean over questions, else a count."""
    denominator: int = 1
    """1 for a mean over questions, else a count."""


class MetricName(NamedTuple):
    """One metric of a dataset."""

    label: str
    """What a person reads, light Markdown; ``- `` in front of a part of the row above it."""
    parts: tuple[str, ...] = ()
    """Metrics whose plain mean it is (macro F1); () where it has numerators and denominators of its own."""


class MetricSet(NamedTuple):
    """All metrics of one dataset."""

    title: str
    """Name of the dataset as its authors write it."""
    source: str
    """Official script and paper, and what of them is not covered."""
    names: Mapping[str, MetricName]
    """Metrics by key, in the order in which they are shown."""
    measure: Callable[[GoldQuestion, DatasetAnswer], dict[str, Ratio]]
    """Returns what one question adds to each metric that applies to it."""
    is_paired: bool = False
    """Whether further values need the predictions for two questions (MuSiQue)."""
    reads: Literal["", "lengths", "tokens"] = ""
    """What of a paragraph's text it reads besides comparing whole texts: how long it is, or where its tokens are."""


class DatasetMetrics(NamedTuple):
    """What a score found."""

    title: str
    """Name of the dataset as its authors write it."""
    source: str
    """Where the definitions are from."""
    labels: Mapping[str, str]
    """What a person reads for each metric."""
    values: Mapping[str, Summary]
    """Mean, n and interval by metric; n counts the questions that it applies to."""
    without_label: Proportion | None
    """Answers that stand for none of the dataset's labels, out of those where a label was asked; they count as wrong.
    None where the dataset has no labels."""
