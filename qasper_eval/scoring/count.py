"""Which questions count (metrics.md): the one function and the one switch."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from scorers.aggregate import mean

from .measure import missing_score

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from .gold import GoldQuestion
    from .question_score import QuestionScore

Missing = Literal["zero", "unmeasured"]
"""What a question without a prediction is: a 0 in the means, or left out and counted by cause."""
NOT_REACHED = "not reached"
"""Cause of a question asked without a prediction and without a known failure."""


class Count:
    """Sorts the questions asked into those that enter the means and those that are counted beside them.

    ``counted`` holds the rows in the means, ``scored`` those and the rows that this mode excludes, ``causes`` the
    questions left out, all in gold-file order.
    """

    def __init__(
        self,
        asked: Sequence[GoldQuestion],
        rows: Mapping[int, QuestionScore],
        unmeasured: Mapping[str, str],
        convention: Missing,
    ) -> None:
        self.slots: list[QuestionScore | None] = []
        self.counted: list[QuestionScore] = []
        self.scored: list[QuestionScore] = []
        self.causes: Counter[str] = Counter()
        self.n_excluded = self.n_missing = self.n_failed = 0
        for question in asked:
            row = rows.get(question.index)
            stand_in = missing_score(question) if row is None else row
            if row is not None or convention == "zero":
                self.scored.append(stand_in)
            if stand_in.excluded:
                self.n_excluded += 1
                continue
            self.slots.append(row)
            if row is not None or convention == "zero":
                self.counted.append(stand_in)
            if row is None:
                self._miss(unmeasured.get(question.id), convention)

    def _miss(self, cause: str | None, convention: Missing) -> None:
        self.n_missing += cause is None
        self.n_failed += cause is not None
        if convention == "unmeasured":
            self.causes[cause or NOT_REACHED] += 1

    def bounds(self, value: Callable[[QuestionScore], float]) -> tuple[float, float] | None:
        """Return the mean with every question that lacks a prediction at 0, and at 1."""
        if not self.n_missing + self.n_failed:
            only = mean([value(row) for row in self.counted])
            return None if only is None else (only, only)
        low = high = 0.0
        for row in self.slots:
            low += 0.0 if row is None else value(row)
            high += 1.0 if row is None else value(row)
        return (low / len(self.slots), high / len(self.slots)) if self.slots else None
