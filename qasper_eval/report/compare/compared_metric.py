"""One metric of two runs on the same questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from scorers.interval import Interval

Verdict = Literal["unmeasured", "equal", "higher", "lower", "no conclusion"]

LEVEL = 0.05
"""Largest adjusted p of a difference that counts as established."""
FEWEST_PAPERS = 6
"""Papers that must differ for a randomisation over papers to reach p = 0.05: 2 / 2**5 does not."""


@dataclass(frozen=True, slots=True)
class ComparedMetric:
    """A, B and B - A over the paired questions in the denominator of the metric, in the metric's own unit."""

    key: str
    """Dotted path of the number in scores.json."""
    label: str
    """What a person reads in the table, light Markdown; ``- `` in front of a part of the row above it."""
    name: str
    """What a person reads on its own."""
    is_share: bool
    """Whether the values lie in [0, 1], so that differences are told in points (hundredths)."""
    n: int
    """Questions."""
    papers: int
    """Papers that they are about."""
    a: float | None
    """Mean or rate of A; None at n = 0."""
    b: float | None
    """Mean or rate of B; None at n = 0."""
    count_a: int | None
    """Numerator of A's rate; None where the metric is a mean."""
    count_b: int | None
    """Numerator of B's rate; None where the metric is a mean."""
    difference: float | None
    """b - a; None at n = 0."""
    interval: Interval | None
    """95 % interval of the difference, over papers; None below two papers."""
    standard_error: float | None
    """Bootstrap standard error of the difference; None below two papers."""
    p_value: float | None
    """Two-sided p of the paired randomisation over papers; None at n = 0."""
    p_holm: float | None
    """The same, adjusted for all metrics of the table that differ on some question (Holm)."""
    relative: float | None
    """difference / a, so -0.58 is 58 % less; None where a is 0 or unmeasured."""
    detectable: float | None
    """Smallest true difference found four times in five at this n by ``p_value``, so before any adjustment.

    None below six papers, where no p can reach 0.05, so that nothing is ever found; None without a difference.
    """
    differing: int
    """Questions on which A and B differ."""
    differing_papers: int
    """Papers that those are about."""

    @property
    def verdict(self) -> Verdict:
        """What the data establish: ``higher`` and ``lower`` say B against A, and hold after adjusting for the table.

        They need an adjusted p of at most 0.05 and an interval that leaves 0 out. ``equal`` is equal on every
        question; ``no conclusion`` is never "no difference".
        """
        if self.difference is None:
            return "unmeasured"
        if not self.differing:
            return "equal"
        if self.interval is None or self.p_holm is None or self.p_holm > LEVEL:
            return "no conclusion"
        if self.interval.low > 0:
            return "higher"
        return "lower" if self.interval.high < 0 else "no conclusion"


@dataclass(frozen=True, slots=True)
class ComparedRate:
    """A rate whose denominator each run chooses by what it says: shown with both counts and untested."""

    key: str
    """Dotted path of the number in scores.json."""
    label: str
    """What a person reads in a table; ``- `` in front of a part of the row above it."""
    name: str
    """What a person reads on its own."""
    count_a: int
    """Numerator of A over the paired questions."""
    n_a: int
    """Denominator of A."""
    count_b: int
    """Numerator of B."""
    n_b: int
    """Denominator of B."""
    interval: Interval | None
    """95 % interval of b - a, over papers; None below two papers and where either has no denominator."""

    @property
    def a(self) -> float | None:
        """Rate of A; None at n = 0."""
        return self.count_a / self.n_a if self.n_a else None

    @property
    def b(self) -> float | None:
        """Rate of B; None at n = 0."""
        return self.count_b / self.n_b if self.n_b else None

    @property
    def difference(self) -> float | None:
        """Rate of B minus rate of A; None where either has no denominator."""
        return None if self.a is None or self.b is None else self.b - self.a
