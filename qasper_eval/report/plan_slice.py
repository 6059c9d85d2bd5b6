"""How many of the questions left a limit allows, and which options of ``run`` ask for just those."""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loaders.records import Paper, Question


def questions_within(costs: Sequence[float], most: float) -> int:
    """Return how many of the first questions cost no more than ``most`` together."""
    return sum(total <= most for total in accumulate(costs))


def slice_options(
    asked: Sequence[tuple[Paper, Question]], done: frozenset[str], n_left: int, order: str
) -> tuple[tuple[str, ...], int]:
    """Return options of ``run`` for a slice with at most ``n_left`` of the questions left, and how many it has.

    Whole papers where questions are asked by paper and at least one whole paper is new; else a number of questions.
    """
    if order == "papers":
        ends = _paper_ends(asked, done)
        within = [(papers, left) for papers, left in enumerate(ends, start=1) if left <= n_left]
        if within and within[-1][1] > 0:
            papers, left = within[-1]
            return ("--papers", str(papers)), left
    left = 0
    for place, (_, question) in enumerate(asked):
        left += question.id not in done
        if left > n_left:
            return ("--limit", str(place)), n_left
    return (), left


def _paper_ends(asked: Sequence[tuple[Paper, Question]], done: frozenset[str]) -> list[int]:
    """Return, for each paper in order, how many questions are left up to its end."""
    ends: list[int] = []
    left, paper_before = 0, ""
    for paper, question in asked:
        if paper.id != paper_before:
            ends.append(left)
            paper_before = paper.id
        left += question.id not in done
        ends[-1] = left
    return ends
