"""The one metric that the figures of a page are about."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from qasper_eval.scoring import ScoreReport
    from qasper_eval.scoring.question_score import QuestionScore


class HeadlineMetric(NamedTuple):
    """A metric with a value for each question."""

    name: str
    """What a person reads."""
    of: Callable[[QuestionScore], float]
    """Its value in [0, 1]."""


def _evidence_f1(row: QuestionScore) -> float:
    return row.evidence_f1


def _answer_f1(row: QuestionScore) -> float:
    return row.answer_f1


EVIDENCE = HeadlineMetric("evidence F1", _evidence_f1)
ANSWER = HeadlineMetric("answer F1", _answer_f1)


def headline_metric(report: ScoreReport) -> HeadlineMetric:
    """Return evidence F1, or answer F1 where the dataset marks no evidence."""
    return EVIDENCE if report.has_evidence else ANSWER
