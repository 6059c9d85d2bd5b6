"""How often an agent declines where it should and where it should not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from .proportion import Proportion

if TYPE_CHECKING:
    from collections.abc import Mapping

AnswerClass = Literal["answerable", "unanswerable", "split"]
Outcome = Literal["declined", "declined_in_prose", "answered", "empty", "unmeasured"]
ANSWER_CLASSES: tuple[AnswerClass, ...] = ("answerable", "unanswerable", "split")
"""No, every or only some annotators say unanswerable."""
OUTCOMES: tuple[Outcome, ...] = ("declined", "declined_in_prose", "answered", "empty", "unmeasured")
"""What became of a question; each has exactly one."""


class DeclineRates(NamedTuple):
    """The rates of one 3 x outcome table (metrics.md, Declining); unmeasured questions are in no denominator."""

    recall: Proportion
    """Declines on unanswerable questions."""
    over_refusal: Proportion
    """Declines on answerable questions."""
    precision: Proportion
    """Declines on unanswerable questions out of declines on answerable and unanswerable ones."""
    split: Proportion
    """Declines on questions that only some annotators call unanswerable; neither right nor wrong."""


def decline_rates(table: Mapping[AnswerClass, Mapping[Outcome, int]], *, with_prose: bool) -> DeclineRates:
    """Return the rates of ``table``, counting declines in prose only ``with_prose``; an absent cell is 0.

    They say whether the agent declines, not whether an answer that it gives instead is right.
    """

    def declines(answer_class: AnswerClass) -> int:
        row = table.get(answer_class, {})
        return row.get("declined", 0) + (row.get("declined_in_prose", 0) if with_prose else 0)

    def measured(answer_class: AnswerClass) -> int:
        row = table.get(answer_class, {})
        return sum(row.get(outcome, 0) for outcome in OUTCOMES if outcome != "unmeasured")

    return DeclineRates(
        recall=Proportion(declines("unanswerable"), measured("unanswerable")),
        over_refusal=Proportion(declines("answerable"), measured("answerable")),
        precision=Proportion(declines("unanswerable"), declines("unanswerable") + declines("answerable")),
        split=Proportion(declines("split"), measured("split")),
    )
