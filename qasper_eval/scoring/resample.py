"""What makes the intervals of a score."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scorers.interval import Interval


class Resample(Protocol):
    """``paper_bootstrap``, or what gives the same numbers from elsewhere."""

    def __call__(
        self,
        paper_sums: Sequence[Sequence[float]],
        paper_counts: Sequence[Sequence[int]],
        /,
        *,
        seed: int,
        resamples: int,
    ) -> Callable[[], list[Interval | None]]:
        """Begin, and return what ends it with a 95 % interval for each metric, as ``paper_bootstrap`` says."""
        ...


def resample_here(
    paper_sums: Sequence[Sequence[float]], paper_counts: Sequence[Sequence[int]], *, seed: int, resamples: int
) -> Callable[[], list[Interval | None]]:
    """Return what calls ``paper_bootstrap``, which is imported when it is needed."""
    from scorers.bootstrap import paper_bootstrap

    return partial(paper_bootstrap, paper_sums, paper_counts, seed=seed, resamples=resamples)
