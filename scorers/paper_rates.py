"""Two rates over things that come in papers, such as failing citations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .bootstrap import RESAMPLES, drawn_papers, widened_interval
from .randomisation import swapped_papers
from .volume import LEVEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .interval import Interval


@dataclass(frozen=True, slots=True)
class PaperRates:
    """The difference of two rates over the same papers, when what is checked in one paper is not independent."""

    papers: int
    """Papers in which either run had something checked."""
    interval: Interval | None
    """95 % interval of rate A - rate B, in [-1, 1]; times B's volume it is that of the failures prevented."""
    p_value: float | None
    """Two-sided p of equal rates, in (0, 1]; None where the interval is."""

    @property
    def establishes(self) -> bool:
        """Whether the rates differ beyond the choice of papers: the interval leaves 0 out and p is at most 0.05."""
        if self.interval is None or self.p_value is None:
            return False
        return self.p_value <= LEVEL and not self.interval.low <= 0 <= self.interval.high


def paper_rates(
    failures_a: Sequence[int],
    checked_a: Sequence[int],
    failures_b: Sequence[int],
    checked_b: Sequence[int],
    *,
    seed: int,
    resamples: int = RESAMPLES,
) -> PaperRates:
    """Return what ``volume_test`` asks of the totals, asked of the counts by paper: entry g of each is paper g.

    The interval resamples papers with both runs' counts together; the statistic is the difference of the two rates,
    and a resample without anything checked in either run is left out. The test swaps both runs' counts per paper;
    p = (1 + b)/(1 + R), compared in integers, a round without a rate counted as extreme. Both are None below two
    papers, where a run has nothing checked and without resamples. Raises ValueError when lengths differ or more fails
    than is checked. Source: metrics.md, Uncertainty (paired, over papers).
    """
    columns = (failures_a, checked_a, failures_b, checked_b)
    if len({len(column) for column in columns}) != 1:
        raise ValueError("each paper needs four counts")
    if any(not 0 <= few <= all_of for at in (0, 2) for few, all_of in zip(*columns[at : at + 2], strict=True)):
        raise ValueError("failures are 0 or more, and at most what was checked")
    papers = sum(a + b > 0 for a, b in zip(checked_a, checked_b, strict=True))
    if papers < 2 or not any(checked_a) or not any(checked_b) or resamples < 1:
        return PaperRates(papers, None, None)
    import numpy as np

    table = np.array(columns, dtype=np.float64).T  # counts are exact in floats, and float products are fast
    return PaperRates(papers, _interval(table, papers, seed, resamples), _p_value(table, seed, resamples))


def _interval(table: Any, papers: int, seed: int, resamples: int) -> Interval | None:
    import numpy as np

    fa, ca, fb, cb = np.concatenate([drawn @ table for drawn in drawn_papers(len(table), seed, resamples)]).T
    some = (ca > 0) & (cb > 0)
    if not some.any():
        return None
    statistics = np.sort(fa[some] / ca[some] - fb[some] / cb[some])
    totals = table.sum(axis=0)
    estimate = float(totals[0] / totals[1] - totals[2] / totals[3])
    return widened_interval(statistics, estimate, papers, (-1.0, 1.0))


def _p_value(table: Any, seed: int, rounds: int) -> float:
    import numpy as np

    totals = table.sum(axis=0)
    gains = np.concatenate(
        [swapped @ (table[:, 2:] - table[:, :2]) for swapped in swapped_papers(len(table), seed, rounds)]
    )
    whole = np.concatenate([totals[None, :], np.hstack([totals[:2] + gains, totals[2:] - gains])])
    # Python's own integers from here on, because the products of four counts leave every machine word.
    fa, ca, fb, cb = whole.astype(np.int64).astype(object).T
    gap, scale = abs(fa * cb - fb * ca), ca * cb
    extreme = int((gap[1:] * scale[0] >= gap[0] * scale[1:]).sum())
    return (1 + extreme) / (1 + rounds)
