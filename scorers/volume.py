"""Whether fewer failures mean better work or only less of it."""

from __future__ import annotations

import math
from dataclasses import dataclass

from .interval import Interval
from .mid_p import mid_p
from .proportion import Proportion

LEVEL = 0.05
"""Largest p of a difference that counts as established."""


@dataclass(frozen=True, slots=True)
class VolumeTest:
    """Failures of run A and run B, and what of the difference the number of things checked explains.

    Checked are citations, or claims; every rate has its two counts beside it.
    """

    failures_a: int
    """Failures of run A."""
    checked_a: int
    """What run A was checked on: its volume."""
    failures_b: int
    """Failures of run B."""
    checked_b: int
    """What run B was checked on: the new volume."""
    expected: float | None
    """Failures of B had it failed as often as A: failures_a * checked_b / checked_a; None where A has no volume."""
    prevented: float | None
    """expected - failures_b: failures that the smaller volume does not explain; below 0 where B fails more often."""
    difference: float | None
    """Rate of A minus rate of B, in [-1, 1]; None where either has no volume."""
    interval: Interval | None
    """95 % interval of the difference (Newcombe 1998, method 10); None where either has no volume."""
    p_value: float | None
    """Two-sided mid-p of Fisher's exact test of equal rates; None where either has no volume."""

    @property
    def rate_a(self) -> Proportion:
        """Failures of A out of its volume."""
        return Proportion(self.failures_a, self.checked_a)

    @property
    def rate_b(self) -> Proportion:
        """Failures of B out of its volume."""
        return Proportion(self.failures_b, self.checked_b)

    @property
    def establishes(self) -> bool:
        """Whether the rates differ beyond chance: the interval leaves 0 out and p is at most 0.05.

        False is "no conclusion", never "no difference". Both treat what was checked as independent, and citations of
        one paper are not quite: True is the least that a claim needs, and where counts by paper are known,
        ``ratio_difference`` and ``ratio_randomisation`` say more.
        """
        if self.interval is None or self.p_value is None:
            return False
        return self.p_value <= LEVEL and not self.interval.low <= 0 <= self.interval.high

    @property
    def omission_could_explain(self) -> bool:
        """Whether B can be A with some of its citations left out, the failing ones first.

        Counts cannot rule that out where B has at least as many citations less as it has failures less: then a
        lower rate shows that fewer bad citations were made, not that better ones were found.
        """
        fewer = self.failures_a - self.failures_b
        return 0 < fewer <= self.checked_a - self.checked_b


def volume_test(failures_a: int, checked_a: int, failures_b: int, checked_b: int) -> VolumeTest:
    """Return how many failures of B are expected at its own volume, and how many fewer it has.

    Counts of 0 or more. Without a volume of A nothing is expected, without one of either nothing is tested: those
    fields are None. Raises ValueError unless 0 <= failures <= checked on both sides. Sources: metrics.md,
    Uncertainty; Newcombe 1998 (Statistics in Medicine 17, 873-890); Lancaster 1961 for the mid-p.
    """
    for failures, checked in ((failures_a, checked_a), (failures_b, checked_b)):
        if not 0 <= failures <= checked:
            raise ValueError(f"{failures} failures of {checked} checked are no rate")
    expected = failures_a * checked_b / checked_a if checked_a else None
    a, b = Proportion(failures_a, checked_a), Proportion(failures_b, checked_b)
    return VolumeTest(
        failures_a,
        checked_a,
        failures_b,
        checked_b,
        expected=expected,
        prevented=None if expected is None else expected - failures_b,
        difference=None if a.rate is None or b.rate is None else a.rate - b.rate,
        interval=_newcombe(a, b),
        p_value=mid_p(failures_a, checked_a, failures_b, checked_b),
    )


def _newcombe(a: Proportion, b: Proportion) -> Interval | None:
    """Return the interval of a - b that squares and adds the distances of both Wilson limits."""
    if a.rate is None or b.rate is None or a.interval is None or b.interval is None:
        return None
    difference = a.rate - b.rate
    low = difference - math.hypot(a.rate - a.interval.low, b.interval.high - b.rate)
    high = difference + math.hypot(a.interval.high - a.rate, b.rate - b.interval.low)
    return Interval(max(-1.0, low), min(1.0, high))
