"""Tokens as places in a text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = re.compile(r"\S+")


def text_tokens(text: str, spans: Iterable[tuple[int, int]]) -> set[int]:
    """Return the starts of the tokens that the spans touch; half-open offsets in code points.

    A token is a run of characters that are no white space. Empty spans and those beyond the text touch nothing.
    Places, not words, are compared, as the token-level rationale F1 of ERASER does (DeYoung et al. 2020).
    """
    ranges = list(spans)
    return {
        word.start()
        for word in _WORD.finditer(text)
        if any(max(start, word.start()) < min(end, word.end()) for start, end in ranges)
    }
