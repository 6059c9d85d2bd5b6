"""What can be switched in the offline agent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from qasper_eval.agents.retrieval.search_options import SearchMode


@dataclass(frozen=True, slots=True)
class ExtractiveOptions:
    """Knobs of ``ExtractiveAgent``; docs/extractive.md says how each default was chosen."""

    retrieval: SearchMode = "bm25"
    """What ranks the paragraphs; ``dense`` needs an embedding model, ``hybrid`` uses one where there is one."""
    topic_weight: float = 0.7
    """Weight of a word that a topic adds to the question, beside 1 for the question's own; 0 adds none."""
    cue_weight: float = 0.3
    """Weight of each cue beside the retrieval score, in its standard deviations; 0 ignores them."""
    top_k: int = 2
    """Most paragraphs cited, at least 1."""
    max_gap: float = 1.0
    """A further paragraph is cited when its score is at most this far (standard deviations) below the best."""
    containment: float = 0.75
    """Share of a claim's content tokens that its paragraph must hold (inclusive), 0 to 1."""
    decline: bool = True
    """Whether the agent may decline for lack of support."""
    max_absent: float = 0.5
    """Declines when this share or more of the words peculiar to a question is nowhere in the paper (``decide``)."""
    depth: int = 50
    """Most entries of the ranked list that are recorded, at least 1."""
