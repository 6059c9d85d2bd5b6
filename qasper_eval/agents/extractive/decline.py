"""Whether what was found is enough to answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval.agents.retrieval import terms

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .options import ExtractiveOptions

INSUFFICIENT_EVIDENCE = "The paper does not contain sufficient evidence to answer this question."
"""What the agent says instead of an answer."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Answer or decline, and why."""

    declined: bool
    """Whether the question is declined."""
    reason: str
    """``supported``, ``nothing admitted`` or ``low coverage``."""
    coverage: float
    """Share of the question's own terms that the evidence holds, each weighed by its rarity in the paper, 0 to 1."""
    missing: tuple[str, ...]
    """Terms of the question that the evidence does not hold, in order."""


def decide(
    own_terms: Sequence[str], evidence: Sequence[str], idf: Callable[[str], float], options: ExtractiveOptions
) -> Decision:
    """Decline when nothing was admitted, or when the admitted paragraphs cover too little of the question.

    Nothing admitted is declined whatever the options say, since there is nothing to write. A question without terms
    has coverage 0.
    """
    known = {term for text in evidence for term in terms(text)}
    total = sum(idf(term) for term in own_terms)
    coverage = sum(idf(term) for term in own_terms if term in known) / total if total else 0.0
    reason = "supported"
    if not evidence:
        reason = "nothing admitted"
    elif options.decline and coverage < options.min_coverage:
        reason = "low coverage"
    return Decision(
        declined=reason != "supported",
        reason=reason,
        coverage=coverage,
        missing=tuple(term for term in own_terms if term not in known),
    )
