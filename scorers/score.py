"""What one prediction scored against its references."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Score:
    """An F1 with the counts that it was made of."""

    value: float
    """F1 in [0, 1] against the best reference."""
    precision: float
    """Overlap / predicted; 0 where nothing overlaps, 1 where both sides are empty and that counts as agreement."""
    recall: float
    """Overlap / relevant; 0 and 1 as for precision."""
    overlap: int
    """Tokens or paragraphs that both sides hold."""
    best_reference: int
    """Index of the reference that gave the value; ties go to the first."""
