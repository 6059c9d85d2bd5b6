"""Prose cut into statements, for the decline detector."""

from __future__ import annotations

import re

_APOSTROPHES = str.maketrans("\u2019\u02bc\uff07`", "''''")
_MARKUP = re.compile(r"\[\^?[\w\s,;-]{1,20}\]|[*_#>\"\u201c\u201d]+")
_CONTRACTIONS = (
    (re.compile(r"\bcan't\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"n't\b"), " not"),
    (re.compile(r"\bi'm\b"), "i am"),
    (re.compile(r"\b(it|there|that)'s\b"), r"\1 is"),
)
_SPELT_OUT = (
    (re.compile(r"\bcan(?:no)?t\b"), "can not"),
    (re.compile(r"\b(do|does|did|is|was)nt\b"), r"\1 not"),
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


def statements(lowered: str) -> list[str]:
    """Return the statements of lower-case prose without markup, contractions spelt out; [] where there is none.

    Sentences are cut at contrasts (``but``, ``although``), a leading yes or no is a statement of its own, and what a
    statement leans on ("unfortunately", "based on the text,") is taken off.
    """
    return _segments(_prepared(lowered))


def _prepared(lowered: str) -> str:
    text = _MARKUP.sub(" ", lowered.translate(_APOSTROPHES))
    if "'" in text:
        for pattern, spelt_out in _CONTRACTIONS:
            text = pattern.sub(spelt_out, text)
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
