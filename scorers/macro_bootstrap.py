"""Confidence intervals of a mean of ratios by resampling papers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .aggregate import mean
from .bootstrap import RESAMPLES, drawn_papers, widened_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .interval import Interval


def macro(numerators: Sequence[float], denominators: Sequence[float]) -> float | None:
    """Return the plain mean of the ratios; a denominator of 0 has no ratio. None where there is none.

    With the F1 of each label as 2 TP / (2 TP + FP + FN) it is macro F1 over the labels that are marked or said at
    all, as scikit-learn's f1_score(average="macro") has it.
    """
    return mean([top / bottom for top, bottom in zip(numerators, denominators, strict=True) if bottom])


def macro_bootstrap(
    paper_numerators: Sequence[Sequence[int]],
    paper_denominators: Sequence[Sequence[int]],
    *,
    seed: int,
    resamples: int = RESAMPLES,
) -> Interval | None:
    """Return a 95 % interval for ``macro``, from the papers that ``paper_bootstrap`` draws with the same seed.

    ``paper_numerators[k][g]`` is what paper g adds to the numerator of ratio k. In each resample the ratios without a
    denominator are left out of the mean; one without any is left out. Limits in [0, 1] are widened as there, G
    counting the papers with a denominator. None below two such papers, and without resamples.
    """
    held = sum(any(row[paper] for row in paper_denominators) for paper in range(len(paper_denominators[0])))
    estimate = macro([sum(row) for row in paper_numerators], [sum(row) for row in paper_denominators])
    if held < 2 or resamples < 1 or estimate is None:
        return None
    import numpy as np

    tables = [np.array(rows, dtype=np.int64).T for rows in (paper_numerators, paper_denominators)]
    statistics: list[float] = []
    for drawn in drawn_papers(len(paper_denominators[0]), seed, resamples):
        tops, bottoms = (drawn @ table for table in tables)
        some = bottoms > 0
        ratios = np.where(some, tops / np.maximum(bottoms, 1), 0.0)
        counts = some.sum(axis=1)
        statistics += (ratios.sum(axis=1)[counts > 0] / counts[counts > 0]).tolist()
    return widened_interval(sorted(statistics), estimate, held, (0.0, 1.0)) if statistics else None
