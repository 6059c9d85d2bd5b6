"""What went wrong with a question: exactly one thing each, so that the counts add up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, get_args

from scorers.miss import misses

if TYPE_CHECKING:
    from qasper_eval.records import Prediction
    from qasper_eval.scoring.question_score import QuestionScore

Fault = Literal[
    "exact",
    "declined rightly",
    "not retrieved",
    "not cited",
    "wrong paragraph",
    "over-citing",
    "not citable",
    "declined wrongly",
    "should have declined",
    "answered",
    "unmeasured",
    "excluded",
]
FAULTS: tuple[Fault, ...] = get_args(Fault)
MEANINGS: dict[Fault, str] = {
    "exact": "cites exactly what one annotator marked",
    "declined rightly": "declines, and at least one annotator says that the paper does not answer it",
    "not retrieved": "what it missed of the human evidence was not among what its search returned",
    "not cited": "misses human evidence that it was shown",
    "wrong paragraph": "cites only paragraphs that no annotator marked",
    "over-citing": "cites human evidence and more, or cites where nobody marked anything",
    "not citable": "the human evidence is no paragraph that can be cited",
    "declined wrongly": "declines, and every annotator answers it",
    "should have declined": "answers, and every annotator says that the paper does not answer it",
    "answered": "answers; this dataset marks no evidence to hold its citations against",
    "unmeasured": "has no prediction; in no mean",
    "excluded": "no reference is left to score against in this mode; in no mean",
}
"""What puts a question there; the first that applies, in the order of ``fault_of``."""
GOOD: frozenset[Fault] = frozenset({"exact", "declined rightly"})
_DECLINES = ("declined", "declined_in_prose")


def fault_of(row: QuestionScore, prediction: Prediction, *, has_evidence: bool = True) -> Fault:
    """Return the one place of a measured question.

    Declining comes first, then an exact match. What cites some human evidence is judged by what costs it more against
    the annotator that gives its F1: recall (not retrieved, not cited; on a tie too) or precision (over-citing). Where
    the dataset marks no evidence (``has_evidence``), an answer is an answer.
    """
    answer_class = row.question.answer_class
    if row.outcome in _DECLINES:
        return "declined wrongly" if answer_class == "answerable" else "declined rightly"
    if answer_class == "unanswerable":
        return "should have declined"
    if not has_evidence:
        return "answered"
    if row.exact or row.evidence_f1 == 1:
        return "exact"
    nothing_marked = not row.question.facts.has_evidence
    costs_precision = row.evidence_f1 > 0 and row.evidence_precision < row.evidence_recall
    return "over-citing" if nothing_marked or costs_precision else _miss(row, prediction)


def _miss(row: QuestionScore, prediction: Prediction) -> Fault:
    relevant, text_class = row.question.relevant, row.question.paper.text_class
    if not relevant:
        return "not citable"
    shown = prediction.retrieved
    found = misses(
        relevant,
        _cited(row, prediction),
        None if shown is None else {text_class(entry.paragraph) for entry in shown},
    )
    if not found.not_cited:
        return "not retrieved" if found.not_retrieved else "not citable"
    return "wrong paragraph" if row.cites and not row.evidence_f1 else "not cited"


def _cited(row: QuestionScore, prediction: Prediction) -> list[int]:
    """Return the text classes that count as cited: those of the evidence texts, which the metric compares."""
    paragraphs = row.question.paper.paper.paragraphs
    cited = set(prediction.predicted_evidence)
    return [row.question.paper.text_class(place) for place, entry in enumerate(paragraphs) if entry.text in cited]
