"""Stage 2, second half: which retrieved paragraphs are evidence for what is asked."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from qasper_eval.agents.retrieval import ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loaders.records import Paper, Paragraph
    from qasper_eval.records import Retrieved

    from .options import ExtractiveOptions
    from .plan import Plan


def rank_evidence(
    paper: Paper, plan: Plan, retrieved: Sequence[Retrieved], indexed: int, section_weight: float
) -> tuple[Retrieved, ...]:
    """Rank what was retrieved again, sections that fit the topic first among near equals.

    The new score is the retrieval score in standard deviations over all ``indexed`` paragraphs (those not retrieved
    count as 0) plus ``section_weight`` where a section title, or a caption's own text, fits a topic of the plan.
    Nothing retrieved gives ().
    """
    if not retrieved:
        return ()
    mean = sum(entry.score for entry in retrieved) / indexed
    square = sum(entry.score**2 for entry in retrieved) / indexed
    deviation = math.sqrt(max(square - mean**2, 0.0)) or 1.0
    return ranking(
        {
            entry.paragraph: (entry.score - mean) / deviation
            + section_weight * _fits(plan, paper.paragraphs[entry.paragraph])
            for entry in retrieved
        }
    )


def select_evidence(ranked: Sequence[Retrieved], options: ExtractiveOptions) -> tuple[Retrieved, ...]:
    """Keep the best paragraph and up to ``top_k - 1`` more that come near enough to it; nothing ranked gives ()."""
    return tuple(
        entry
        for entry in ranked[: options.top_k]
        if entry.rank == 1 or entry.score >= options.min_share * ranked[0].score
    )


def _fits(plan: Plan, paragraph: Paragraph) -> bool:
    title = (paragraph.text if paragraph.kind == "caption" else paragraph.section).lower()
    return any(topic.section_pattern.search(title) for topic in plan.topics)
