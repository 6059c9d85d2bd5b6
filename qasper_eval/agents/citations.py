"""Ids that a model wrote, resolved to paragraph ordinals (traps T2, T3, T5)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from .paragraph_ids import ParagraphIds

MAX_RANGE = 100
"""Widest range that is expanded; a wider one is malformed."""

_ITEM = r"\^?[Pp]?\d{1,6}"
_DASH = "[-‐‑‒–—−~]"
_ENTRY = rf"{_ITEM}(?:\s*{_DASH}\s*{_ITEM})?"
_LIST = re.compile(rf"\s*{_ENTRY}(?:\s*(?:[,;&]|,?\s*and\b)\s*{_ENTRY})*\s*")
_RANGE = re.compile(rf"({_ITEM})(?:\s*{_DASH}\s*({_ITEM}))?")
_PLAIN_BRACKETS = str.maketrans("【】〔〕", "[][]")
_BRACKETED_LIST = re.compile(r"(?:\[[^\[\]]*\]\s*[,;]?\s*)+")
_BRACKETS = re.compile(r"\[([^\[\]]*)\]")


@dataclass(frozen=True, slots=True)
class ResolvedIds:
    """What a list of ids names."""

    ordinals: tuple[int, ...]
    """Ordinals of the shown paragraphs named, each once, in order of first mention."""
    invalid: tuple[str, ...]
    """Ids that name nothing shown, as ``P99``, and malformed ones as written, each once."""


def resolve_ids(written: Iterable[str], ids: ParagraphIds) -> ResolvedIds:
    """Look every id up in the table; nothing is ever mapped to a neighbour or found by its text.

    ``P12``, ``p12``, ``12``, ``[P12]``, ``[^12]``, full-width forms, lists (``P1, P3``) and ranges (``P1-P3``) are
    read; anything else is malformed and invalid as a whole. An empty list gives an empty result.
    """
    ordinals: dict[int, None] = {}
    invalid: dict[str, None] = {}
    for text in written:
        numbers = id_numbers(text)
        if numbers is None:
            invalid[text.strip()] = None
            continue
        for number in numbers:
            ordinal = ids.ordinal(number)
            if ordinal is None:
                invalid[f"P{number}"] = None
            else:
                ordinals[ordinal] = None
    return ResolvedIds(ordinals=tuple(ordinals), invalid=tuple(invalid))


def id_numbers(text: str) -> tuple[int, ...] | None:
    """Return the numbers an id string names, ranges expanded, in order; None when it is malformed.

    A range that falls or is wider than MAX_RANGE is malformed.
    """
    plain = narrow(text).strip()
    if _BRACKETED_LIST.fullmatch(plain):
        plain = ",".join(_BRACKETS.findall(plain))
    if not _LIST.fullmatch(plain):
        return None
    numbers: list[int] = []
    for entry in _RANGE.finditer(plain):
        first = int(entry[1].lstrip("^Pp"))
        last = int(entry[2].lstrip("^Pp")) if entry[2] else first
        if not first <= last < first + MAX_RANGE:
            return None
        numbers.extend(range(first, last + 1))
    return tuple(numbers)


def narrow(text: str) -> str:
    """Fold full-width forms (``【Ｐ１】``) to the plain ones; folding changes lengths, so offsets are lost."""
    return unicodedata.normalize("NFKC", text).translate(_PLAIN_BRACKETS)
