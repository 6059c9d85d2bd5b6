"""The difference of two failing rates with papers as what varies."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorers.ratio_difference import ratio_difference
from scorers.ratio_randomisation import ratio_randomisation

from .compared_metric import LEVEL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorers.interval import Interval


class OverPapers(NamedTuple):
    """What resampling and swapping whole papers says of a rate of B minus that of A."""

    interval: Interval | None
    """95 % interval; None below two papers and where either has no denominator."""
    p_value: float | None
    """Two-sided p; None where either has no denominator."""

    @property
    def establishes(self) -> bool:
        """Whether the rates differ beyond chance: the interval leaves 0 out and p is at most 0.05."""
        if self.interval is None or self.p_value is None:
            return False
        return self.p_value <= LEVEL and not self.interval.low <= 0 <= self.interval.high


def over_papers(
    a: Sequence[tuple[int, int]], b: Sequence[tuple[int, int]], *, seed: int, resamples: int, rounds: int
) -> OverPapers:
    """Return it for counts (k, n) of the same papers in the same order; both parts None without any."""
    return OverPapers(
        ratio_difference(a, b, seed=seed, resamples=resamples), ratio_randomisation(a, b, seed=seed, rounds=rounds)
    )
