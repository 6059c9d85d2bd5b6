"""A count out of a number of trials."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .wilson import wilson

if TYPE_CHECKING:
    from .interval import Interval


class Proportion(NamedTuple):
    """``k`` of ``n``; both are always shown with the rate."""

    k: int
    """How many."""
    n: int
    """Of how many."""

    @property
    def rate(self) -> float | None:
        """Share in [0, 1]; None at n = 0."""
        return self.k / self.n if self.n else None

    @property
    def interval(self) -> Interval | None:
        """95 % Wilson interval; None at n = 0."""
        return wilson(self.k, self.n)
