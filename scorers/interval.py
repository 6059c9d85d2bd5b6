"""A confidence interval."""

from __future__ import annotations

from typing import NamedTuple


class Interval(NamedTuple):
    """Both limits of a 95 % confidence interval; a tuple, so that it unpacks and compares as one."""

    low: float
    """Lower limit."""
    high: float
    """Upper limit."""
