"""The mean, to the last bit."""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def mean(values: Sequence[float]) -> float | None:
    """Return the arithmetic mean, added up left to right one by one; None where there is no value.

    Not ``sum`` (compensated since Python 3.12), not ``math.fsum``, not numpy: their last bits differ from the
    authors' script (metrics.md, To the last bit).
    """
    return reduce(add, values, 0.0) / len(values) if values else None
