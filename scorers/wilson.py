"""The Wilson interval of a proportion."""

from __future__ import annotations

import math

from .interval import Interval

Z = 1.959964
"""The 0.975 quantile of the normal distribution, as metrics.md rounds it."""


def wilson(count: int, n: int) -> Interval | None:
    """Return the 95 % Wilson interval of ``count`` of ``n``, within [0, 1]; None at n = 0.

    Wilson 1927; it treats the n trials as independent, which several questions about one paper are not quite.
    Raises ValueError unless 0 <= count <= n.
    """
    if not 0 <= count <= n:
        raise ValueError(f"{count} of {n} is no proportion")
    if n == 0:
        return None
    share = count / n
    scale = 1 + Z * Z / n
    centre = (share + Z * Z / (2 * n)) / scale
    half = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n)) / scale
    return Interval(max(0.0, centre - half) if count else 0.0, min(1.0, centre + half) if count < n else 1.0)
