"""Answer normalisation of the strict mode: the official one with its quirks repaired."""

from __future__ import annotations

import re
import string
import unicodedata
from typing import TYPE_CHECKING, Literal, get_args

from .normalize import without_articles

if TYPE_CHECKING:
    from collections.abc import Collection

Repair = Literal[
    "unicode form", "case folding", "hyphen or dash", "unicode punctuation", "decimal point", "article kept"
]
REPAIRS: tuple[Repair, ...] = get_args(Repair)
"""What strict does differently, in the order of its steps."""

# Dashes that Unicode files under symbols or other punctuation instead of Pd: minus sign and swung dash.
_OTHER_DASHES = frozenset("\u2212\u2053")
_STRAY_POINT = re.compile(r"(?<!\d)\.|\.(?!\d)")


class _Table(dict[int, "int | None"]):
    """A translation table that looks a character up in Unicode when it first meets it; full stops stay."""

    def __init__(self, *, dashes: bool, unicode_punctuation: bool) -> None:
        super().__init__(dict.fromkeys(map(ord, string.punctuation)))
        self[ord(".")] = ord(".")
        self._dashes = dashes
        self._unicode_punctuation = unicode_punctuation
        if dashes:
            self[ord("-")] = ord(" ")

    def __missing__(self, code: int) -> int | None:
        character = chr(code)
        category = unicodedata.category(character)
        if self._dashes and (category == "Pd" or character in _OTHER_DASHES):
            self[code] = ord(" ")
        elif self._unicode_punctuation and category[0] == "P":
            self[code] = None
        else:
            self[code] = code
        return self[code]


_TABLES = {
    (dashes, punctuation): _Table(dashes=dashes, unicode_punctuation=punctuation)
    for dashes in (True, False)
    for punctuation in (True, False)
}
_STRICT = _TABLES[True, True]


def strict_tokens(text: str) -> list[str]:
    """Return the tokens of ``text`` in strict form (metrics.md, strict); an empty list where nothing is left.

    NFKC, case folding, dashes and hyphens to spaces, then every punctuation mark dropped except a decimal point
    between digits, then articles dropped unless nothing else would remain.
    """
    text = text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).casefold()
    if "." in text:
        text = _STRAY_POINT.sub("", text)
    words = text.translate(_STRICT).split()
    return without_articles(words) or words


def partly_strict_tokens(text: str, left_out: Collection[Repair]) -> list[str]:
    """Return what ``strict_tokens`` would return without the repairs ``left_out``.

    With none left out it equals strict_tokens, with all left out official_tokens; in between it tells which repair
    a difference comes from.
    """
    if "unicode form" not in left_out:
        text = unicodedata.normalize("NFKC", text)
    text = text.lower() if "case folding" in left_out else text.casefold()
    text = text.replace(".", "") if "decimal point" in left_out else _STRAY_POINT.sub("", text)
    table = _TABLES["hyphen or dash" not in left_out, "unicode punctuation" not in left_out]
    words = text.translate(table).split()
    kept = without_articles(words)
    return kept if kept or "article kept" in left_out else words
