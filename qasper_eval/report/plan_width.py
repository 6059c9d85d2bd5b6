"""How wide the interval of a mean will be, before it is measured."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorers.bootstrap import paper_bootstrap
from scorers.t_quantile import t_quantile

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

ASSUMED_SD = 0.42
ASSUMED_CORRELATION = 0.15
"""Of evidence F1 between questions of one paper. The offline agent and the noisy predictions of two real slices (108
questions) have standard deviations of 0.38 to 0.44 and correlations of -0.20 to 0.29."""
WIDEST = 0.5
"""Half-width of an interval that covers all of [0, 1]."""
_UNBOUNDED = (-1e9, 1e9)


@dataclass(frozen=True, slots=True)
class Spread:
    """What the width of an interval is derived from."""

    standard_error: float | None = None
    """Of a pilot's mean, from its bootstrap over papers; None without a pilot, and then the assumption holds."""
    papers: int = 0
    """Papers of the pilot."""
    questions: int = 0
    """Its questions."""

    @classmethod
    def of_pilot(cls, rows: Iterable[tuple[str, float]], *, seed: int) -> Spread:
        """Return the spread of scores, each with its paper; the assumption below two papers or without variance."""
        by_paper: dict[str, list[float]] = {}
        for paper, score in rows:
            by_paper.setdefault(paper, []).append(score)
        counts = [len(scores) for scores in by_paper.values()]
        (interval,) = paper_bootstrap(
            [[sum(scores) for scores in by_paper.values()]], [counts], seed=seed, bounds=_UNBOUNDED
        )
        if interval is None or interval.high <= interval.low:
            return cls()
        half = (interval.high - interval.low) / 2
        return cls(half / _limits_factor(len(counts)), len(counts), sum(counts))

    def half_width(self, papers_of_questions: Sequence[str]) -> float | None:
        """Return half the 95 % interval of a mean over questions, given the paper of each; None below two papers.

        With a pilot its standard error shrinks with the root of the number of papers. Without, the standard error is
        sd * sqrt((1 + (m - 1) * correlation) / n), m being the mean size of a question's paper. Either is widened as
        the interval itself will be (metrics.md, Uncertainty) and cut off at 0.5.
        """
        sizes = Counter(papers_of_questions)
        if len(sizes) < 2:
            return None
        if self.standard_error is not None:
            error = self.standard_error * math.sqrt(self.papers / len(sizes))
        else:
            n = len(papers_of_questions)
            shared = sum(size * size for size in sizes.values()) / n
            error = ASSUMED_SD * math.sqrt((1 + (shared - 1) * ASSUMED_CORRELATION) / n)
        return min(WIDEST, error * _limits_factor(len(sizes)))

    @property
    def source(self) -> str:
        """One sentence on where the width comes from."""
        if self.standard_error is not None:
            return (
                f"scaled from the {self.questions} questions of {self.papers} papers scored so far, by the root of "
                "the number of papers"
            )
        return (
            "assumed, as no two papers with different scores are there yet: "
            f"standard deviation {ASSUMED_SD} of a question, "
            f"correlation {ASSUMED_CORRELATION} between questions of a paper"
        )


def _limits_factor(papers: int) -> float:
    """Return what stands between a standard error and half an interval as metrics.md makes it."""
    return t_quantile(papers - 1) * math.sqrt(papers / (papers - 1))
