"""The smallest difference that a comparison of this size would find."""

from __future__ import annotations

from .wilson import Z

POWER_Z = 0.841621
"""The 0.8 quantile of the normal distribution, as metrics.md rounds it."""


def smallest_detectable(standard_error: float) -> float:
    """Return the true difference that a two-sided test at 5 % would find four times in five.

    It is (1.959964 + 0.841621) times the standard error of the paired difference, in the unit of that error; 0 for an
    error of 0, which says that the runs do not differ anywhere, not that any difference would be found. Raises
    ValueError for an error below 0. Source: metrics.md, Uncertainty.
    """
    if not standard_error >= 0:
        raise ValueError("a standard error is 0 or more")
    return (Z + POWER_Z) * standard_error
