"""What a reader must know about a file before believing a score on it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

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
        _repeated_paragraphs(counts.duplicated_paragraphs),
        _repeated_ids(papers),
        _contradictions(oddities.contradictory),
    )
    return tuple(sentence for sentence in found if sentence)


def _unmatched_evidence(strings: Sequence[str]) -> str:
    if not strings:
        return ""
    floats = sum(string.startswith(FLOAT_PREFIX) for string in strings)
    equals, remains = ("equals", "it remains") if len(strings) == 1 else ("equal", "they remain")
    return (
        f"{_many(len(strings), 'evidence string')} {equals} no paragraph of the paper "
        f"({floats} of them marked as a figure or table); {remains} in the official score, where no citation matches."
    )


def _repeated_paragraphs(number: int) -> str:
    if not number:
        return ""
    repeat = "repeats" if number == 1 else "repeat"
    return (
        f"{_many(number, 'paragraph')} {repeat} the text of an earlier one in the same paper; "
        "each keeps its own place, and equal texts count as equal evidence."
    )


def _repeated_ids(papers: Sequence[Paper]) -> str:
    seen = Counter(question.id for paper in papers for question in paper.questions)
    repeated = [question_id for question_id, times in seen.items() if times > 1]
    if not repeated:
        return ""
    occurs = "occurs" if len(repeated) == 1 else "occur"
    shown = ", ".join(repeated[:3]) + (", …" if len(repeated) > 3 else "")
    return (
        f"{_many(len(repeated), 'question id')} {occurs} more than once ({shown}); only the last of each is scored."
    )


def _contradictions(number: int) -> str:
    if not number:
        return ""
    says, holds = ("says", "holds") if number == 1 else ("say", "hold")
    return (
        f"{_many(number, 'annotation')} {says} unanswerable and yet {holds} an answer or evidence; "
        "unanswerable wins, without evidence."
    )


def _many(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
