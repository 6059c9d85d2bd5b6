"""The rows of a score's table, each with its numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qasper_eval.scoring import ScoreReport
    from scorers.interval import Interval
    from scorers.proportion import Proportion
    from scorers.summary import Summary

UNMEASURED = "n/a (unmeasured)"
NO_EVIDENCE = "n/a (the dataset marks no evidence)"
NOT_APPLICABLE = "n/a (no question it applies to)"
NO_ANNOTATORS = "n/a (references are alternatives, not people's own)"


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row: what is printed, and the numbers behind it in full."""

    key: str
    """Dotted path of the number in scores.json."""
    label: str
    """What a person reads, light Markdown; ``- `` in front of a part of the row above it."""
    shown: str
    """Value as printed."""
    n_text: str
    """Denominator as printed."""
    n: int
    """Questions, trials or answers in the denominator."""
    value: float | None = None
    """Mean or rate; None where nothing was measured, and for a range."""
    interval: tuple[float, float] | None = None
    """95 % interval, or the ends of a range; None where there is none."""
    count: int | None = None
    """Numerator of a rate."""
    is_range: bool = False
    """Whether ``interval`` is the value itself."""

    @property
    def limits(self) -> str:
        """The interval as printed; empty where there is none."""
        if self.interval is None or self.is_range:
            return ""
        return f"[{self.interval[0]:.3f}, {self.interval[1]:.3f}]"

    @property
    def cells(self) -> tuple[str, str, str, str]:
        """Metric, value, interval and n as printed."""
        return self.label, self.shown, self.limits, self.n_text


def score_rows(report: ScoreReport) -> list[ScoreRow]:
    """Return the rows of a score in their order; what nothing was measured for says so and is never a zero."""
    return [*_headline(report), *_declining(report), *_citing(report), *_ceiling(report)]


def size_of(questions: int, papers: int) -> str:
    """Return how many questions and papers a number rests on; digits are not grouped, so that programs read them."""
    return f"{questions} question{'' if questions == 1 else 's'}, {papers} paper{'' if papers == 1 else 's'}"


def _headline(report: ScoreReport) -> Iterator[ScoreRow]:
    yield from _evidence(report)
    answer = report.answer_f1
    yield _mean("answer_f1", "**answer F1**", answer, size_of(answer.n, report.papers))
    for name, summary in report.answer_f1_by_type.items():
        yield _mean(f"answer_f1_by_type.{name}", f"- {name}", summary)
    if report.missing_predictions:
        yield from _missing(report)


def _evidence(report: ScoreReport) -> Iterator[ScoreRow]:
    if not report.has_evidence:
        yield ScoreRow("evidence_f1", "**evidence F1**", NO_EVIDENCE, "0", 0)
        return
    form = ", text evidence only" if report.options.text_evidence_only else ""
    evidence = report.evidence_f1
    n_text = size_of(evidence.n, report.papers)
    yield _mean("evidence_f1", f"**evidence F1**{form}", evidence, n_text)
    yield _mean("evidence_f1_with_evidence", "- with human evidence", report.evidence_f1_with_evidence)
    yield _mean("evidence_f1_without_evidence", "- without human evidence", report.evidence_f1_without_evidence)
    yield _mean("evidence_precision", "- precision", report.evidence_precision)
    yield _mean("evidence_recall", "- recall", report.evidence_recall)
    exact = report.evidence_exact
    n_text = f"{exact.n}, {report.evidence_exact_empty} of the exact are empty = empty"
    yield _rate("evidence_exact", "- exact evidence", exact, n_text)


def _missing(report: ScoreReport) -> Iterator[ScoreRow]:
    n, n_text = report.n_slice, f"{report.n_slice} asked"
    for key, name, summary in (
        *([("evidence_f1", "evidence F1", report.evidence_f1)] if report.has_evidence else []),
        ("answer_f1", "answer F1", report.answer_f1),
    ):
        ends = summary.worst_case
        shown = UNMEASURED if ends is None else f"{ends[0]:.3f} to {ends[1]:.3f}"
        yield ScoreRow(
            f"{key}.worst_case", f"worst case of {name}", shown, n_text, n, interval=ends, is_range=ends is not None
        )
    zero = report.missing_as_zero
    if zero is not None and report.missing == "unmeasured":
        for key, name, value in (("evidence_f1", "evidence F1", zero[1]), ("answer_f1", "answer F1", zero[0])):
            if key == "evidence_f1" and not report.has_evidence:
                continue
            yield ScoreRow(f"missing_as_zero.{key}", f"{name}, missing as zero", f"{value:.3f}", n_text, n, value)


