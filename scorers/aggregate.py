"""The mean, to the last bit."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def mean(values: Iterable[float]) -> float | None:
    """Return the arithmetic mean by a plain left-to-right loop; None where there is no value.

    Not ``sum`` (compensated since Python 3.12), not ``math.fsum``, not numpy: their last bits differ from the
    authors' script (metrics.md, To the last bit).
    """
    total = 0.0
    n = 0
    for value in values:
        total += value
        n += 1
    return total / n if n else None
