"""Stage 2, second half: which retrieved paragraphs are evidence for what is asked."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from qasper_eval.agents.retrieval import ranking

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.prediction_parts import Retrieved

    from .options import ExtractiveOptions
    from .paper_view import PaperView
    from .plan import Plan

_OTHERS_WORK = re.compile(r"\b(?:related|previous|prior) works?\b|\bbackground\b|\bliterature\b")

# The authors' own word for what a paragraph is about counts for more than a hint inside it.
_SECTION_CUE = 2.0


def rank_evidence(
    view: PaperView, plan: Plan, retrieved: Sequence[Retrieved], cue_weight: float
) -> tuple[Retrieved, ...]:
    """Rank what was retrieved again by retrieval score plus ``cue_weight`` times the sum of the cues.

    The retrieval score is taken in standard deviations over all indexed paragraphs (those not retrieved count as 0).
    The cues: its section (or caption) fits a topic of the plan, +2; a sentence with a term of the query speaks of
    the authors' own work, +1; a figure is asked for and a sentence with a term of the question has one, +1; its
    section is about the work of others, -1; its logarithmic length in standard deviations. Nothing gives ().
    """
    lengths = [math.log1p(length) for length in view.index.lengths]
    usual, spread = _moments(lengths, len(lengths))
    length_of = {
        ordinal: (length - usual) / spread for ordinal, length in zip(view.index.ordinals, lengths, strict=True)
    }
    mean, deviation = _moments([entry.score for entry in retrieved], len(lengths))
    return ranking(
        {
            entry.paragraph: (entry.score - mean) / deviation
            + cue_weight * (_cues(view, plan, entry.paragraph) + length_of[entry.paragraph])
            for entry in retrieved
        }
    )


def select_evidence(ranked: Sequence[Retrieved], options: ExtractiveOptions) -> tuple[Retrieved, ...]:
    """Keep the best and up to ``top_k - 1`` more within ``max_gap`` of its score; nothing ranked gives ()."""
    return tuple(entry for entry in ranked[: options.top_k] if ranked[0].score - entry.score <= options.max_gap)


def _cues(view: PaperView, plan: Plan, ordinal: int) -> float:
    heading = view.heading(ordinal)
    sentences = view.sentences[ordinal]
    sought = {term for term, _ in plan.query.weights}
    cues = _SECTION_CUE * any(topic.section_pattern.search(heading) for topic in plan.topics)
    cues += any(sentence.is_own_work and not sought.isdisjoint(sentence.terms) for sentence in sentences)
    if plan.expects == "number":
        own = set(plan.own_terms)
        cues += any(sentence.has_figure and not own.isdisjoint(sentence.terms) for sentence in sentences)
    return cues - (_OTHERS_WORK.search(heading) is not None)


def _moments(values: Sequence[float], count: int) -> tuple[float, float]:
    """Give mean and standard deviation over ``count`` values, those not listed being 0; no spread gives 1."""
    if count == 0:
        return 0.0, 1.0
    mean = sum(values) / count
    variance = sum(value**2 for value in values) / count - mean**2
    return mean, math.sqrt(variance) if variance > 1e-12 else 1.0
