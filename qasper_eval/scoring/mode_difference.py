"""Where and why official and strict values differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorers.evidence_bag import distinct, evidence_bag_f1s, text_evidence
from scorers.joint import best_joint
from scorers.strict_normalize import REPAIRS, Repair, partly_strict_tokens, strict_tokens
from scorers.token_bag import token_bag, token_f1s

from .gold import Gold
from .in_turn import in_turn
from .measure import measure
from .options import ScoringOptions

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from loaders.records import Dataset, Reference
    from qasper_eval.records import Prediction

    from .question_score import QuestionScore


@dataclass(frozen=True, slots=True)
class ModeDifference:
    """One question whose answer F1 or evidence F1 depends on the mode."""

    question_id: str
    """The question."""
    official_answer_f1: float
    """Official answer F1."""
    strict_answer_f1: float | None
    """Strict answer F1; None where strict excludes the question."""
    official_evidence_f1: float
    """Official evidence F1."""
    strict_evidence_f1: float | None
    """Strict evidence F1; None where strict excludes the question."""
    reasons: tuple[str, ...]
    """Which repairs make the difference."""


def diff_modes(
    dataset: Dataset,
    predictions: Iterable[Prediction] | Mapping[str, Prediction],
    *,
    text_evidence_only: bool = False,
) -> list[ModeDifference]:
    """Return each predicted question whose value differs between the modes, in gold-file order, with the reasons.

    Predictions for unknown questions are ignored; no difference gives an empty list.
    """
    official = Gold(dataset, ScoringOptions("official", text_evidence_only))
    strict = Gold(dataset, ScoringOptions("strict", text_evidence_only))
    found: dict[int, ModeDifference] = {}
    for prediction in in_turn(predictions):
        question = official.by_id.get(prediction.question_id)
        if question is None:
            continue
        was = measure(question, prediction, "official")
        now = measure(strict.questions[question.index], prediction, "strict")
        if now.excluded or (was.answer_f1, was.evidence_f1) != (now.answer_f1, now.evidence_f1):
            found[question.index] = ModeDifference(
                question.id,
                was.answer_f1,
                None if now.excluded else now.answer_f1,
                was.evidence_f1,
                None if now.excluded else now.evidence_f1,
                _reasons(prediction, was, now, text_evidence_only=text_evidence_only),
            )
    return [found[index] for index in sorted(found)]


def _reasons(
    prediction: Prediction, was: QuestionScore, now: QuestionScore, *, text_evidence_only: bool
) -> tuple[str, ...]:
    references = was.question.question.references
    left = [reference for reference in references if not (text_evidence_only and _is_floats_only(reference))]
    if not left:
        return ("no text reference left",)
    reasons: list[str] = []
    if len(left) < len(references):
        reasons.append("reference with figure or table evidence only left out")
    if was.answer_f1 != now.answer_f1:
        reasons += _answer_reasons(prediction.predicted_answer, [reference.answer for reference in left])
    if was.evidence_f1 != now.evidence_f1:
        cited = prediction.predicted_evidence
        if len(set(cited)) < len(cited):
            reasons.append("duplicate in prediction")
        if any(len(set(reference.evidence)) < len(reference.evidence) for reference in left):
            reasons.append("duplicate in reference")
    if _is_joint(prediction, now):
        reasons.append("answer and evidence from the same reference")
    return tuple(reasons)


def _is_floats_only(reference: Reference) -> bool:
    return bool(reference.evidence) and not text_evidence(reference.evidence)


def _answer_reasons(prediction: str, references: Sequence[str]) -> list[str]:
    """Return the repairs that change an F1 when strict does without them, or when official does them alone."""

    def values(left_out: Sequence[Repair]) -> list[float]:
        texts = (prediction, *references)
        answer, *others = [partly_strict_tokens(text, left_out) for text in texts]
        return token_f1s(answer, map(token_bag, others))

    strict, official = values(()), values(REPAIRS)
    found = [
        repair
        for repair in REPAIRS
        if values((repair,)) != strict or values([other for other in REPAIRS if other != repair]) != official
    ]
    return [*found] or ["several repairs together"] if strict != official else []


def _is_joint(prediction: Prediction, now: QuestionScore) -> bool:
    """Say whether choosing one reference for both costs the answer or the evidence something."""
    references = now.question.references
    answers = token_f1s(strict_tokens(prediction.predicted_answer), references.answers)
    evidences = evidence_bag_f1s(distinct(prediction.predicted_evidence), references.evidence)
    chosen = best_joint(answers, evidences)
    return answers[chosen] < max(answers) or evidences[chosen] < max(evidences)