def _declining(report: ScoreReport) -> Iterator[ScoreRow]:
    field, prose = report.declining.structured, report.declining.with_prose
    own, both = "declining.structured", "declining.with_prose"
    yield _rate(f"{own}.recall", "**declined**, of the unanswerable", field.recall)
    yield _rate(f"{both}.recall", "- with declines in prose", prose.recall)
    yield _rate("declining.official", "- by the official metric", report.declining.official)
    yield _rate(f"{own}.over_refusal", "declined, of the answerable (over-refusal)", field.over_refusal)
    yield _rate(f"{both}.over_refusal", "- with declines in prose", prose.over_refusal)
    yield _rate(f"{own}.precision", "right, of the declines (precision)", field.precision)
    yield _rate(f"{both}.precision", "- with declines in prose", prose.precision)
    yield _rate(f"{own}.split", "declined, of those annotators split on", field.split)


def _citing(report: ScoreReport) -> Iterator[ScoreRow]:
    citations = report.citations
    per_answer = citations.total / citations.n if citations.n else None
    shown = UNMEASURED if per_answer is None else f"{per_answer:.2f}"
    n_text = f"{citations.total} in {citations.n} answers"
    yield ScoreRow("citations.per_answer", "citations per answer", shown, n_text, citations.n, per_answer)
    if citations.invalid is not None:
        yield _rate("citations.invalid", "citations that name nothing shown", citations.invalid)
    if citations.cited_not_retrieved is not None:
        yield _rate("citations.cited_not_retrieved", "cited but not retrieved", citations.cited_not_retrieved)
    if report.retrieval is not None:
        for name in ("hit@1", "hit@5", "recall@5", "mrr", "ndcg@10"):
            if name in report.retrieval.measures:
                yield _mean(f"retrieval.{name}", f"retrieval {name}", report.retrieval.measures[name])


def _ceiling(report: ScoreReport) -> Iterator[ScoreRow]:
    ceiling = report.human_ceiling
    if ceiling is None:
        several = sum(row.system is not None for row in report.rows)
        if several and not report.has_annotators:
            yield ScoreRow(
                "human_ceiling", "**human ceiling**", NO_ANNOTATORS, f"{several} with several", report.n_slice
            )
        return
    counts = size_of(ceiling.n, ceiling.papers)
    for key, metric, place in (("evidence_f1", "evidence F1", 1), ("answer_f1", "answer F1", 0)):
        yield _mean(f"human_ceiling.human.{key}", f"**human ceiling**, {metric}", ceiling.human[place], counts)
        label = "- this agent, same references"
        yield _mean(f"human_ceiling.system.{key}", label, ceiling.system[place], counts)


def dataset_rows(report: ScoreReport) -> list[ScoreRow]:
    """Return the rows of the metrics of the dataset's own authors; [] where those are the ones above."""
    own = report.dataset_metrics
    if own is None:
        return []
    rows = [
        _mean(f"dataset_metrics.{name}", own.labels[name], summary)
        if summary.n
        else ScoreRow(f"dataset_metrics.{name}", own.labels[name], NOT_APPLICABLE, "0", 0)
        for name, summary in own.values.items()
    ]
    if own.without_label is None:
        return rows
    key = "dataset_metrics.answers_without_label"
    return [*rows, _rate(key, "answers that are none of the labels (wrong)", own.without_label)]


def _mean(key: str, label: str, summary: Summary, n_text: str | None = None) -> ScoreRow:
    shown = UNMEASURED if summary.mean is None else f"{summary.mean:.3f}"
    limits = _pair(summary.interval)
    return ScoreRow(key, label, shown, n_text or str(summary.n), summary.n, summary.mean, limits)


def _rate(key: str, label: str, proportion: Proportion, n_text: str | None = None) -> ScoreRow:
    rate, k, n = proportion.rate, proportion.k, proportion.n
    shown = f"{k}/{n}" + ("" if rate is None else f" = {rate:.3f}")
    return ScoreRow(key, label, shown, n_text or str(n), n, rate, _pair(proportion.interval), k)


def _pair(interval: Interval | None) -> tuple[float, float] | None:
    return None if interval is None else (interval.low, interval.high)
