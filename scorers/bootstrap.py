"""Confidence intervals of means by resampling papers."""

from __future__ import annotations

import math
import os
import random
import sys
from typing import TYPE_CHECKING, Any

from .interval import Interval
from .resampled import Resampled
from .t_quantile import t_quantile
from .wilson import Z

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

RESAMPLES = 10_000
"""B of metrics.md, Uncertainty."""
SCALE = 2**32
"""Sums are counted in units of 1/SCALE, so that adding them is exact in whatever order it happens."""
_EXACT_FLOAT = 2**53
_SHARES = (0.025, 0.975)
_THREADS = "OPENBLAS_NUM_THREADS"
_WORDS_A_CHUNK = 2**16


def paper_bootstrap(
    paper_sums: Sequence[Sequence[float]],
    paper_counts: Sequence[Sequence[int]],
    *,
    seed: int,
    resamples: int = RESAMPLES,
    bounds: tuple[float, float] = (0.0, 1.0),
    drawn: Iterable[Any] | None = None,
) -> list[Interval | None]:
    """Return a 95 % interval for each metric's mean over questions, all from the same resampled papers.

    ``paper_sums[m][g]`` is the sum of metric m over the questions of paper g, ``paper_counts[m][g]`` how many
    questions it holds. Papers are drawn with replacement: the 32-bit little-endian words w of
    ``random.Random(seed).randbytes`` give the index (w * G) >> 32, G words a resample. The statistic is
    Σ round(sum * 2**32) / 2**32 / Σ count; a resample that drew no question of a metric is left out for it. Limits
    are the 2.5 and 97.5 percentiles (linear interpolation) of the statistic, each moved away from the point estimate
    by t(0.975, G-1)/1.959964 * sqrt(G/(G-1)) and clipped to ``bounds`` (metrics.md, Uncertainty); there G counts the
    papers that hold a question of the metric. None below two such papers. It covers the choice of papers, not the
    choice of annotators. None for all without resamples. ``drawn`` is what ``drawn_papers`` yields for the same
    papers, seed and resamples, where it was made before. Raises ValueError when shapes differ.
    """
    intervals: list[Interval | None] = [None] * len(paper_counts)
    for metric, interval, _ in _intervals(paper_sums, paper_counts, seed, resamples, bounds, drawn):
        intervals[metric] = interval
    return intervals


def paper_bootstrap_errors(
    paper_sums: Sequence[Sequence[float]],
    paper_counts: Sequence[Sequence[int]],
    *,
    seed: int,
    resamples: int = RESAMPLES,
    bounds: tuple[float, float] = (0.0, 1.0),
) -> list[Resampled]:
    """Return what ``paper_bootstrap`` returns, each interval beside the standard error from the same resamples.

    The arguments are those of ``paper_bootstrap``; differences of scores in [0, 1] have the bounds (-1, 1). The
    standard error is the standard deviation of the statistic over the resamples (divisor B - 1), without the factor
    that widens the interval, so at few papers it is about sqrt((G-1)/G) of what it should be. Both are None where
    there is no interval, the standard error also with a single resample. Raises ValueError when the shapes differ.
    Source: metrics.md, Uncertainty; Efron and Tibshirani 1993, chapter 6.
    """
    found = [Resampled(None, None)] * len(paper_counts)
    for metric, interval, statistics in _intervals(paper_sums, paper_counts, seed, resamples, bounds):
        found[metric] = Resampled(interval, _deviation(statistics))
    return found


def _intervals(
    paper_sums: Sequence[Sequence[float]],
    paper_counts: Sequence[Sequence[int]],
    seed: int,
    resamples: int,
    bounds: tuple[float, float],
    drawn: Iterable[Any] | None = None,
) -> Iterator[tuple[int, Interval, Any]]:
    """Yield each metric that has an interval, its interval and its statistics."""
    if len(paper_sums) != len(paper_counts) or any(
        len(sums) != len(counts) for sums, counts in zip(paper_sums, paper_counts, strict=False)
    ):
        raise ValueError("the bootstrap needs one count for each sum")
    papers = [sum(count > 0 for count in counts) for counts in paper_counts]
    usable = [metric for metric, number in enumerate(papers) if number >= 2]
    if not usable or resamples < 1:
        return
    scaled = [[round(value * SCALE) for value in paper_sums[metric]] for metric in usable]
    counts = [paper_counts[metric] for metric in usable]
    for metric, units, sizes, statistics in zip(
        usable, scaled, counts, _statistics(scaled, counts, seed, resamples, drawn), strict=True
    ):
        if not len(statistics):
            continue
        estimate = sum(units) / SCALE / sum(sizes)
        yield metric, widened_interval(statistics, estimate, papers[metric], bounds), statistics


