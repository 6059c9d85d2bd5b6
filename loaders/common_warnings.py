"""Warnings that every dataset shares."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from .records import resolved_questions

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .records import Paper


def repeated_paragraphs(number: int) -> str:
    """Return what to say of so many paragraphs that repeat an earlier one; empty for 0."""
    if not number:
        return ""
    repeat = "repeats" if number == 1 else "repeat"
    return (
        f"{many(number, 'paragraph')} {repeat} the text of an earlier one in the same paper; "
        "each keeps its own place, and equal texts count as equal evidence."
    )


def repeated_ids(papers: Sequence[Paper]) -> str:
    """Return which question ids occur more than once; empty where none does."""
    seen = Counter(question.id for paper in papers for question in paper.questions)
    repeated = [question_id for question_id, times in seen.items() if times > 1]
    if not repeated:
        return ""
    occurs = "occurs" if len(repeated) == 1 else "occur"
    shown = ", ".join(repeated[:3]) + (", …" if len(repeated) > 3 else "")
    return f"{many(len(repeated), 'question id')} {occurs} more than once ({shown}); only the last of each is scored."


def without_evidence(papers: Iterable[Paper]) -> str:
    """Say how many answerable questions hold no mark at all; "" where none does."""
    bare = sum(
        question.answer_class == "answerable"
        and not any(reference.evidence or reference.unplaced for reference in question.references)
        for _, question in resolved_questions(papers)
    )
    if not bare:
        return ""
    has = "has" if bare == 1 else "have"
    return (
        f"{many(bare, 'answerable question')} {has} no marked evidence, so that any citation there counts as wrong."
    )


def many(number: int, noun: str) -> str:
    """Return the number with its noun, in the plural unless it is 1."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
