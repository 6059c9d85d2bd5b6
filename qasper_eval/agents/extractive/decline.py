"""Whether what was found is enough to answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .names import missing_names, names_in
from .passage_fit import passage_misfit
from .spelling import near
from .vocabulary import COMMON_TERMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .extract import Passage
    from .options import ExtractiveOptions
    from .paper_view import PaperView
    from .plan import Plan

INSUFFICIENT_EVIDENCE = "The paper does not contain sufficient evidence to answer this question."
"""What the agent says instead of an answer."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Answer or decline, and why."""

    declined: bool
    """Whether the question is declined."""
    reason: str
    """``supported``, ``nothing admitted``, ``name missing from evidence``, ``words missing from paper``, or one of
    ``passage_misfit``."""
    missing_names: tuple[str, ...]
    """Names and numbers of the question that the evidence does not hold, in order."""
    absent_terms: tuple[str, ...]
    """Terms peculiar to the question that occur nowhere in the paper, in order."""
    absent_share: float
    """Their share of the terms peculiar to the question, 0 to 1; 0 where it has none."""


def decide(view: PaperView, plan: Plan, admitted: Sequence[Passage], options: ExtractiveOptions) -> Decision:
    """Decline when nothing was admitted, or when the paper does not hold what is peculiar to the question.

    Peculiar are its names and numbers, which the paragraphs of the ``admitted`` passages must hold, and its words
    outside the common vocabulary of papers. Of those, ``max_absent`` or more, and at least two unless it has only
    one, may not be absent from the whole paper: a single unknown word is too often a synonym. A context of one
    paragraph is too short for absent words to mean anything, and there retrieval had no choice, so the sentence
    itself must fit the question (``passage_misfit``). Nothing admitted is declined whatever the options say, since
    there is nothing to write.
    """
    texts = [
        f"{view.paragraphs[found.paragraph].section} {view.paragraphs[found.paragraph].text}" for found in admitted
    ]
    missing = missing_names(names_in(plan.query.text), texts)
    peculiar = [term for term in plan.own_terms if term not in COMMON_TERMS and len(term) > 1]
    absent = tuple(term for term in peculiar if not _occurs(term, view))
    share = len(absent) / len(peculiar) if peculiar else 0.0
    reason = "supported"
    if not admitted:
        reason = "nothing admitted"
    elif options.decline and len(view.sentences) == 1:
        section = view.paragraphs[admitted[0].paragraph].section
        reason = passage_misfit(plan, admitted[0].text, section) or reason
    elif options.decline and missing:
        reason = "name missing from evidence"
    elif options.decline and share >= options.max_absent and len(absent) >= min(2, len(peculiar)):
        reason = "words missing from paper"
    return Decision(
        declined=reason != "supported",
        reason=reason,
        missing_names=missing,
        absent_terms=absent,
        absent_share=share,
    )


def _occurs(term: str, view: PaperView) -> bool:
    postings = view.index.postings
    return term in postings or any(near(term, other) for other in postings)
