"""Which dataset has metrics of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .answerable_metrics import MUSIQUE, SQUAD2
from .claim_metrics import CITATION_INTEGRITY, CONTRACTNLI, PUBMEDQA, SCIFACT, WICE
from .long_text_metrics import EVIDENCE_INFERENCE, NATURAL_QUESTIONS, PEERQA
from .multi_hop_metrics import HOTPOTQA, TWOWIKI

if TYPE_CHECKING:
    from .dataset_metrics import MetricSet

METRIC_SETS: dict[str, MetricSet] = {
    "hotpotqa": HOTPOTQA,
    "2wiki": TWOWIKI,
    "musique": MUSIQUE,
    "squad2": SQUAD2,
    "peerqa": PEERQA,
    "evidence-inference": EVIDENCE_INFERENCE,
    "pubmedqa": PUBMEDQA,
    "natural-questions": NATURAL_QUESTIONS,
    "scifact": SCIFACT,
    "citation-integrity": CITATION_INTEGRITY,
    "wice": WICE,
    "contractnli": CONTRACTNLI,
}
"""Metrics by registry name; Qasper's own are the official mode itself."""