def _deviation(statistics: Any) -> float | None:
    """Return the standard deviation, by exactly rounded sums: numpy's depend on the machine's vector width."""
    number = len(statistics)
    if number < 2:
        return None
    centre = math.fsum(statistics.tolist()) / number
    return math.sqrt(math.fsum(((statistics - centre) ** 2).tolist()) / (number - 1))


def widened_interval(statistics: Any, estimate: float, papers: int, bounds: tuple[float, float]) -> Interval:
    """Return the percentile interval of a statistic, widened as ``paper_bootstrap`` says.

    ``papers`` is G, at least 2; ``statistics`` is an array with at least one value, where those around both
    percentiles stand where sorting puts them.
    """
    limits = [_percentile(statistics, share) for share in _SHARES]
    factor = t_quantile(papers - 1) / Z * math.sqrt(papers / (papers - 1))
    low = estimate - (estimate - limits[0]) * factor
    high = estimate + (limits[1] - estimate) * factor
    return Interval(max(bounds[0], low), min(bounds[1], high))


def _percentile(statistics: Any, share: float) -> float:
    position = (len(statistics) - 1) * share
    below = _rank(len(statistics), share)
    low = float(statistics[below])
    if below + 1 == len(statistics):
        return low
    return low + (position - below) * (float(statistics[below + 1]) - low)


def _rank(number: int, share: float) -> int:
    return math.floor((number - 1) * share)


def _with_percentiles_in_place(values: Any) -> Any:
    """Return the values, those around both percentiles where sorting would put them: sorting all took longer."""
    number = len(values)
    ranks = {rank + more for rank in (_rank(number, share) for share in _SHARES) for more in (0, 1)}
    places = sorted(rank for rank in ranks if rank < number)
    return import_numpy().partition(values, places) if places else values


def _statistics(
    scaled: list[list[int]], counts: list[Sequence[int]], seed: int, resamples: int, drawn: Iterable[Any] | None
) -> Iterator[Any]:
    """Yield the statistics of each metric for ``widened_interval``, an array of floats."""
    np = import_numpy()

    distinct = list(dict.fromkeys(tuple(sizes) for sizes in counts))
    columns = [*scaled, *distinct]
    largest = max(max(map(abs, column)) for column in columns) * len(columns[0])
    kind = np.float64 if largest < _EXACT_FLOAT else np.int64
    table = np.array(columns, dtype=kind).T
    chunks = drawn_papers(len(columns[0]), seed, resamples) if drawn is None else drawn
    totals = np.concatenate([chunk.astype(kind, copy=False) @ table for chunk in chunks])
    if len(totals) != resamples:
        raise ValueError(f"{len(totals)} resamples were drawn before, not {resamples}")
    by_column = np.ascontiguousarray(totals.T)
    for metric, sizes in enumerate(counts):
        questions = by_column[len(scaled) + distinct.index(tuple(sizes))]
        some = questions > 0
        yield _with_percentiles_in_place((by_column[metric] / SCALE)[some] / questions[some])


def drawn_papers(papers: int, seed: int, resamples: int) -> Iterator[Any]:
    """Yield, a chunk of resamples at a time, how often each paper was drawn: arrays (resamples, papers).

    Every statistic of one score is made of the same draws, which ``paper_bootstrap`` describes.
    """
    np = import_numpy()

    generator = _generator(seed)
    a_chunk = max(1, _WORDS_A_CHUNK // papers)
    for start in range(0, resamples, a_chunk):
        rows = min(a_chunk, resamples - start)
        words = generator.random_raw(rows * papers)
        words *= np.uint64(papers)
        words >>= np.uint64(32)
        cells = words.view(np.int64).reshape(rows, papers)
        cells += np.arange(rows)[:, None] * papers
        yield np.bincount(cells.ravel(), minlength=rows * papers).reshape(rows, papers)


def _generator(seed: int) -> Any:
    """Return numpy's Mersenne Twister where ``random.Random(seed)`` stands, for the same words four times as fast."""
    np = import_numpy()

    *key, position = random.Random(seed).getstate()[1]  # noqa: S311  # because statistics need a reproducible generator, not a secret one
    generator = np.random.MT19937()
    generator.state = {
        "bit_generator": "MT19937",
        "state": {"key": np.array(key, dtype=np.uint32), "pos": position},
    }
    return generator


def import_numpy() -> Any:
    """Return numpy, told when it is first imported to keep its linear algebra to one thread.

    More threads gain nothing on tables of this size, and starting them took 0.5 s of a score's 0.4 s on a busy
    machine with two cores.
    """
    if "numpy" not in sys.modules and _THREADS not in os.environ:
        os.environ[_THREADS] = "1"
        try:
            import numpy as np
        finally:
            del os.environ[_THREADS]
    import numpy as np

    return np
