"""What a score depends on besides predictions and references."""

from __future__ import annotations

from typing import Literal, NamedTuple

Mode = Literal["official", "strict"]


class ScoringOptions(NamedTuple):
    """The settings of one table; they all stand in its signature."""

    mode: Mode = "official"
    """``official`` follows the dataset authors' script bit for bit, ``strict`` repairs its quirks."""
    text_evidence_only: bool = False
    """Leave figures and tables out of the human evidence."""
    seed: int = 13
    """Seed of the resampling behind the intervals."""
    resamples: int = 10_000
    """How many times the papers are resampled; 0 for no intervals."""
    cite_abstract: bool = False
    """Whether the agent could cite the abstract; only then does it count as something to retrieve."""
