"""Stage 1: what a question asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from qasper_eval.agents.retrieval import Query, terms

from .topics import TOPICS, Topic

Expected = Literal["boolean", "choice", "number", "span", "explanation"]

_BOOLEAN = re.compile(
    r"^(?:(?:and|but|so|then|also|in [^,?]{1,60},)\s+)?"
    r"(?:is|are|was|were|do|does|did|can|could|has|have|had|will|would|should|may|might|must)(?:n't)?\s"
)
_CHOICE = re.compile(r"\bor\b")
_NUMBER = re.compile(
    r"\bhow (?:many|much|big|large|long|often|small|few|high|low|deep|old|fast)\b"
    r"|\b(?:what|which)(?: is| are| was| were|'s)?(?: the)? (?:\w+ )?"
    r"(?:size|number|percentage|percent|amount|share|proportion|fraction|ratio|length)\b"
)
_EXPLANATION = re.compile(r"\b(?:how|why)\b")


@dataclass(frozen=True, slots=True)
class Aspect:
    """One thing to look for."""

    name: str
    """``question`` for the question's own words, else the name of a topic."""
    terms: tuple[str, ...]
    """Index terms that this aspect adds, each once."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What to look for and what the answer should look like."""

    expects: Expected
    """Expected kind of answer."""
    aspects: tuple[Aspect, ...]
    """The question's own words first, then the topics it touches."""
    topics: tuple[Topic, ...]
    """Topics touched, in the order of ``TOPICS``."""
    query: Query
    """Weighted terms of all aspects."""

    @property
    def own_terms(self) -> tuple[str, ...]:
        """Terms of the question itself, each once."""
        return self.aspects[0].terms


def make_plan(question: str, topic_weight: float) -> Plan:
    """Plan one question; terms that a topic adds weigh ``topic_weight`` (0 adds none), its own weigh 1.

    Any text is planned, an empty or foreign one too; then there is nothing to look for.
    """
    lowered = " ".join(question.lower().split())
    weights = dict.fromkeys(terms(question), 1.0)
    aspects = [Aspect(name="question", terms=tuple(weights))]
    topics = tuple(topic for topic in TOPICS if topic.asked_pattern.search(lowered))
    for topic in topics if topic_weight > 0 else ():
        added = tuple(term for term in dict.fromkeys(terms(topic.words)) if term not in weights)
        weights.update(dict.fromkeys(added, topic_weight))
        aspects.append(Aspect(name=topic.name, terms=added))
    return Plan(
        expects=_expected(lowered),
        aspects=tuple(aspects),
        topics=topics,
        query=Query(text=question, weights=tuple(weights.items())),
    )


def _expected(lowered: str) -> Expected:
    if _BOOLEAN.match(lowered):
        return "choice" if _CHOICE.search(lowered) else "boolean"
    if _NUMBER.search(lowered):
        return "number"
    return "explanation" if _EXPLANATION.search(lowered) else "span"
