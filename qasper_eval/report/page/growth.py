"""How a mean and its interval come to rest as questions are answered."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from qasper_eval.scoring.columns import Column, summaries

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.scoring import ScoringOptions
    from qasper_eval.scoring.question_score import QuestionScore
    from scorers.summary import Summary

MOST_BANDS = 24
"""An interval costs a resampling; a curve does not show more than these."""


class GrowthPoint(NamedTuple):
    """What `score` would have said after the first n questions."""

    n: int
    """Questions measured by then."""
    papers: int
    """Papers that they are about."""
    evidence: Summary
    """Evidence F1; means nothing where the dataset marks no evidence."""
    answer: Summary
    """Answer F1."""


def growth(rows: Sequence[QuestionScore], options: ScoringOptions) -> tuple[GrowthPoint, ...]:
    """Return at most ``MOST_BANDS`` points over ``rows`` in the order asked, evenly spaced, the last over all rows.

    Each is computed as if the run had ended there, so the last equals the headline. Empty without rows.
    """
    ends = sorted({round(len(rows) * (step + 1) / MOST_BANDS) for step in range(MOST_BANDS)} - {0})
    return tuple(_point(rows[:end], options) for end in ends)


def running_means(values: Sequence[float]) -> list[float]:
    """Return the mean of the first 1, 2, … values; empty for none."""
    return [total / n for n, total in enumerate(accumulate(values), start=1)]


def _point(rows: Sequence[QuestionScore], options: ScoringOptions) -> GrowthPoint:
    ordered = sorted(rows, key=lambda row: row.question.index)
    places: dict[int, int] = {}
    place_of = [places.setdefault(row.question.paper.index, len(places)) for row in ordered]
    found = summaries(
        {
            "evidence": Column(len(places), place_of, [row.evidence_f1 for row in ordered]),
            "answer": Column(len(places), place_of, [row.answer_f1 for row in ordered]),
        },
        seed=options.seed,
        resamples=options.resamples,
    )
    return GrowthPoint(len(rows), len(places), found["evidence"], found["answer"])
