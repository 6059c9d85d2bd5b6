"""Many values of one metric, added up question by question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorers.bootstrap import paper_bootstrap
from scorers.interval import Interval
from scorers.summary import Summary

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .question_score import QuestionScore


class Column:
    """The running sums of one metric, over all questions and for each paper, in gold-file order.

    A plain left-to-right loop, because the last bit of an official mean depends on it (metrics.md, To the last bit).
    """

    __slots__ = ("counts", "n", "sums", "total")

    def __init__(self, papers: int) -> None:
        self.total = 0.0
        self.n = 0
        self.sums = [0.0] * papers
        self.counts = [0] * papers

    def add(self, paper: int, value: float) -> None:
        """Count one question of a paper."""
        self.total += value
        self.n += 1
        self.sums[paper] += value
        self.counts[paper] += 1

    @property
    def mean(self) -> float | None:
        """The mean over questions; None without one."""
        return self.total / self.n if self.n else None


class Columns:
    """The metrics of one score by name, all over the same papers and resampled together."""

    def __init__(self, rows: Iterable[QuestionScore]) -> None:
        """Give each paper that holds a question of ``rows`` its place, in gold-file order."""
        self.place: dict[int, int] = {}
        for row in rows:
            self.place.setdefault(row.question.paper.index, len(self.place))
        self._columns: dict[str, Column] = {}

    def __getitem__(self, name: str) -> Column:
        """Return the column of that name, empty when it is new."""
        column = self._columns.get(name)
        if column is None:
            column = self._columns[name] = Column(len(self.place))
        return column

    def summaries(self, *, seed: int, resamples: int) -> dict[str, Summary]:
        """Return mean, n and interval of every column."""
        columns = list(self._columns.values())
        intervals = paper_bootstrap(
            [column.sums for column in columns],
            [column.counts for column in columns],
            seed=seed,
            resamples=resamples,
        )
        return {
            name: Summary(column.mean, column.n, interval=_around(column.mean, interval))
            for (name, column), interval in zip(self._columns.items(), intervals, strict=True)
        }


def _around(mean: float | None, interval: Interval | None) -> Interval | None:
    """Return the interval, holding the mean also where its sums were counted a billionth too short."""
    if mean is None or interval is None:
        return None
    return Interval(min(interval.low, mean), max(interval.high, mean))
