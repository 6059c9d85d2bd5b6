"""The one word that declines."""

from __future__ import annotations

import re

_NO_LETTER = re.compile(r"[\W_]+")


def is_decline_word(text: str) -> bool:
    """Whether a reply is the word ``Unanswerable`` and nothing else, whatever its case, quotes and punctuation.

    Prose that declines is not: the scorer's phrase detector sees to that, and both are reported (metrics.md,
    Declining). An empty text is not.
    """
    return _NO_LETTER.sub("", text).casefold() == "unanswerable"
