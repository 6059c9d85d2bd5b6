"""What a score owes to the dataset that it is about."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorers.proportion import Proportion
from scorers.summary import Summary

if TYPE_CHECKING:
    from .dataset_tally import DatasetTally
    from .score_report import ScoreReport

_QASPER = frozenset({"qasper", "allenai/qasper", "sample"})


class OwnSide(NamedTuple):
    """Which metrics a dataset has of its own, and which of ours mean nothing for it."""

    tally: DatasetTally | None = None
    """Collects the metrics of its authors; None where those are ours."""
    has_evidence: bool = True
    """Whether people marked evidence smaller than the context."""
    has_annotators: bool = True
    """Whether several references are people who worked alone."""

    def completed(self, report: ScoreReport) -> ScoreReport:
        """Return the report with the dataset's metrics, and without what means nothing for it."""
        own = self.tally
        if own is not None:
            counted = [row.question for row in report.rows]
            report = report._replace(dataset_metrics=own.report(counted, report.options))
        if not self.has_evidence:
            report = _without_evidence(report)
        if not self.has_annotators:
            report = report._replace(human_ceiling=None, has_annotators=False)
        return report


QASPER_SIDE = OwnSide()
"""Qasper's: its authors' metrics are the official mode itself."""


def own_side(name: str) -> OwnSide:
    """Return what is known of the dataset of that name (registry or Hub); an unknown one is treated like Qasper."""
    if name in _QASPER:
        return QASPER_SIDE
    from loaders.dataset_facts import facts_of

    facts = facts_of(name)
    if facts is None:
        return QASPER_SIDE
    from .dataset_tally import DatasetTally
    from .metric_sets import METRIC_SETS

    metrics = METRIC_SETS.get(facts.name)
    return OwnSide(
        None if metrics is None else DatasetTally(metrics), facts.has_evidence, facts.references == "annotators"
    )


def _without_evidence(report: ScoreReport) -> ScoreReport:
    nothing = Summary(None, 0)
    return report._replace(
        has_evidence=False,
        evidence_f1=nothing,
        evidence_precision=nothing,
        evidence_recall=nothing,
        evidence_f1_with_evidence=nothing,
        evidence_f1_without_evidence=nothing,
        evidence_exact=Proportion(0, 0),
        evidence_exact_empty=0,
        human_ceiling=None,
    )
