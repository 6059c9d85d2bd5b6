"""Sentences that a dataset lists one by one, as one text with offsets."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


def join_sentences(sentences: Iterable[str]) -> tuple[str, tuple[tuple[int, int], ...]]:
    """Return the sentences as one text, and where each of them lies in it (half-open code-point offsets).

    Every sentence stays verbatim. One space is put between two where neither brings white space of its own: those of
    HotpotQA begin with their space, those of 2WikiMultihopQA have none. No sentence gives an empty text.
    """
    parts: list[str] = []
    offsets: list[tuple[int, int]] = []
    length = 0
    is_open = False
    for sentence in sentences:
        if is_open and sentence and not sentence[0].isspace():
            parts.append(" ")
            length += 1
        parts.append(sentence)
        offsets.append((length, length + len(sentence)))
        length += len(sentence)
        is_open = not sentence[-1].isspace() if sentence else is_open
    return "".join(parts), tuple(offsets)
