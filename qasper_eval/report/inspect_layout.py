"""Plain text for people: wrapped, indented, and harmless to a terminal."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from .grid import width_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

WIDTH = 100
"""Columns of a page."""
QUOTE_MARKS = (">>", "<<")
"""Around the passage that a citation quotes."""

_BREAKS = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_TURNS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def harmless(text: str) -> str:
    r"""Return text that cannot steer a terminal.

    Line breaks of every kind become ``\n``, tabs spaces; control characters and those that turn the direction of
    writing, which a paper or a model may hold, are written out (``\x1b``).
    """
    plain = _BREAKS.sub("\n", text).replace("\t", " ")
    return "".join(_written_out(char) if _is_steering(char) else char for char in plain)


def _is_steering(char: str) -> bool:
    return char != "\n" and (char in _TURNS or unicodedata.category(char) in {"Cc", "Cs"})


def _written_out(char: str) -> str:
    return f"\\x{ord(char):02x}" if ord(char) < 0x100 else f"\\u{ord(char):04x}"


def wrapped(text: str, indent: str = "", *, hanging: str = "", width: int = WIDTH, cut: bool = True) -> list[str]:
    """Return the lines of a text, each at most ``width`` columns (wide characters count two).

    Its own line breaks stay; a longer word is broken, or with ``cut=False`` kept whole, as a path must be to be
    copied; later lines get ``hanging`` after ``indent``. An empty text gives one empty line.
    """
    lines: list[str] = []
    for part in harmless(text).split("\n"):
        for line in _filled(part.split(" "), width - width_of(indent), width_of(hanging), cut=cut):
            lead = indent + hanging if lines else indent
            lines.append((lead + line).rstrip())
    return lines


def _filled(words: Iterable[str], room: int, hanging: int, *, cut: bool) -> Iterator[str]:
    """Yield lines of words; each leaves the room that a hanging indent takes."""
    line, used, most = "", 0, max(10, room - hanging)
    for word in _pieces(words, most) if cut else filter(None, words):
        needed = width_of(word)
        if line and used + 1 + needed > most:
            yield line
            line, used = word, needed
        elif line:
            line, used = f"{line} {word}", used + 1 + needed
        else:
            line, used = word, needed
    yield line


def _pieces(words: Iterable[str], most: int) -> Iterator[str]:
    """Yield the words, those wider than a line in pieces, empty ones never."""
    for word in words:
        piece, used = "", 0
        for char in word:
            needed = width_of(char)
            if piece and used + needed > most:
                yield piece
                piece, used = "", 0
            piece, used = piece + char, used + needed
        if piece:
            yield piece


def marked(text: str, ranges: Sequence[tuple[int, int]]) -> str:
    """Return the text with each of the ordered, disjoint ranges between the quote marks."""
    opening, closing = QUOTE_MARKS
    parts: list[str] = []
    at = 0
    for start, end in ranges:
        parts += [text[at:start], opening, text[start:end], closing]
        at = end
    return "".join([*parts, text[at:]])


def shortened(text: str, most: int) -> str:
    """Return at most ``most`` characters, saying how many more there are."""
    return text if len(text) <= most else f"{text[:most]}… ({len(text) - most:,} more characters; --full)"
