"""Which citations of an answer name something."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


class Resolution(NamedTuple):
    """Citations counted against what could be cited."""

    total: int
    """Citations, repetitions included."""
    unique: int
    """Distinct numbers cited."""
    unresolved: int
    """Citations, repetitions included, whose number names nothing."""

    @property
    def rate(self) -> float | None:
        """The resolution rate; None without citations, 0.0 when all dangle."""
        return resolution_rate(self.total, self.unresolved)


def resolution_rate(total: int, unresolved: int) -> float | None:
    """Return (total - unresolved) / total in [0, 1]; None without citations, which is not the same as 0.0."""
    return (total - unresolved) / total if total else None


def resolution(cited: Iterable[int], known: Collection[int]) -> Resolution:
    """Count the ``cited`` numbers and those that are not ``known``; no citation gives three zeros and no rate."""
    numbers = list(cited)
    return Resolution(len(numbers), len(set(numbers)), sum(number not in known for number in numbers))
