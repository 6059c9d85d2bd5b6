"""Stage 5: admitted claims to prose with citations."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval.prediction_parts import Citation, Claim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .extract import Passage


@dataclass(frozen=True, slots=True)
class Report:
    """The written answer."""

    text: str
    """Claims in order, each followed by ``[n]``: the n-th distinct paragraph cited, from 1."""
    citations: tuple[Citation, ...]
    """One a claim, with offsets of the claim in ``text`` and of the passage in its paragraph."""
    claims: tuple[Claim, ...]
    """One a passage."""


def claim_of(passage: Passage) -> str:
    """Give the passage as it is printed: its white space squeezed, nothing else changed."""
    return " ".join(passage.text.split())


def write(passages: Sequence[Passage]) -> Report:
    """Print each passage, its white space squeezed, with its paragraph's number; no passages give an empty text."""
    parts: list[str] = []
    citations: list[Citation] = []
    claims: list[Claim] = []
    numbers: dict[int, int] = {}
    length = 0
    for passage in passages:
        number = numbers.setdefault(passage.paragraph, len(numbers) + 1)
        start = length + 1 if parts else 0
        claim = claim_of(passage)
        end = start + len(claim)
        parts.append(f"{claim} [{number}]")
        length = start + len(parts[-1])
        citations.append(
            Citation(passage.paragraph, start=start, end=end, quote_start=passage.start, quote_end=passage.end)
        )
        claims.append(Claim(start=start, end=end, citations=(len(citations) - 1,)))
    return Report(text=" ".join(parts), citations=tuple(citations), claims=tuple(claims))
