"""Whether the best sentence of a lone passage can hold the answer at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qasper_eval.agents.retrieval import terms

from .names import missing_names, names_in
from .negation import NEGATION
from .opposites import OPPOSITES

if TYPE_CHECKING:
    from .plan import Plan

_WORD = re.compile(r"[^\W\d_]+")
_NAME = re.compile(r"(?<!\w)[^\W\d_a-z][\w'’-]*")
_AMOUNT = re.compile(
    r"\d|\b(?:no|none|single|both|half|halves|thirds?|quarters?|twice|dozens?|one|two|three|four|five|six|seven"
    r"|eight|nine|ten|eleven|twelve|\w+teen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?"
    r"|thousands?|millions?|billions?|most|all|majority)\b",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"\d|\b(?:century|centuries|decades?|years?|months?|weeks?|days?|today|era|spring|summer|autumn|winter"
    r"|january|february|march|april|may|june|july|august|september|october|november|december"
    r"|monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b",
    re.IGNORECASE,
)
_WHEN = re.compile(r"\bwhen\b|\b(?:what|which) (?:year|date|day|month|decade|century|time)\b", re.IGNORECASE)
_WHO = re.compile(r"\bwho(?:m|se)?\b", re.IGNORECASE)
_WHETHER = re.compile(r"\bor not\b", re.IGNORECASE)
_PREFIX = re.compile(r"^(?:un|in|im|ir|il|dis|non)(?=[^\W\d_]{5})")


def passage_misfit(plan: Plan, sentence: str, section: str = "") -> str:
    """Say why a sentence cannot answer the question, or "" when nothing speaks against it.

    ``name missing from sentence``: a name or number of the question is neither in it nor in the title of its section.
    ``no such kind in sentence``: an amount, a time or a person is asked for and it holds none beyond the question's
    own. ``sentence turned around``: the question is negated, by a word or a prefix (``unconnected``), and the
    sentence is not, or it has a word where the sentence has the opposite. These are the ways in which questions
    without an answer are made from a passage (Rajpurkar, Jia and Liang 2018, section 4: entity swap, negation,
    antonym).
    """
    question = plan.query.text
    if missing_names(names_in(question), [sentence, section]):
        return "name missing from sentence"
    if not _holds_kind(plan, sentence):
        return "no such kind in sentence"
    return "sentence turned around" if _is_turned_around(plan, sentence) else ""


def _is_turned_around(plan: Plan, sentence: str) -> bool:
    question = _WHETHER.sub("", plan.query.text)
    if NEGATION.search(question) and not NEGATION.search(sentence):
        return True
    asked, held = _words(question), _words(sentence)
    if any(word not in held and _PREFIX.sub("", word) in held for word in asked):
        return True
    terms_held = set(terms(sentence))
    return any(
        term not in terms_held and not terms_held.isdisjoint(OPPOSITES.get(term, ())) for term in plan.own_terms
    )


def _holds_kind(plan: Plan, sentence: str) -> bool:
    question = plan.query.text
    if plan.expects == "number":
        return _AMOUNT.search(sentence) is not None
    if _WHEN.search(question):
        return _TIME.search(sentence) is not None
    if _WHO.search(question):
        asked = _words(question)
        return any(not _words(name.group()) <= asked for name in _NAME.finditer(sentence))
    return True


def _words(text: str) -> set[str]:
    return {word.group().lower() for word in _WORD.finditer(text)}
