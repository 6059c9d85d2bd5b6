"""A comparison as one JSON object."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from .volume_text import WHAT_FAILS, establishes, not_ruled_out
from .words import conclusion

if TYPE_CHECKING:
    from scorers.volume import VolumeTest

    from .compared_metric import ComparedMetric
    from .comparison import Comparison
    from .over_papers import OverPapers
    from .volume import VolumeComparison


def comparison_json(comparison: Comparison) -> str:
    """Return the object with a trailing newline; floats keep every digit, ids are never cut."""
    return dumped(
        {
            "a": asdict(comparison.a),
            "b": asdict(comparison.b),
            "dataset": {
                "name": comparison.dataset,
                "split": comparison.split,
                "sha256": comparison.sha256,
                "is_benchmark": comparison.is_benchmark,
                "has_evidence": comparison.has_evidence,
            },
            "mode": comparison.mode,
            "text_evidence_only": comparison.text_evidence_only,
            "metrics_version": comparison.metrics_version,
            "differences": [one._asdict() for one in comparison.differences],
            "without_effect": [one._asdict() for one in comparison.without_effect],
            "only": comparison.only,
            "notes": list(comparison.notes),
            "questions": comparison.questions,
            "papers": comparison.papers,
            "only_a": [one._asdict() for one in comparison.only_a],
            "only_b": [one._asdict() for one in comparison.only_b],
            "all_equal": comparison.is_all_equal,
            "metrics": [_metric(metric, comparison.tested) for metric in comparison.metrics],
            "rates": [
                {**asdict(rate), "a": rate.a, "b": rate.b, "difference": rate.difference} for rate in comparison.rates
            ],
            "groups": [group._asdict() for group in comparison.groups],
            "flips": [asdict(flip) for flip in comparison.flips],
            "failing": _failing(comparison) if comparison.has_evidence else None,
            "seed": comparison.seed,
            "resamples": comparison.resamples,
            "rounds": comparison.rounds,
            "signature": comparison.signature,
        }
    )


def _failing(comparison: Comparison) -> dict[str, Any]:
    return {
        "means": WHAT_FAILS,
        "a": comparison.failures_a._asdict(),
        "b": comparison.failures_b._asdict(),
        **volume_object(comparison.volume),
    }


def volume_json(found: VolumeComparison) -> str:
    """Return the volume test of counts from anywhere as one object with a trailing newline."""
    return dumped(volume_object(found))


def volume_object(found: VolumeComparison) -> dict[str, Any]:
    """Return the volume test as JSON values; None where something is unknown. Differences are B - A."""
    return {
        "per_citation": _test(found.per_citation, found.over_papers),
        "per_claim": None if found.per_claim is None else _test(found.per_claim, found.claims_over_papers),
        "claims": found.claims,
        "claim_citations": found.claim_citations,
        "citations_per_claim": found.citations_per_claim,
        "expected_by_claims": found.expected_by_claims,
        "expected_by_citations_per_claim": found.expected_by_citations_per_claim,
        "not_ruled_out": list(not_ruled_out(found)),
    }


def dumped(value: Any) -> str:
    """Return JSON for people, keys as given."""
    return json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False) + "\n"


def _metric(metric: ComparedMetric, tested: int) -> dict[str, Any]:
    return {**asdict(metric), "verdict": metric.verdict, "says": conclusion(metric, tested)}


def _test(test: VolumeTest, over_papers: OverPapers | None) -> dict[str, Any]:
    limits = test.interval
    return {
        "failures_a": test.failures_a,
        "checked_a": test.checked_a,
        "failures_b": test.failures_b,
        "checked_b": test.checked_b,
        "rate_a": test.rate_a.rate,
        "rate_b": test.rate_b.rate,
        "expected": test.expected,
        "prevented": test.prevented,
        "difference": None if test.difference is None else -test.difference,
        "interval": None if limits is None else (-limits.high, -limits.low),
        "over_papers": None if over_papers is None else over_papers._asdict(),
        "p_value": test.p_value,
        "establishes": establishes(test, over_papers),
        "omission_could_explain": test.omission_could_explain,
    }
