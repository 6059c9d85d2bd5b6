"""The F1 of an overlap."""

from __future__ import annotations


def f1(overlap: int, predicted: int, relevant: int) -> float:
    """Return the harmonic mean of overlap/predicted and overlap/relevant, in [0, 1]; no overlap is 0.

    The order of operations is part of the definition: 2n/(a+b) differs in the last bit (metrics.md, official).
    """
    if overlap == 0:
        return 0.0
    precision = overlap / predicted
    recall = overlap / relevant
    return (2 * precision * recall) / (precision + recall)
