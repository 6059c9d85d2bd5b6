"""Which share of an answer's citations names something."""

from __future__ import annotations


def resolution_rate(total: int, unresolved: int) -> float | None:
    """Return (total - unresolved) / total in [0, 1]; None without citations, which is not the same as 0.0."""
    return (total - unresolved) / total if total else None
