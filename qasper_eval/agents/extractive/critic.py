"""Stage 4: a claim is admitted only when its paragraph holds it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_TOKEN = re.compile(r"(?:(?<![\w)])[-+−])?(?:\d+(?:[.,]\d+)*|(?<!\w)\.\d+)(?:\s?%)?|[^\W\d_]+(?:['’][^\W\d_]+)?")
_NUMBER_STARTS = frozenset("-.0123456789")
_THOUSANDS = re.compile(r"^\d{1,3}(?:,\d{3})+(?:\.\d+)?%?$")
_WORDS = """
a about an and are as at be been but by can did do does for from had has have he her his how if in into is it its
may of on or our she so some such than that the their them then there these they this those to was we were what
when where which while who will with would you your
"""
_FUNCTION_WORDS = frozenset(_WORDS.split())


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the critic found."""

    admitted: bool
    """Whether the claim may be written."""
    containment: float
    """Share of the claim's distinct content tokens that the paragraph holds, 0 to 1; 0 for a claim without any."""
    unsupported_numbers: tuple[str, ...]
    """Numbers of the claim that the paragraph does not hold in that place, in order."""


def review(claim: str, paragraph: str, containment: float = 0.75) -> Verdict:
    """Admit a claim when at least ``containment`` of its content tokens, and every number in its place, are held.

    A number is compared whole (``85.3`` is not ``853``, ``1,006`` is ``1006``, ``61%`` is not ``61``) and must stand
    between the same words in the paragraph as in the claim, so that two swapped figures are caught though both occur.
    A claim without content tokens is never admitted. ``not`` and ``no`` count as content.
    """
    claimed, held = _content_tokens(claim), _content_tokens(paragraph)
    distinct = list(dict.fromkeys(claimed))
    known = set(held)
    share = sum(token in known for token in distinct) / len(distinct) if distinct else 0.0
    unsupported = tuple(
        token
        for place, token in enumerate(claimed)
        if token[0] in _NUMBER_STARTS and not _stands(place, claimed, held)
    )
    return Verdict(
        admitted=bool(distinct) and share >= containment and not unsupported,
        containment=share,
        unsupported_numbers=unsupported,
    )


def _content_tokens(text: str) -> list[str]:
    tokens: list[str] = []
    for match in _TOKEN.finditer(text.lower()):
        token = "".join(match.group().split()).replace("−", "-").replace("’", "'").lstrip("+")
        if _THOUSANDS.match(token):
            token = token.replace(",", "")
        if token not in _FUNCTION_WORDS:
            tokens.append(token)
    return tokens


def _stands(place: int, claimed: list[str], held: list[str]) -> bool:
    """Tell whether the token and its neighbours, as far as the claim has them, stand somewhere in a row."""
    start = max(0, place - 1)
    row = claimed[start : place + 2]
    return any(held[offset : offset + len(row)] == row for offset in range(len(held) - len(row) + 1))
