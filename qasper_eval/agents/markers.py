"""Citation markers in prose and the sentences they belong to (traps T1 to T4)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .citations import id_numbers, narrow
from .extractive.sentences import split_sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

_BRACKETED = re.compile(r"[\[［【〔]([^\[\]［］【】〔〕\n]{1,80})[\]］】〕]")
_LIKE_A_MARKER = re.compile(r"\s*(?:\^|\^?[Pp]\d|\d[\d\sPp,;&^†:*–—~-]*\Z)")
_LETTERED = re.compile(r"\s*\^?[Pp]\d")
_LINE = re.compile(r"[^\n]*\n|[^\n]+\Z")
_LIST_ITEM = re.compile(r"\s*(?:[-*•#>]+\s+|\(?(?:\d{1,3}|[A-Za-z])[.)]\s+)+")


@dataclass(frozen=True, slots=True)
class Marker:
    """One bracket that cites, such as ``[2]``, ``[1, 3]``, ``[P1-P3]``, ``【1】`` or ``[^1]``."""

    start: int
    """First code point, the bracket itself."""
    end: int
    """One past the closing bracket."""
    numbers: tuple[int, ...]
    """Every number it names, ranges expanded; () where it is malformed."""


@dataclass(frozen=True, slots=True)
class CitedUnit:
    """A sentence with its markers; the units of a text, joined, are the text."""

    start: int
    """First code point."""
    end: int
    """One past the last code point, trailing white space included."""
    markers: tuple[Marker, ...]
    """Markers inside it, in order."""
    has_word: bool
    """Whether anything is said; a unit without a word is never judged."""


def find_markers(text: str, *, lettered: bool = False) -> tuple[Marker, ...]:
    """Return every citation marker in order; ``lettered`` takes only those that write ``P`` before the number.

    A bracket that begins like a marker and cannot be read is returned as malformed, never dropped; brackets of any
    other kind (``[see above]``, ``[0.5, 1]``) are prose. An empty text gives ().
    """
    markers: list[Marker] = []
    for bracket in _BRACKETED.finditer(text):
        inside = narrow(bracket[1])
        numbers = id_numbers(inside) or ()
        is_marker = numbers or bracket[0][0] == "【" or _LIKE_A_MARKER.match(inside)
        if is_marker and (not lettered or _LETTERED.match(inside)):
            markers.append(Marker(start=bracket.start(), end=bracket.end(), numbers=numbers))
    return tuple(markers)


def cited_units(text: str, *, lettered: bool = False) -> tuple[CitedUnit, ...]:
    """Split prose into sentences, none across a line break, each with its markers; never drops or moves a character.

    Markers directly after a full stop belong to the sentence before it; what holds no word joins the unit before it,
    or the one after it at the beginning. An empty text gives ().
    """
    markers = find_markers(text, lettered=lettered)
    units: list[CitedUnit] = []
    for start, end, has_word in _spans(_blanked(text, markers)):
        inside = tuple(marker for marker in markers if start <= marker.start < end)
        joined = CitedUnit(start, end, inside, has_word)
        if units and not (has_word and units[-1].has_word):
            before = units.pop()
            joined = CitedUnit(before.start, end, before.markers + inside, before.has_word or has_word)
        units.append(joined)
    return tuple(units)


def _blanked(text: str, markers: tuple[Marker, ...]) -> str:
    # Sentences are found as if no marker stood there: then none can begin with the marker of the one before.
    characters = list(text)
    for marker in markers:
        characters[marker.start : marker.end] = " " * (marker.end - marker.start)
    return "".join(characters)


def _spans(text: str) -> Iterator[tuple[int, int, bool]]:
    for line in _LINE.finditer(text):
        # The "1." of a list item is no sentence, and says nothing.
        item = _LIST_ITEM.match(line[0])
        width = item.end() if item else 0
        said = " " * width + line[0][width:]
        for start, end in split_sentences(said):
            yield line.start() + start, line.start() + end, any(map(str.isalnum, said[start:end]))
