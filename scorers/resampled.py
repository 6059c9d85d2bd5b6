"""What one resampling of papers says about a mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .interval import Interval


class Resampled(NamedTuple):
    """An interval and a standard error from the same resamples."""

    interval: Interval | None
    """95 % interval over papers; None below two papers."""
    standard_error: float | None
    """Standard deviation of the mean over the resamples, in the unit of the scores; None below two papers."""
