"""Paired metrics to the rows of a comparison, with their statistics."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from scorers.bootstrap import RESAMPLES, paper_bootstrap_errors
from scorers.detectable import smallest_detectable
from scorers.holm import holm
from scorers.randomisation import ROUNDS, paper_randomisation
from scorers.ratio_difference import ratio_difference

from .compared_metric import FEWEST_PAPERS, ComparedMetric, ComparedRate

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from qasper_eval.scoring.paired import OwnRate, PairedMetric
    from scorers.resampled import Resampled

LABELS = {
    "evidence_f1": ("**evidence F1**", "evidence F1"),
    "evidence_f1_with_evidence": ("- with human evidence", "evidence F1 with human evidence"),
    "evidence_f1_without_evidence": ("- without human evidence", "evidence F1 without human evidence"),
    "evidence_precision": ("- precision", "evidence precision"),
    "evidence_recall": ("- recall", "evidence recall"),
    "evidence_exact": ("- exact evidence", "exact evidence"),
    "answer_f1": ("**answer F1**", "answer F1"),
    "declining.structured.recall": ("**declined**, unanswerable", "declined, of the unanswerable"),
    "declining.with_prose.recall": ("- prose too", "declined, prose too, of the unanswerable"),
    "declining.official": ("- by the official metric", "declined by the official metric, of the unanswerable"),
    "declining.structured.over_refusal": ("declined, answerable", "declined, of the answerable (over-refusal)"),
    "declining.with_prose.over_refusal": ("- prose too", "declined, prose too, of the answerable (over-refusal)"),
    "declining.structured.split": ("declined, split", "declined, of those annotators split on"),
    "citations.per_answer": ("citations per answer", "citations per answer"),
    "declining.structured.precision": ("right, of the declines (precision)", "decline precision"),
    "declining.with_prose.precision": ("- prose too", "decline precision, prose too"),
    "citations.invalid": ("citations that name nothing shown", "citations that name nothing shown"),
    "citations.cited_not_retrieved": ("cited but not retrieved", "citations of what was not retrieved"),
}
"""What a person reads for each key, in the table and on its own; retrieval measures are named by their own."""
NO_SHARE = ("citations.per_answer",)
"""Metrics that do not lie in [0, 1]."""


def compared_metrics(
    found: Sequence[PairedMetric], *, seed: int, resamples: int = RESAMPLES, rounds: int = ROUNDS
) -> tuple[ComparedMetric, ...]:
    """Return each metric with difference, interval, p, adjusted p and detectable difference.

    All metrics share the resampled papers and the swapped papers. Holm's adjustment is over the metrics that differ
    on a question: one that does not has p = 1 whatever is swapped, so it cannot be a false finding (Tarone 1990).
    Source: metrics.md, Uncertainty, Two runs.
    """
    sums, counts = _aligned(found)
    p_values = paper_randomisation(sums, counts, seed=seed, rounds=rounds)
    resampled = _resampled(found, sums, counts, seed, resamples)
    adjusted = holm([p if metric.a != metric.b else None for metric, p in zip(found, p_values, strict=True)])
    rows = zip(found, resampled, p_values, adjusted, strict=True)
    return tuple(_row(metric, around, p, p_holm) for metric, around, p, p_holm in rows)


def compared_rates(found: Sequence[OwnRate], *, seed: int, resamples: int = RESAMPLES) -> tuple[ComparedRate, ...]:
    """Return the rates that each run has a denominator of its own for; they are no part of the adjustment."""
    return tuple(
        ComparedRate(
            rate.key,
            *_words(rate.key),
            *rate.a,
            *rate.b,
            interval=ratio_difference(rate.papers_a, rate.papers_b, seed=seed, resamples=resamples),
        )
        for rate in found
    )


def _words(key: str) -> tuple[str, str]:
    """Return what a person reads for the key of a metric, in the table and on its own."""
    return LABELS.get(key) or (key.replace(".", " "), key.replace(".", " "))


def _plain(label: str) -> str:
    """Return the label of a dataset's own metric as it reads outside the table."""
    return f"{label.replace('**', '').removeprefix('- ')} (the dataset's own)"


def _aligned(found: Sequence[PairedMetric]) -> tuple[list[list[float]], list[list[int]]]:
    """Return sums and counts by metric over the same papers in the same order."""
    places = {paper: place for place, paper in enumerate(dict.fromkeys(_papers(found)))}
    sums = [[0.0] * len(places) for _ in found]
    counts = [[0] * len(places) for _ in found]
    for row, metric in enumerate(found):
        for paper, a, b in zip(metric.papers, metric.a, metric.b, strict=True):
            sums[row][places[paper]] += b - a
            counts[row][places[paper]] += 1
    return sums, counts


def _papers(found: Sequence[PairedMetric]) -> Iterator[str]:
    """Yield the papers of the widest metric first, so that one metric more or less does not change their order."""
    for metric in sorted(found, key=lambda metric: -len(metric.papers)):
        yield from metric.papers


def _resampled(
    found: Sequence[PairedMetric], sums: list[list[float]], counts: list[list[int]], seed: int, resamples: int
) -> list[Resampled]:
    by_key: Mapping[str, Resampled] = {}
    for bounds, share in (((-1.0, 1.0), True), ((-math.inf, math.inf), False)):
        rows = [place for place, metric in enumerate(found) if (metric.key not in NO_SHARE) is share]
        around = paper_bootstrap_errors(
            [sums[row] for row in rows],
            [counts[row] for row in rows],
            seed=seed,
            resamples=resamples,
            bounds=bounds,
        )
        by_key = {**by_key, **{found[row].key: part for row, part in zip(rows, around, strict=True)}}
    return [by_key[metric.key] for metric in found]


def _row(metric: PairedMetric, around: Resampled, p_value: float | None, p_holm: float | None) -> ComparedMetric:
    a, b = metric.mean_a, metric.mean_b
    difference = None if a is None or b is None else b - a
    error = around.standard_error
    papers = len(set(metric.papers))
    differing = [paper for paper, one, other in zip(metric.papers, metric.a, metric.b, strict=True) if one != other]
    label, name = (metric.label, _plain(metric.label)) if metric.label else _words(metric.key)
    return ComparedMetric(
        key=metric.key,
        label=label,
        name=name,
        is_share=metric.key not in NO_SHARE,
        n=len(metric.questions),
        papers=papers,
        a=a,
        b=b,
        count_a=round(sum(metric.a)) if metric.is_rate else None,
        count_b=round(sum(metric.b)) if metric.is_rate else None,
        difference=difference,
        interval=around.interval,
        standard_error=error,
        p_value=p_value,
        p_holm=p_value if p_holm is None else p_holm,
        relative=None if difference is None or not a else difference / a,
        detectable=smallest_detectable(error) if error and papers >= FEWEST_PAPERS else None,
        differing=len(differing),
        differing_papers=len(set(differing)),
    )
