"""Questions that came out the other way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from qasper_eval.scoring.question_score import QuestionScore

    Holds = Callable[[QuestionScore], bool]


@dataclass(frozen=True, slots=True)
class Flip:
    """One thing that holds or not for a question, and the paired questions for which it changed."""

    key: str
    """Short stable name."""
    label: str
    """What holds, in plain words."""
    gained: tuple[str, ...]
    """Ids of questions for which it holds in B only."""
    lost: tuple[str, ...]
    """Ids of questions for which it holds in A only."""
    both: int
    """Questions for which it holds in both."""
    neither: int
    """Questions for which it holds in neither."""


def flips_of(pairs: Sequence[tuple[QuestionScore, QuestionScore]], *, has_evidence: bool = True) -> tuple[Flip, ...]:
    """Return every kind of flip in a fixed order, ids in gold-file order; all are empty without pairs.

    Those of evidence are left out where the dataset marks none.
    """
    kinds = [kind for kind in _KINDS if has_evidence or not kind[0].startswith("evidence_")]
    return tuple(_flip(key, label, holds, pairs) for key, label, holds in kinds)


def _flip(key: str, label: str, holds: Holds, pairs: Sequence[tuple[QuestionScore, QuestionScore]]) -> Flip:
    states = [(one.question.id, holds(one), holds(other)) for one, other in pairs]
    return Flip(
        key,
        label,
        gained=tuple(name for name, in_a, in_b in states if in_b and not in_a),
        lost=tuple(name for name, in_a, in_b in states if in_a and not in_b),
        both=sum(in_a and in_b for _, in_a, in_b in states),
        neither=sum(not in_a and not in_b for _, in_a, in_b in states),
    )


_KINDS: tuple[tuple[str, str, Holds], ...] = (
    ("evidence_exact", "exact evidence", lambda row: row.exact),
    ("evidence_found", "evidence F1 above 0", lambda row: row.evidence_f1 > 0 and not row.excluded),
    ("answer_found", "answer F1 above 0", lambda row: row.answer_f1 > 0 and not row.excluded),
    ("declined", "declined (field or prose)", lambda row: row.outcome in {"declined", "declined_in_prose"}),
    ("cites", "cites anything", lambda row: row.cites),
)
