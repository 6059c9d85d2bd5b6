"""Paired questions by how much evidence they need."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorers.aggregate import mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .gold import GoldQuestion
    from .question_score import QuestionScore

MOST = 4
"""Depths from here on are one group."""


class PairedGroup(NamedTuple):
    """The questions of one depth, in both arms; too few, as a rule, to test."""

    depth: int
    """Paragraphs needed; ``MOST`` stands for all from there on."""
    n: int
    """Questions."""
    papers: int
    """Papers that they are about."""
    evidence_f1: tuple[float, float]
    """Mean evidence F1 of both arms."""
    answer_f1: tuple[float, float]
    """Mean answer F1 of both arms."""


def evidence_depth(question: GoldQuestion) -> int:
    """Return how many different paragraphs the annotator who needed fewest marked; 0 where nobody marked any."""
    marked = [len(set(reference.evidence)) for reference in question.question.references if reference.evidence]
    return min(marked, default=0)


def paired_groups(pairs: Sequence[tuple[QuestionScore, QuestionScore]]) -> list[PairedGroup]:
    """Return the depths that occur, the least first, over the questions that the mode can score."""
    groups: dict[int, list[tuple[QuestionScore, QuestionScore]]] = {}
    for one, other in pairs:
        if not one.excluded:
            groups.setdefault(min(evidence_depth(one.question), MOST), []).append((one, other))
    return [_group(depth, groups[depth]) for depth in sorted(groups)]


def _group(depth: int, pairs: Sequence[tuple[QuestionScore, QuestionScore]]) -> PairedGroup:
    a, b = [one for one, _ in pairs], [other for _, other in pairs]
    return PairedGroup(
        depth,
        len(pairs),
        len({one.question.paper.paper.id for one in a}),
        (mean([row.evidence_f1 for row in a]) or 0.0, mean([row.evidence_f1 for row in b]) or 0.0),
        (mean([row.answer_f1 for row in a]) or 0.0, mean([row.answer_f1 for row in b]) or 0.0),
    )
