"""Whether a prose answer declines to answer."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

Stance = Literal["declined", "answered", "undetermined", "empty"]

_CUE_LIST = (
    "not|n't|n\u2019t|no |none|never|nothing|nowhere|neither|unable|unanswer|unclear|unknown|unspec|undisc|unstat"
    "|unavail|uncertain|impossib|insuffic|silent|lack|absence|absent|fail|omit|neglect|n/a|n.a|missing|hard to"
    "|difficult to|too little|ambiguous|beyond the"
)
_CUES = tuple(_CUE_LIST.split("|"))
"""One of these is in every decline and every hedge; text without them is answered."""


def decline_stance(text: str) -> Stance:
    """Say what a prose answer does: ``declined``, ``answered``, ``undetermined`` (a reader must decide) or ``empty``.

    Declined means that it says the source does not answer and says nothing else; a decline beside an answer, or after
    yes or no, is undetermined. ``empty`` is text without a letter or digit. English only; a phrase list whose
    false-decline rate is measured in its test, so a count made with it stands beside the structured one, never in its
    place (metrics.md, Declining).
    """
    if not any(map(str.isalnum, text)):
        return "empty"
    lowered = text.lower()
    if not _has_cue(lowered):
        return "answered"
    return _stance_of_prose(lowered)


@lru_cache(maxsize=256)
def _stance_of_prose(lowered: str) -> Stance:
    """Look closely; models decline in the same words again and again, which is why the last ones are kept."""
    from .prose_statements import statements  # most answers never get here, and its patterns cost time to compile

    kinds = {_kind(statement) for statement in statements(lowered)}
    if "decline" in kinds:
        return "undetermined" if "content" in kinds else "declined"
    return "undetermined" if "hedge" in kinds else "answered"


def _has_cue(lowered: str) -> bool:
    return any(map(lowered.__contains__, _CUES))


def _kind(statement: str) -> Literal["decline", "hedge", "filler", "content"]:
    from .decline_phrases import in_classes, is_decline, is_filler, is_hedge, with_source_named

    named = with_source_named(statement)
    if _has_cue(statement):
        classes = in_classes(named)
        if is_decline(classes):
            return "decline"
        if is_hedge(classes):
            return "hedge"
    return "filler" if is_filler(named) else "content"
