"""The interval of the difference of two ratios over the same papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .bootstrap import RESAMPLES, drawn_papers, widened_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .interval import Interval


def ratio_difference(
    a: Sequence[tuple[int, int]], b: Sequence[tuple[int, int]], *, seed: int, resamples: int = RESAMPLES
) -> Interval | None:
    """Return a 95 % interval for Σk/Σn of b minus Σk/Σn of a, in [-1, 1], for counts (k, n) of each paper.

    Both sides are about the same papers in the same order and each has denominators of its own, which is what sets
    this apart from ``paper_bootstrap`` of the differences: where the denominators are equal both say the same. Papers
    are drawn as there with the same seed, a resample without a denominator on either side is left out, and limits are
    widened as there, G counting the papers with a denominator on either side. None below two such papers, without
    resamples, and where a side has no denominator at all. Raises ValueError when the lengths differ.
    Source: metrics.md, Uncertainty; Davison and Hinkley 1997, section 2.4, for ratios.
    """
    if len(a) != len(b):
        raise ValueError("both sides need the counts of the same papers")
    (k_a, n_a), (k_b, n_b) = (tuple(map(sum, zip(*side, strict=True))) or (0, 0) for side in (a, b))
    held = sum(bool(one[1] or other[1]) for one, other in zip(a, b, strict=True))
    if held < 2 or resamples < 1 or not n_a or not n_b:
        return None
    import numpy as np

    table = np.array([(*one, *other) for one, other in zip(a, b, strict=True)], dtype=np.int64)
    totals = np.concatenate([drawn @ table for drawn in drawn_papers(len(a), seed, resamples)])
    some = totals[(totals[:, 1] > 0) & (totals[:, 3] > 0)]
    if not len(some):
        return None
    statistics = np.sort(some[:, 2] / some[:, 3] - some[:, 0] / some[:, 1])
    return widened_interval(statistics, k_b / n_b - k_a / n_a, held, (-1.0, 1.0))
