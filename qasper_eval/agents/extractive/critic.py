"""Stage 4: a claim is admitted only when its paragraph holds it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

_TOKEN = re.compile(r"(?:(?<![\w)])[-+−])?(?:\d+(?:[.,]\d+)*|(?<!\w)\.\d+)|[^\W\d_]+(?:['’][^\W\d_]+)?")
_THOUSANDS = re.compile(r"^\d{1,3}(?:,\d{3})+(?:\.\d+)?$")
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

    A number is compared whole (``85.3`` is not ``853``, ``1,006`` is ``1006``) and must stand in the paragraph next
    to one of the words it stands next to in the claim, so that two swapped figures are caught though both occur.
    A claim without content tokens is never admitted. ``not`` and ``no`` count as content.
    """
    claimed, held = _content_tokens(claim), _content_tokens(paragraph)
    distinct = list(dict.fromkeys(claimed))
    known = set(held)
    share = sum(token in known for token in distinct) / len(distinct) if distinct else 0.0
    unsupported = _unsupported_numbers(claimed, held)
    return Verdict(
        admitted=bool(distinct) and share >= containment and not unsupported,
        containment=share,
        unsupported_numbers=unsupported,
    )


def _content_tokens(text: str) -> list[str]:
    tokens: list[str] = []
    for match in _TOKEN.finditer(text.lower()):
        token = match.group().replace("−", "-").replace("’", "'").lstrip("+")
        if _THOUSANDS.match(token):
            token = token.replace(",", "")
        if token not in _FUNCTION_WORDS:
            tokens.append(token)
    return tokens


def _is_number(token: str) -> bool:
    return token[-1].isdigit()


def _unsupported_numbers(claimed: list[str], held: list[str]) -> tuple[str, ...]:
    after = set(pairwise(held))
    before = {(token, previous) for previous, token in after}
    known = set(held)
    missing: list[str] = []
    for place, token in enumerate(claimed):
        if not _is_number(token):
            continue
        neighbours = [(token, claimed[place - 1]) in before] if place else []
        if place + 1 < len(claimed):
            neighbours.append((token, claimed[place + 1]) in after)
        if token not in known or (neighbours and not any(neighbours)):
            missing.append(token)
    return tuple(missing)
