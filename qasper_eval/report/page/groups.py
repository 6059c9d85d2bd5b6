"""The headline metric by what kind of question it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.scoring.columns import Column, summaries
from qasper_eval.scoring.paired_groups import MOST, evidence_depth

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from qasper_eval.scoring import ScoringOptions
    from qasper_eval.scoring.question_score import QuestionScore
    from scorers.summary import Summary

    from .headline_metric import HeadlineMetric

TYPES = ("extractive", "abstractive", "boolean", "none", "mixed")
COUNTS = (*(str(depth) for depth in range(MOST)), f"{MOST} or more")


def type_of(row: QuestionScore) -> str:
    """Return the annotators' most frequent answer type, ``mixed`` on a tie."""
    return row.question.references.bucket


def evidence_count_of(row: QuestionScore) -> str:
    """Return how many paragraphs the question needs: those of the annotator who marked fewest, 0 where nobody did."""
    return COUNTS[min(evidence_depth(row.question), MOST)]


def means_by(
    rows: Sequence[QuestionScore],
    group_of: Callable[[QuestionScore], str],
    metric: HeadlineMetric,
    options: ScoringOptions,
) -> dict[str, Summary]:
    """Return the mean of ``metric`` in each group that has a question; ``rows`` are counted, in gold-file order.

    Papers are resampled all together, as for the rows of a score by answer type.
    """
    places: dict[int, int] = {}
    for row in rows:
        places.setdefault(row.question.paper.index, len(places))
    members: dict[str, list[QuestionScore]] = {}
    for row in rows:
        members.setdefault(group_of(row), []).append(row)
    columns = {
        name: Column(
            len(places),
            [places[row.question.paper.index] for row in group],
            [metric.of(row) for row in group],
        )
        for name, group in members.items()
    }
    return summaries(columns, seed=options.seed, resamples=options.resamples) if columns else {}
