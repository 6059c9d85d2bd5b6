"""Character spans: where a marked text really stands, and which paragraphs it covers."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING

from .records import Span

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Located:
    """Where a marked text stands."""

    start: int
    """First code point."""
    end: int
    """One past the last code point."""
    is_moved: bool = False
    """Whether the offsets in the file were wrong, and the only occurrence of the text was taken."""


def locate(text: str, start: int, quoted: str, end: int | None = None) -> Located | None:
    """Return where ``quoted`` stands in ``text``, or None where that cannot be told.

    The offsets in the file are right when the text there equals the quotation, or differs from it in white space
    alone (then ``end`` is needed). Else it must occur exactly once: of several occurrences none is guessed.
    """
    if not quoted.strip():
        return None
    if start >= 0 and text.startswith(quoted, start):
        return Located(start, start + len(quoted))
    if end is not None and 0 <= start < end and text[start:end].split() == quoted.split():
        return Located(start, min(end, len(text)))
    first = text.find(quoted)
    if first < 0 or text.find(quoted, first + 1) >= 0:
        return None
    return Located(first, first + len(quoted), is_moved=True)


def spans_over(bounds: Sequence[tuple[int, int]], start: int, end: int) -> tuple[Span, ...]:
    """Return the parts of a range of the whole text that lie in paragraphs, with offsets inside each paragraph.

    ``bounds`` are the paragraphs' half-open ranges in the whole text, rising and without overlap; what lies between
    them (headings, blank lines) is left out. () where the range meets no paragraph.
    """
    first = max(bisect_right(bounds, start, key=itemgetter(0)) - 1, 0)
    found: list[Span] = []
    for ordinal in range(first, len(bounds)):
        low, high = bounds[ordinal]
        if low >= end:
            break
        if max(low, start) < min(high, end):
            found.append(Span(ordinal, max(low, start) - low, min(high, end) - low))
    return tuple(found)
