"""Holm's adjustment of several p values."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Return the p values of one table adjusted so that the chance of any false finding in it stays at the level.

    The i-th smallest of m is multiplied by m - i + 1, is never below the one before it and never above 1; equal
    values stay equal. None (a row without a test) is passed on and not counted in m. Empty in, empty out. Raises
    ValueError for a value outside [0, 1]. Source: Holm 1979; metrics.md, Uncertainty.
    """
    if any(value is not None and not 0 <= value <= 1 for value in p_values):
        raise ValueError("a p value lies in [0, 1]")
    ordered = sorted((value, row) for row, value in enumerate(p_values) if value is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for step, (value, row) in enumerate(ordered):
        largest = min(1.0, max(largest, (len(ordered) - step) * value))
        adjusted[row] = largest
    return adjusted
