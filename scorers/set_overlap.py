"""Two sets of marked units: exact match, precision, recall and F1."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .f1 import f1

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable
    from collections.abc import Set as AbstractSet


class SetOverlap(NamedTuple):
    """How a predicted set of units meets a marked one."""

    overlap: int
    """Units in both."""
    predicted: int
    """Units predicted."""
    relevant: int
    """Units marked."""

    @property
    def exact(self) -> float:
        """1 where both sets are equal (two empty ones too), else 0."""
        return float(self.overlap == self.predicted == self.relevant)

    @property
    def precision(self) -> float:
        """Overlap / predicted in [0, 1]; 0 where nothing is predicted."""
        return self.overlap / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """Overlap / relevant in [0, 1]; 0 where nothing is marked."""
        return self.overlap / self.relevant if self.relevant else 0.0

    @property
    def f1(self) -> float:
        """F1 in [0, 1]; 0 without overlap, also where both sets are empty."""
        return f1(self.overlap, self.predicted, self.relevant)


def set_overlap(predicted: AbstractSet[Hashable], relevant: AbstractSet[Hashable]) -> SetOverlap:
    """Return the overlap of two sets of units, as update_sp of hotpot_evaluate_v1.py counts it (Yang et al. 2018)."""
    return SetOverlap(len(predicted & relevant), len(predicted), len(relevant))


def best_set_overlap(predicted: AbstractSet[Hashable], sets: Collection[AbstractSet[Hashable]]) -> SetOverlap:
    """Return the overlap with the set that gives the best F1, the first of equals (WiCE, Kamoi et al. 2023).

    Raises ValueError without a set.
    """
    return max((set_overlap(predicted, relevant) for relevant in sets), key=lambda found: found.f1)
