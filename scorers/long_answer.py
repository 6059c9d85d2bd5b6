"""Natural Questions' long answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence
    from collections.abc import Set as AbstractSet

NON_NULL = 2
"""Annotators who must mark a long answer before the question has one."""


class LongAnswerCounts(NamedTuple):
    """Counts of one question, to be added up over all questions."""

    relevant: int
    """1 where the question has a long answer."""
    retrieved: int
    """1 where one was given."""
    right: int
    """1 where it is one that an annotator marked."""


def long_answer_counts(
    given: AbstractSet[Hashable], marked: Sequence[AbstractSet[Hashable]], annotators: int
) -> LongAnswerCounts:
    """Return the counts of one question; ``given`` names the answer in every way that may equal a marked one.

    ``marked`` holds what each annotator with a long answer marked. A question has a long answer when at least 2
    annotators marked one (all of them where fewer than 2 were asked); an answer is right when it equals any.
    Precision is right / retrieved, recall right / relevant over all questions. Source: score_long_answer and
    compute_f1 of nq_eval.py (Kwiatkowski et al. 2019), without score thresholds. An answer that overlaps a marked one
    is wrong.
    """
    has_answer = bool(marked) and len(marked) >= min(NON_NULL, annotators)
    is_right = has_answer and any(given & one for one in marked)
    return LongAnswerCounts(int(has_answer), int(bool(given)), int(is_right))
