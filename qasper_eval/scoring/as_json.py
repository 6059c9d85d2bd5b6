"""A score report as the one object of ``score --json``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorers.resolution import resolution_rate

if TYPE_CHECKING:
    from scorers.decline_rates import DeclineRates
    from scorers.interval import Interval
    from scorers.proportion import Proportion
    from scorers.summary import Summary

    from .dataset_metrics import DatasetMetrics
    from .report_parts import Citations, Declining, HumanCeiling, RetrievalSummary
    from .score_report import ScoreReport


def report_json(report: ScoreReport) -> dict[str, Any]:
    """Return JSON values only: means as full floats, None where nothing was measured, intervals as [low, high]."""
    zero = report.missing_as_zero
    return {
        "mode": report.options.mode,
        "text_evidence_only": report.options.text_evidence_only,
        "questions": report.questions,
        "papers": report.papers,
        "missing_predictions": report.missing_predictions,
        "unknown_predictions": report.unknown_predictions,
        "answer_f1": _headline(report.answer_f1),
        "evidence_f1": _headline(report.evidence_f1),
        "answer_f1_by_type": {name: _mean(summary) for name, summary in report.answer_f1_by_type.items()},
        "evidence_exact": {
            "count": report.evidence_exact.k,
            "n": report.evidence_exact.n,
            "empty": report.evidence_exact_empty,
        },
        "evidence_f1_with_evidence": _mean(report.evidence_f1_with_evidence),
        "evidence_f1_without_evidence": _mean(report.evidence_f1_without_evidence),
        "declining": _declining(report.declining),
        "retrieval": _retrieval(report.retrieval),
        "human_ceiling": _human_ceiling(report.human_ceiling),
        "unmeasured": dict(report.unmeasured),
        "n_slice": report.n_slice,
        "missing_as_zero": {
            "answer_f1": None if zero is None else zero[0],
            "evidence_f1": None if zero is None or not report.has_evidence else zero[1],
        },
        "signature": report.signature(),
        "evidence_precision": _mean(report.evidence_precision),
        "evidence_recall": _mean(report.evidence_recall),
        "citations": _citations(report.citations),
        "flags": dict(report.flags),
        "excluded": dict(report.excluded),
        "outside_slice": report.outside_slice,
        "loaded": {"questions": report.loaded.questions, "papers": report.loaded.papers},
        **({} if report.dataset_metrics is None else {"dataset_metrics": _dataset_metrics(report.dataset_metrics)}),
    }


def _headline(summary: Summary) -> dict[str, Any]:
    worst = summary.worst_case
    return {**_mean(summary), "worst_case": None if worst is None else list(worst)}


def _mean(summary: Summary) -> dict[str, Any]:
    return {"mean": summary.mean, "n": summary.n, "interval": _limits(summary.interval)}


def _limits(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]


def _proportion(proportion: Proportion) -> dict[str, Any]:
    return {
        "count": proportion.k,
        "n": proportion.n,
        "rate": proportion.rate,
        "interval": _limits(proportion.interval),
    }


def _declining(declining: Declining) -> dict[str, Any]:
    return {
        "table": {
            answer_class: {
                **outcomes,
                "undetermined": declining.undetermined[answer_class],
                "n": sum(outcomes.values()),
            }
            for answer_class, outcomes in declining.table.items()
        },
        "structured": _rates(declining.structured),
        "with_prose": _rates(declining.with_prose),
        "official": _proportion(declining.official),
    }


def _rates(rates: DeclineRates) -> dict[str, Any]:
    return {
        "recall": _proportion(rates.recall),
        "over_refusal": _proportion(rates.over_refusal),
        "precision": _proportion(rates.precision),
        "split": _proportion(rates.split),
    }


def _retrieval(retrieval: RetrievalSummary | None) -> dict[str, Any] | None:
    if retrieval is None:
        return None
    return {
        "n": retrieval.n,
        "without_relevant": retrieval.without_relevant,
        "without_ranking": retrieval.without_ranking,
        **{name: summary.mean for name, summary in retrieval.measures.items()},
        "intervals": {name: _limits(summary.interval) for name, summary in retrieval.measures.items()},
    }


def _human_ceiling(ceiling: HumanCeiling | None) -> dict[str, Any] | None:
    if ceiling is None:
        return None
    rows = {"human": ceiling.human, "system": ceiling.system}
    return {
        "n": ceiling.n,
        "papers": ceiling.papers,
        **{who: {"answer_f1": pair[0].mean, "evidence_f1": pair[1].mean} for who, pair in rows.items()},
        "intervals": {
            who: {"answer_f1": _limits(pair[0].interval), "evidence_f1": _limits(pair[1].interval)}
            for who, pair in rows.items()
        },
    }


def _dataset_metrics(own: DatasetMetrics) -> dict[str, Any]:
    from .dataset_metrics import WITHOUT_LABEL

    found = {name: _mean(summary) for name, summary in own.values.items()}
    return found | ({} if own.without_label is None else {WITHOUT_LABEL: _proportion(own.without_label)})


def _citations(citations: Citations) -> dict[str, Any]:
    invalid = citations.invalid
    return {
        "per_answer": citations.total / citations.n if citations.n else None,
        "total": citations.total,
        "n": citations.n,
        "cited_not_retrieved": None
        if citations.cited_not_retrieved is None
        else _proportion(citations.cited_not_retrieved),
        "invalid": None if invalid is None else _proportion(invalid),
        "resolution_rate": None if invalid is None else resolution_rate(invalid.n, invalid.k),
    }
