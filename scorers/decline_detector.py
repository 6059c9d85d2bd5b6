"""Whether a prose answer declines to answer."""

from __future__ import annotations

import re
from typing import Literal

from .decline_phrases import in_classes, is_decline, is_filler, is_hedge, with_source_named

Stance = Literal["declined", "answered", "undetermined", "empty"]

_CUES = (
    *(
        "not",
        "n't",
        "n\u2019t",
        "no ",
        "none",
        "never",
        "nothing",
        "nowhere",
        "neither",
        "unable",
        "unanswer",
        "unclear",
    ),
    *("unknown", "unspec", "undisc", "unstat", "unavail", "uncertain", "impossib", "insuffic", "silent", "lack"),
    *(
        "absence",
        "absent",
        "fail",
        "omit",
        "neglect",
        "n/a",
        "n.a",
        "missing",
        "hard to",
        "difficult to",
        "too little",
    ),
    *("ambiguous", "beyond the"),
)
"""One of these is in every decline and every hedge; text without them is answered."""
_APOSTROPHES = str.maketrans("\u2019\u02bc\uff07`", "''''")
_MARKUP = re.compile(r"\[\^?[\w\s,;-]{1,20}\]|[*_#>\"\u201c\u201d]+")
_SPELT_OUT = (
    (re.compile(r"\bcan't\b|\bcannot\b|\bcant\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\b(do|does|did|is|was)nt\b"), r"\1 not"),
    (re.compile(r"\b(i)'m\b"), r"\1 am"),
    (re.compile(r"\b(it|there|that)'s\b"), r"\1 is"),
    (re.compile(r"[^\S\n]+"), " "),
)
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+|;\s*|\s[\u2014\u2013-]{1,2}\s|\u2014")
_CONTRAST = re.compile(
    r",?\s*\b(?:but|however|nevertheless|nonetheless|whereas|except that|although|though|yet)\b,?\s*"
    r"|,?\s+and (?=(?:it|they|we|instead|uses?|used|relies|employs?)\b)|,\s*(?=(?:it|they|we|so|instead|rather)\b)"
)
_CONCESSION = re.compile(r"^(?:although|though|while|even though|even if)\b([^,]*),\s*(.*)$")
_LEAD = re.compile(
    r"^(?:(?:unfortunately|sadly|sorry|however|therefore|thus|so|hence|overall|answer:|final answer:|note that"
    r"|i am sorry|i apologi[sz]e|i believe|i think|it (?:seems|appears|looks like)(?: that)?"
    r"|(?:based on|according to|given|from|in) (?:the|this|these) [^,]{1,60},),?\s+)+"
)
_YES_OR_NO = re.compile(r"^(yes|no|nope|yeah)(?:\s*[,.:!-]\s*|$)")
_EDGES = " .,!?:;()'"


def decline_stance(text: str) -> Stance:
    """Say what a prose answer does: ``declined``, ``answered``, ``undetermined`` (a reader must decide) or ``empty``.

    Declined means that it says the source does not answer and says nothing else; a decline beside an answer, or after
    yes or no, is undetermined. ``empty`` is text without a letter or digit. English only; a phrase list whose
    false-decline rate is measured in its test, so a count made with it stands beside the structured one, never in its
    place (metrics.md, Declining).
    """
    lowered = text.lower()
    if not any(map(str.isalnum, text)):
        return "empty"
    if not _has_cue(lowered):
        return "answered"
    kinds = {_kind(segment) for segment in _segments(_prepared(lowered))}
    if "decline" in kinds:
        return "undetermined" if "content" in kinds else "declined"
    return "undetermined" if "hedge" in kinds else "answered"


def _has_cue(lowered: str) -> bool:
    return any(cue in lowered for cue in _CUES)


def _prepared(lowered: str) -> str:
    text = _MARKUP.sub(" ", lowered.translate(_APOSTROPHES))
    for pattern, spelt_out in _SPELT_OUT:
        text = pattern.sub(spelt_out, text)
    return text.strip()


def _segments(text: str) -> list[str]:
    """Cut prepared text into statements, yes and no and what the statements lean on taken off."""
    segments: list[str] = []
    for sentence in _SENTENCE.split(text):
        bare = _LEAD.sub("", sentence.strip())
        yes_or_no = _YES_OR_NO.match(bare)
        if yes_or_no:
            segments.append(yes_or_no[1])
            bare = bare[yes_or_no.end() :]
        concession = _CONCESSION.match(bare)
        parts = [concession[1], concession[2]] if concession else [bare]
        segments.extend(segment.strip(_EDGES) for part in parts for segment in _CONTRAST.split(part))
    return [segment for segment in (_LEAD.sub("", segment) for segment in segments) if segment]


def _kind(segment: str) -> Literal["decline", "hedge", "filler", "content"]:
    named = with_source_named(segment)
    if _has_cue(segment):
        classes = in_classes(named)
        if is_decline(classes):
            return "decline"
        if is_hedge(classes):
            return "hedge"
    return "filler" if is_filler(named) else "content"
