"""Evidence F1: cited paragraphs against those that annotators marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .evidence_bag import distinct, evidence_bag, evidence_bag_f1s, precision_recall
from .score import Score

if TYPE_CHECKING:
    from collections.abc import Sequence


def evidence_f1(prediction: Sequence[str], references: Sequence[Sequence[str]]) -> Score:
    """Return the official evidence F1 in [0, 1], maximum over references (metrics.md, official).

    Exact string equality; overlap over sets, precision and recall over list lengths; both empty is 1. Raises
    ValueError without a reference. It says whether the paragraphs are those that people marked, not whether they
    support the answer.
    """
    return _best(prediction, references)


def strict_evidence_f1(prediction: Sequence[str], references: Sequence[Sequence[str]]) -> Score:
    """Return the evidence F1 in [0, 1] over sets, maximum over references (metrics.md, strict)."""
    return _best(distinct(prediction), [distinct(reference) for reference in references])


def _best(cited: Sequence[str], references: Sequence[Sequence[str]]) -> Score:
    if not references:
        raise ValueError("evidence F1 needs at least one reference")
    bags = [evidence_bag(reference) for reference in references]
    values = evidence_bag_f1s(cited, bags)
    best = values.index(max(values))
    precision, recall = precision_recall(cited, bags[best])
    return Score(values[best], precision, recall, len(bags[best].unique.intersection(cited)), best)
