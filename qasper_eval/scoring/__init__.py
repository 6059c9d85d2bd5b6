"""Scoring: predictions against references, the one place that knows both."""

from .count import Missing
from .evaluation import score
from .gold import Gold
from .identity import SignatureFields
from .options import Mode, ScoringOptions
from .score_report import ScoreReport

__all__ = [
    "Gold",
    "Missing",
    "Mode",
    "ScoreReport",
    "ScoringOptions",
    "SignatureFields",
    "score",
]
