"""What can be switched in the offline agent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qasper_eval.agents.retrieval import RetrievalMode


@dataclass(frozen=True, slots=True)
class ExtractiveOptions:
    """Knobs of ``ExtractiveAgent``; docs/extractive.md says how each default was chosen."""

    retrieval: RetrievalMode = "bm25"
    """Which retriever ranks the paragraphs."""
    topic_weight: float = 0.7
    """Weight of a word that a topic adds to the question, beside 1 for the question's own; 0 adds none."""
    section_weight: float = 0.6
    """Bonus, in standard deviations of the retrieval score, for a section that fits the topic; 0 ignores sections."""
    top_k: int = 2
    """Most paragraphs cited, at least 1."""
    min_share: float = 0.0
    """A further paragraph is cited when its score is at least this share of the best one's, 0 to 1."""
    containment: float = 0.75
    """Share of a claim's content tokens that its paragraph must hold (inclusive), 0 to 1."""
    decline: bool = True
    """Whether the agent may decline."""
    min_coverage: float = 0.3
    """Declines when the evidence holds less than this rarity-weighted share of the question's terms, 0 to 1."""
    depth: int = 50
    """Most entries of the ranked list that are recorded, at least 1."""
