"""Many values of one metric, added up question by question."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING

from scorers.aggregate import mean
from scorers.interval import Interval
from scorers.summary import Summary

from .resample import resample_here

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .resample import Resample


class Column:
    """The values of one metric in gold-file order, added up over all questions and for each paper."""

    __slots__ = ("_papers", "_places", "_values", "mean", "n")

    def __init__(self, papers: int, places: Sequence[int], values: Sequence[float]) -> None:
        """Hold one value a question; ``places`` says which of the ``papers`` each question is about."""
        self.n = len(values)
        self.mean = mean(values)
        self._papers, self._places, self._values = papers, places, values

    def by_paper(self) -> tuple[list[float], list[int]]:
        """Return the sum of each paper and how many questions it holds."""
        sums, counts = [0.0] * self._papers, [0] * self._papers
        for place, value in zip(self._places, self._values, strict=True):
            sums[place] += value
            counts[place] += 1
        return sums, counts


class RatioColumn(Column):
    """One numerator and denominator a question; over all questions the metric is their sums' ratio.

    With denominators of 1 it is a mean over questions.
    """

    __slots__ = ("_denominators", "total")

    def __init__(
        self, papers: int, places: Sequence[int], numerators: Sequence[float], denominators: Sequence[int]
    ) -> None:
        super().__init__(papers, places, numerators)
        self._denominators = denominators
        self.total = reduce(add, numerators, 0.0)
        below = sum(denominators)
        self.mean = self.total / below if below else None

    def by_paper(self) -> tuple[list[float], list[int]]:
        """Return the sums of each paper's numerators and denominators."""
        sums, _ = super().by_paper()
        counts = [0] * self._papers
        for place, denominator in zip(self._places, self._denominators, strict=True):
            counts[place] += denominator
        return sums, counts


def summaries(columns: Mapping[str, Column], *, seed: int, resamples: int) -> dict[str, Summary]:
    """Return mean, n and interval of every column; all are resampled together."""
    return begun_summaries(columns, seed=seed, resamples=resamples, resample=resample_here)()


def begun_summaries(
    columns: Mapping[str, Column], *, seed: int, resamples: int, resample: Resample
) -> Callable[[], dict[str, Summary]]:
    """Begin to resample every column, and return what ends it with their summaries."""
    papers = [column.by_paper() for column in columns.values()] if resamples else []
    intervals = resample(
        [sums for sums, _ in papers], [counts for _, counts in papers], seed=seed, resamples=resamples
    )

    def ended() -> dict[str, Summary]:
        found: list[Interval | None] = intervals() if resamples else [None] * len(columns)
        return {
            name: Summary(column.mean, column.n, interval=_around(column.mean, interval))
            for (name, column), interval in zip(columns.items(), found, strict=True)
        }

    return ended


def _around(mean: float | None, interval: Interval | None) -> Interval | None:
    """Return the interval, holding the mean also where its sums were counted a billionth too short."""
    if mean is None or interval is None:
        return None
    return Interval(min(interval.low, mean), max(interval.high, mean))
