"""The paired randomisation test of two ratios over the same papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .randomisation import ROUNDS, swapped_papers

if TYPE_CHECKING:
    from collections.abc import Sequence


def ratio_randomisation(
    a: Sequence[tuple[int, int]], b: Sequence[tuple[int, int]], *, seed: int, rounds: int = ROUNDS
) -> float | None:
    """Return the two-sided p of equal Σk/Σn in a and b, for counts (k, n) of each paper, swapping a and b per paper.

    The p beside the interval of ``ratio_difference``: both sides are about the same papers in the same order, each
    with denominators of its own, such as failing citations of all citations. Papers are swapped as in
    ``paper_randomisation`` with the same seed, both counts together; p = (1 + b)/(1 + R), in (0, 1], differences
    compared in integers; a round without a denominator on either side counts as extreme. None without rounds and
    where a side has no denominator at all. Raises ValueError when the lengths differ.
    Source: metrics.md, Uncertainty (A and B swapped per paper).
    """
    if len(a) != len(b):
        raise ValueError("both sides need the counts of the same papers")
    if rounds < 1 or not any(n for _, n in a) or not any(n for _, n in b):
        return None
    import numpy as np

    first, second = np.array(a, dtype=np.int64), np.array(b, dtype=np.int64)
    swapped = np.concatenate(list(swapped_papers(len(a), seed, rounds))).astype(np.int64)
    gains = np.concatenate([np.zeros((1, 2), dtype=np.int64), swapped @ (second - first)])
    # Python's own integers from here on, because products of four counts can leave every machine word.
    k_a, n_a = (first.sum(axis=0) + gains).astype(object).T
    k_b, n_b = (second.sum(axis=0) - gains).astype(object).T
    gap, scale = abs(k_a * n_b - k_b * n_a), n_a * n_b
    extreme = int((gap[1:] * scale[0] >= gap[0] * scale[1:]).sum())
    return (1 + extreme) / (1 + rounds)
