"""The exact test of two rates."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def mid_p(failures_a: int, checked_a: int, failures_b: int, checked_b: int) -> float | None:
    """Return the two-sided mid-p of equal failure rates, given all four margins (Fisher's conditional test).

    Twice the smaller of both tails, each counting the observed table by half, at most 1 (Lancaster 1961); less
    conservative than Fisher's own p, whose true level is far below the nominal one at small counts. In [0, 1]; 1
    where nothing or everything fails; None where either side checked nothing. Raises ValueError unless 0 <= failures
    <= checked on both sides.
    """
    if not (0 <= failures_a <= checked_a and 0 <= failures_b <= checked_b):
        raise ValueError("failures are 0 or more, and at most what was checked")
    if not checked_a or not checked_b:
        return None
    failures = failures_a + failures_b
    least, most = max(0, failures - checked_b), min(failures, checked_a)
    mode = min(most, max(least, (failures + 1) * (checked_a + 1) // (checked_a + checked_b + 2)))

    def odds(number: int) -> float:
        """Return P(number + 1 failures at A) / P(number)."""
        return (failures - number) * (checked_a - number) / ((number + 1) * (checked_b - failures + number + 1))

    # From the mode outwards, so that every weight is at most 1 and the far tails run out into 0.
    above = _running_products(map(odds, range(mode, most)))
    below = _running_products(1 / odds(number) for number in range(mode - 1, least - 1, -1))
    weights = [*reversed(below[1:]), *above]
    at = failures_a - least
    lower, upper = math.fsum(weights[:at]), math.fsum(weights[at + 1 :])
    return min(1.0, 2 * (min(lower, upper) + weights[at] / 2) / math.fsum(weights))


def _running_products(factors: Iterable[float]) -> list[float]:
    products = [1.0]
    for factor in factors:
        products.append(products[-1] * factor)
    return products
