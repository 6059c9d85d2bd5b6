"""What declining buys: how wrong the answers are that are still given."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from qasper_eval.records import Prediction
    from qasper_eval.scoring.question_score import QuestionScore

    from .headline_metric import HeadlineMetric

_DECLINES = ("declined", "declined_in_prose")
FEWEST = 10
"""Below this many answers a point says nothing."""


class RiskPoint(NamedTuple):
    """The questions answered at one threshold."""

    answered: int
    """Questions still answered."""
    risk: float
    """1 - the mean of the metric over them, in [0, 1]."""


def is_answered(row: QuestionScore) -> bool:
    """Say whether a question was not declined, by the field or in prose."""
    return row.outcome not in _DECLINES


def risk_coverage(
    rows: Sequence[QuestionScore], predictions: Mapping[str, Prediction], metric: HeadlineMetric
) -> tuple[RiskPoint, ...]:
    """Return the risk over what the run answered, then as it would decline more, by falling coverage.

    The first point is the run as it is. The others answer only where the best score of the retrieved paragraphs is
    above a threshold, one point a score, down to ``FEWEST`` answers; none follow unless every answered question has
    a ranked list. Empty when nothing was answered. El-Yaniv and Wiener 2010 (selective risk).
    """
    answered = [row for row in rows if is_answered(row)]
    if not answered:
        return ()
    scored: list[tuple[float, float]] = []
    for row in answered:
        shown = predictions[row.question.id].retrieved
        if shown:
            scored.append((max(entry.score for entry in shown), metric.of(row)))
    whole = RiskPoint(len(answered), 1 - sum(map(metric.of, answered)) / len(answered))
    if len(scored) < len(answered):
        return (whole,)
    scored.sort(reverse=True)
    points: list[RiskPoint] = []
    total = 0.0
    for place, (score, value) in enumerate(scored, start=1):
        total += value
        if FEWEST <= place < len(scored) and scored[place][0] != score:
            points.append(RiskPoint(place, 1 - total / place))
    return (whole, *reversed(points))
