"""What each question adds to the metrics of its dataset, added up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorers.interval import Interval
from scorers.macro_bootstrap import macro, macro_bootstrap
from scorers.proportion import Proportion
from scorers.summary import Summary

from .answerable_metrics import SUFFICIENT, paired
from .columns import RatioColumn, summaries
from .dataset_answer import NOTHING_SAID, dataset_answer
from .dataset_metrics import WITHOUT_LABEL, DatasetMetrics, Ratio

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from qasper_eval.records import Prediction

    from .dataset_answer import DatasetAnswer
    from .dataset_metrics import MetricSet
    from .gold import GoldQuestion
    from .options import ScoringOptions

KEPT_ASIDE = (SUFFICIENT,)
"""Values that are parts of others and no metrics themselves."""


class DatasetTally:
    """Collects the values of one score, question by question."""

    def __init__(self, metrics: MetricSet, places: Mapping[str, GoldQuestion] | None = None) -> None:
        """Measure by ``metrics``; ``places`` holds the questions to measure on where they are not those scored."""
        self.metrics = metrics
        self._places = places
        self._found: dict[int, dict[str, Ratio]] = {}

    def add(self, question: GoldQuestion, prediction: Prediction) -> None:
        """Measure one prediction."""
        said = dataset_answer(question.paper.paper, prediction)
        place = question if self._places is None else self._places[question.id]
        self._found[question.index] = self._measured(place, said)

    def _measured(self, question: GoldQuestion, said: DatasetAnswer) -> dict[str, Ratio]:
        """Return what one question adds; nothing where nobody answered it."""
        return self.metrics.measure(question, said) if question.question.references else {}

    def values(self, counted: Sequence[GoldQuestion]) -> dict[int, dict[str, Ratio]]:
        """Return what each counted question adds, by its place in the gold file.

        A question that counts without a prediction adds 0 to every numerator.
        """
        found = {
            question.index: self._found.get(question.index) or _missed(self._measured(question, NOTHING_SAID))
            for question in counted
        }
        if self.metrics.is_paired:
            for index, pairs in paired(counted, found).items():
                found[index] = found[index] | pairs
        return {
            index: {name: ratio for name, ratio in ratios.items() if name not in KEPT_ASIDE}
            for index, ratios in found.items()
        }

    def report(self, counted: Sequence[GoldQuestion], options: ScoringOptions) -> DatasetMetrics:
        """Return every metric over the counted questions, in gold-file order."""
        rows = self.values(counted)
        return dataset_metrics(
            self.metrics, [(question.paper.index, rows[question.index]) for question in counted], options
        )


def _missed(ratios: Mapping[str, Ratio]) -> dict[str, Ratio]:
    return {name: Ratio(0, ratio.denominator) for name, ratio in ratios.items() if name != WITHOUT_LABEL}


def dataset_metrics(
    metrics: MetricSet, rows: Sequence[tuple[int, Mapping[str, Ratio]]], options: ScoringOptions
) -> DatasetMetrics:
    """Return the metrics of questions given as (paper, what it adds); all are resampled like those of the score."""
    places: dict[int, int] = {}
    for paper, _ in rows:
        places.setdefault(paper, len(places))
    columns = {name: _column(name, rows, places) for name in (*metrics.names, WITHOUT_LABEL)}
    found = summaries(columns, seed=options.seed, resamples=options.resamples)
    for name, (_, parts) in metrics.names.items():
        if parts:
            found[name] = _macro([columns[part] for part in parts], found[parts[0]].n, options)
    labelled = found[WITHOUT_LABEL]
    return DatasetMetrics(
        metrics.title,
        metrics.source,
        {name: label for name, (label, _) in metrics.names.items()},
        {name: found[name] for name in metrics.names},
        Proportion(round(columns[WITHOUT_LABEL].total), labelled.n) if labelled.n else None,
    )


def _column(name: str, rows: Sequence[tuple[int, Mapping[str, Ratio]]], places: Mapping[int, int]) -> RatioColumn:
    held = [(places[paper], ratios[name]) for paper, ratios in rows if name in ratios]
    return RatioColumn(
        len(places),
        [place for place, _ in held],
        [ratio.numerator for _, ratio in held],
        [ratio.denominator for _, ratio in held],
    )


def _macro(parts: Sequence[RatioColumn], n: int, options: ScoringOptions) -> Summary:
    pairs = [part.by_paper() for part in parts]
    tops = [[round(value) for value in sums] for sums, _ in pairs]
    bottoms = [counts for _, counts in pairs]
    mean = macro([sum(row) for row in tops], [sum(row) for row in bottoms])
    interval = macro_bootstrap(tops, bottoms, seed=options.seed, resamples=options.resamples) if n else None
    if mean is not None and interval is not None:
        interval = Interval(min(interval.low, mean), max(interval.high, mean))
    return Summary(mean, n, interval=interval)
