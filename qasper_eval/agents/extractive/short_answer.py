"""The short form of an answer, in Qasper's terms."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qasper_eval.agents.retrieval import terms

from .negation import NEGATION

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .extract import Passage
    from .plan import Plan

_FIGURE = re.compile(
    r"(?<![^\W_])(?<!\d[.,])\$?\d+(?:[.,]\d+)*\$?(?:\s?%)?"
    r"(?:\s(?:million|billion|thousand|hundred|[kKM])\b)?(?:\s(?!(?:and|are|as|by|for|from|in|is|of|on|or|that|to|was|were|which|with)\b)[a-z][\w-]+){0,2}"
)
_CLAUSE = re.compile(r"(?<=[,;:])\s+")
_MARKER = re.compile(r"\s*\b(?:BIB|FIG|TAB|SEC)REF\d+\b")
_NAME = re.compile(r"(?<![\w.])(?:[A-Z][\w-]*|[a-z]+[A-Z][\w-]*)(?:\s+(?:[A-Z][\w-]*|\d+(?:\.\d+)?)(?![\w.]\w))*")
_OPENERS = """
A After All Also An And Appendix As Before Both But By Each Eq Fig Figure Figures For From Here However
If In It Note On Our Sec Section Since Table Tables The Then There These This Those To We When While
With
"""
_NO_NAME = frozenset(_OPENERS.split())
_NAMED_TOPICS = frozenset({"data", "baseline", "metric", "language"})
_FEWEST_WORDS = 3


def short_answer(plan: Plan, passages: Sequence[Passage]) -> str:
    """Give ``Yes`` or ``No`` for a yes/no question, else a span of the passages; no passages give "".

    ``No`` needs a negation in the best passage. A question for a figure gets the one next to most of its words; a
    question for data, baselines, metrics or languages the names in the best passage; any other question, and any of
    these without such a find, the clause that holds most of its words.
    """
    if not passages:
        return ""
    ordered = sorted(passages, key=lambda passage: -passage.score)
    best = _MARKER.sub("", ordered[0].text)
    if plan.expects == "boolean":
        return "No" if NEGATION.search(best) else "Yes"
    found = ""
    if plan.expects == "number":
        found = next(filter(None, (_figure(plan, _MARKER.sub("", passage.text)) for passage in ordered)), "")
    elif plan.expects == "span" and any(topic.name in _NAMED_TOPICS for topic in plan.topics):
        found = ", ".join(_names(plan, best))
    return found or _clause(plan, best)


def _figure(plan: Plan, text: str) -> str:
    own = set(plan.own_terms)

    def nearness(figure: re.Match[str]) -> tuple[int, int, int]:
        inside = sum(term in own for term in terms(figure.group()))
        around = sum(term in own for term in terms(text[max(0, figure.start() - 60) : figure.end() + 60]))
        return inside, around, -figure.start()

    best = max(_FIGURE.finditer(text), key=nearness, default=None)
    return best.group().strip() if best else ""


def _names(plan: Plan, text: str) -> tuple[str, ...]:
    own = set(plan.own_terms)
    found: list[str] = []
    for match in _NAME.finditer(text):
        words = match.group().split()
        while words and words[0] in _NO_NAME:
            words = words[1:]
        name = " ".join(words)
        opens = match.start() == 0 and len(words) == 1 and name[1:].islower()
        if any(map(str.isalpha, name)) and not opens and not own.issuperset(terms(name)):
            found.append(name)
    return tuple(dict.fromkeys(found))


def _clause(plan: Plan, text: str) -> str:
    own = set(plan.own_terms)
    clauses = [clause for clause in _CLAUSE.split(text) if len(clause.split()) > _FEWEST_WORDS] or [text]
    best = max(clauses, key=lambda clause: sum(term in own for term in set(terms(clause))))
    return best.strip(" ,;:.")
