"""The short form of an answer, in Qasper's terms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qasper_eval.agents.retrieval import terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .extract import Passage
    from .plan import Plan

_NEGATION = re.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|lacks?|fails?|failed|unable)\b|n't\b", re.IGNORECASE
)
_FIGURE = re.compile(
    r"(?<![A-Za-z\d.])\$?\d+(?:[.,]\d+)*\$?\s?%?(?:\s(?:million|billion|thousand|hundred|[kKM]\b))?(?:\s[A-Za-z][\w-]+){0,2}"
)
_CLAUSE = re.compile(r"(?<=[,;:])\s+")
_MARKER = re.compile(r"\s*\b(?:BIB|FIG|TAB|SEC)REF\d+\b")


def short_answer(plan: Plan, passages: Sequence[Passage]) -> str:
    """Give ``Yes`` or ``No`` for a yes/no question, else a span of the best passage; no passage gives "".

    ``No`` needs a negation in the best passage. A question for a figure gets the figure next to most of its
    words, with up to two words after it; every other question gets the clause that holds most of them.
    """
    if not passages:
        return ""
    best = max(passages, key=lambda passage: passage.score)
    if plan.expects == "boolean":
        return "No" if _NEGATION.search(best.text) else "Yes"
    if plan.expects == "number":
        for passage in sorted(passages, key=lambda passage: -passage.score):
            figures = list(_FIGURE.finditer(passage.text))
            if figures:
                return _nearest(figures, passage.text, plan).strip()
    return _MARKER.sub("", _best_clause(best.text, plan)).strip(" ,;:.")


def _nearest(figures: Sequence[re.Match[str]], text: str, plan: Plan) -> str:
    own = set(plan.own_terms)

    def held(figure: re.Match[str]) -> int:
        return sum(term in own for term in terms(text[max(0, figure.start() - 60) : figure.end() + 60]))

    return max(figures, key=lambda figure: (held(figure), -figure.start())).group()


def _best_clause(text: str, plan: Plan) -> str:
    own = set(plan.own_terms)
    clauses = _CLAUSE.split(text)
    return max(clauses, key=lambda clause: sum(term in own for term in set(terms(clause))))
