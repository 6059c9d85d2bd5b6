"""A mean with everything that a reader needs to judge it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .interval import Interval


class Summary(NamedTuple):
    """A mean over questions beside what it leaves out (metrics.md, Which questions count)."""

    mean: float | None
    """Mean in [0, 1]; None where nothing was measured, so that no failure reads as a zero."""
    n: int
    """Questions in the denominator."""
    n_measured: int = 0
    """Of those asked, questions with a prediction."""
    n_missing: int = 0
    """Of those asked, questions without a prediction and without a known failure."""
    n_failed: int = 0
    """Of those asked, questions without a prediction because of a failure."""
    interval: Interval | None = None
    """95 % interval over papers; None below two papers."""
    worst_case: tuple[float, float] | None = None
    """The mean with every question that lacks a prediction at 0, and at 1; None where none was asked."""
