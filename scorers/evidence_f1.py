"""Evidence F1: cited paragraphs against those that annotators marked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .evidence_bag import EvidenceBag, evidence_bag, evidence_bag_f1, precision_recall, strict_evidence_bag
from .score import Score

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


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
