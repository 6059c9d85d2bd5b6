"""Evidence F1: cited paragraphs against those that annotators marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .evidence_bag import EvidenceBag, evidence_bag, evidence_bag_f1, strict_evidence_bag
from .score import Score

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

FLOAT_MARK = "FLOAT SELECTED"
"""What marks a caption of a figure or table among evidence strings."""


def evidence_f1(prediction: Sequence[str], references: Sequence[Sequence[str]]) -> Score:
    """Return the official evidence F1 in [0, 1], maximum over references (metrics.md, official).

    Exact string equality; overlap over sets, precision and recall over list lengths; both empty is 1. Raises
    ValueError without a reference. It says whether the paragraphs are those that people marked, not whether they
    support the answer.
    """
    return _best(prediction, references, evidence_bag)


def strict_evidence_f1(prediction: Sequence[str], references: Sequence[Sequence[str]]) -> Score:
    """Return the evidence F1 in [0, 1] over sets, maximum over references (metrics.md, strict)."""
    return _best(prediction, references, strict_evidence_bag)


def text_evidence(evidence: Sequence[str]) -> list[str]:
    """Return the evidence strings that are no figure or table (metrics.md, text-evidence-only)."""
    return [text for text in evidence if FLOAT_MARK not in text]


def _best(
    prediction: Sequence[str],
    references: Sequence[Sequence[str]],
    bag: Callable[[Sequence[str]], EvidenceBag],
) -> Score:
    if not references:
        raise ValueError("evidence F1 needs at least one reference")
    cited = bag(prediction)
    marked = [bag(reference) for reference in references]
    values = [evidence_bag_f1(cited, reference) for reference in marked]
    best = values.index(max(values))
    precision, recall = precision_recall(cited, marked[best])
    return Score(values[best], precision, recall, len(cited.unique & marked[best].unique), best)


def precision_recall(prediction: EvidenceBag, reference: EvidenceBag) -> tuple[float, float]:
    """Return evidence precision and recall in [0, 1]; both 1 where both sides are empty, both 0 without overlap."""
    if not prediction.length and not reference.length:
        return 1.0, 1.0
    overlap = len(prediction.unique & reference.unique)
    if not overlap:
        return 0.0, 0.0
    return overlap / prediction.length, overlap / reference.length
