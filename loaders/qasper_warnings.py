"""What a reader must know about a file before believing a score on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .common_warnings import many, repeated_ids, repeated_paragraphs
from .qasper_papers import FLOAT_PREFIX

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .qasper_papers import Oddities
    from .records import Counts, Paper


def warnings_of(
    papers: Sequence[Paper], counts: Counts, unmatched: Sequence[str], oddities: Oddities
) -> tuple[str, ...]:
    """Return one sentence with its numbers for each kind of oddity; () for a file without any.

    ``unmatched`` is the evidence that equals no paragraph.
    """
    found = (
        _unmatched_evidence(unmatched),
        repeated_paragraphs(counts.duplicated_paragraphs),
        repeated_ids(papers),
        _contradictions(oddities.contradictory),
    )
    return tuple(sentence for sentence in found if sentence)


def _unmatched_evidence(strings: Sequence[str]) -> str:
    if not strings:
        return ""
    floats = sum(string.startswith(FLOAT_PREFIX) for string in strings)
    equals, remains = ("equals", "it remains") if len(strings) == 1 else ("equal", "they remain")
    return (
        f"{many(len(strings), 'evidence string')} {equals} no paragraph of the paper "
        f"({floats} of them marked as a figure or table); {remains} in the official score, where no citation matches."
    )


def _contradictions(number: int) -> str:
    if not number:
        return ""
    says, holds = ("says", "holds") if number == 1 else ("say", "hold")
    return (
        f"{many(number, 'annotation')} {says} unanswerable and yet {holds} an answer or evidence; "
        "unanswerable wins, without evidence."
    )
