"""Whether a prose answer declines to answer."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from .normalize import official_tokens

if TYPE_CHECKING:
    from collections.abc import Collection

Stance = Literal["declined", "answered", "undetermined", "empty"]

_NEGATED = (
    "ca",
    "do",
    "does",
    "did",
    "is",
    "are",
    "was",
    "were",
    "could",
    "would",
    "wo",
    "has",
    "have",
    "had",
    "should",
)
_CUE_LIST = (
    "not no none never nothing nowhere neither nor cannot unable unanswerable unanswered unclear unknown unspecified"
    " undisclosed unstated unavailable uncertain impossible insufficient silent lack lacks lacked lacking absence"
    " absent fail fails failed omit omits omitted neglect neglects na missing hard difficult little ambiguous beyond"
)
_CUES = frozenset([*_CUE_LIST.split(), *[f"{verb}n{mark}t" for verb in _NEGATED for mark in ("", "'", "\u2019")]])
"""One of these words is in every decline and every hedge; text without them is answered."""
_TOPIC_LIST = (
    "paper papers article articles text texts passage passages paragraph paragraphs document documents context"
    " contexts excerpt excerpts section sections study studies manuscript publication abstract source sources snippet"
    " snippets material materials content contents evidence report reports citation citations author authors writer"
    " writers researcher researchers question answer answers information info detail details discussion explanation"
    " specifics mention mentions mentioned state states stated specify specifies specified say says said reported"
    " disclose discloses disclosed clarify clarifies clarified elaborate elaborates elaborated documented name named"
    " size number exact specific value values reason contained provided given included presented listed addressed"
    " covered offered defined described discussed explained indicated detailed revealed identified available shown"
    " clear answerable supplied determine determined find found tell told infer inferred establish established"
    " conclude concluded ascertain ascertained locate located derive derived deduce deduced confirm confirmed verify"
    " verified know known answered missing unavailable absent lacking omitted omits unspecified undisclosed unstated"
    " unknown unclear uncertain ambiguous unanswerable silent sure idea applicable aware certain access enough na"
    " present"
)
_TOPICS = frozenset(_TOPIC_LIST.split())
"""What a text speaks of when it declines or hedges; text without any of these words is answered too."""


def decline_stance(text: str, words: Collection[str] | None = None) -> Stance:
    """Say what a prose answer does: ``declined``, ``answered``, ``undetermined`` (a reader must decide) or ``empty``.

    Declined means that it says the source does not answer and says nothing else; a decline beside an answer, or after
    yes or no, is undetermined. ``empty`` is text without a letter or digit. ``words`` are the official
    tokens of the text, where the caller has them. English only; a phrase list whose false-decline rate is
    measured in its test, so a count made with it stands beside the structured one, never in its place (metrics.md,
    Declining).
    """
    if words is None:
        words = official_tokens(text)
    if not (words and text.isascii()) and not any(map(str.isalnum, text)):
        return "empty"
    if _CUES.isdisjoint(words) or _TOPICS.isdisjoint(words):
        return "answered"
    return _stance_of_prose(text.lower())


@lru_cache(maxsize=256)
def _stance_of_prose(lowered: str) -> Stance:
    """Look closely; models decline in the same words again and again, which is why the last ones are kept."""
    from .prose_statements import statements  # most answers never get here, and its patterns cost time to compile

    kinds = {_kind(statement) for statement in statements(lowered)}
    if "decline" in kinds:
        return "undetermined" if "content" in kinds else "declined"
    return "undetermined" if "hedge" in kinds else "answered"


def _kind(statement: str) -> Literal["decline", "hedge", "filler", "content"]:
    from .decline_phrases import in_classes, is_decline, is_filler, is_hedge, with_source_named

    named = with_source_named(statement)
    if not _CUES.isdisjoint(official_tokens(statement)):
        classes = in_classes(named)
        if is_decline(classes):
            return "decline"
        if is_hedge(classes):
            return "hedge"
    return "filler" if is_filler(named) else "content"
