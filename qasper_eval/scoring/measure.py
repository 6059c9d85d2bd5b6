"""One prediction against the references of its question."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorers.ceiling import joint_left_out_mean, same_left_out_mean
from scorers.evidence_bag import distinct, evidence_bag_f1s, precision_recall
from scorers.joint import best_joint
from scorers.normalize import official_tokens
from scorers.retrieval import retrieval_score
from scorers.token_bag import token_f1s

from .outcome import is_official_decline, outcome_of
from .question_score import QuestionScore

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.records import Prediction
    from scorers.ceiling import Pair
    from scorers.retrieval import RetrievalScore

    from .gold import GoldQuestion
    from .options import Mode
    from .references import ScoredReferences


class BestF1(NamedTuple):
    """Answer and evidence F1 of one prediction, and the references that gave them."""

    answer: float
    """Answer F1 in [0, 1]."""
    evidence: float
    """Evidence F1 in [0, 1]."""
    by_answer: int
    """Reference that gave the answer F1."""
    by_evidence: int
    """Reference that gave the evidence F1; the same one in strict mode."""
    answers: list[float]
    """Answer F1 against each reference."""
    evidences: list[float]
    """Evidence F1 against each reference."""


def best_f1(answer: Sequence[str], cited: Sequence[str], references: ScoredReferences, *, strict: bool) -> BestF1:
    """Return both F1 values of an answer's tokens and the cited texts, against the best reference (metrics.md)."""
    answers = token_f1s(answer, references.answers)
    evidences = evidence_bag_f1s(cited, references.evidence)
    if len(answers) == 1:
        return BestF1(answers[0], evidences[0], 0, 0, answers, evidences)
    if strict:
        best = best_joint(answers, evidences)
        return BestF1(answers[best], evidences[best], best, best, answers, evidences)
    answer_f1, evidence_f1 = max(answers), max(evidences)
    by_answer, by_evidence = answers.index(answer_f1), evidences.index(evidence_f1)
    return BestF1(answer_f1, evidence_f1, by_answer, by_evidence, answers, evidences)


def measure(question: GoldQuestion, prediction: Prediction, mode: Mode) -> QuestionScore:
    """Return every number of one prediction (metrics.md, official and strict)."""
    references = question.references
    strict = mode == "strict"
    official = official_tokens(prediction.predicted_answer)
    answer, cited = official, prediction.predicted_evidence
    if strict:
        from scorers.strict_normalize import strict_tokens

        answer, cited = strict_tokens(prediction.predicted_answer), distinct(cited)
    outcome, undetermined = outcome_of(prediction, official)
    ranking, not_retrieved = (None, None) if prediction.retrieved is None else _ranking(question, prediction)
    return QuestionScore(
        question,
        *_f1(answer, cited, references, strict=strict),
        True,  # noqa: FBT003  # because spelling out twenty field names doubles what a row costs
        not references.answers,
        set(cited) in references.evidence_sets,
        bool(cited),
        outcome,
        undetermined,
        is_official_decline(official),
        references.empty_answer or not answer,
        len(prediction.citations or prediction.predicted_evidence),
        prediction.invalid_citations,
        not_retrieved,
        ranking is not None,
        None if ranking is None else _retrieval(question, ranking),
    )


def missing_score(question: GoldQuestion) -> QuestionScore:
    """Return the row of a question without a prediction that counts as 0 in both means (metrics.md, official)."""
    references = question.references
    return QuestionScore(
        question,
        excluded=not references.answers,
        system=None if references.human is None else (0.0, 0.0),
    )


def _f1(
    answer: Sequence[str], cited: Sequence[str], references: ScoredReferences, *, strict: bool
) -> tuple[float, float, float, float, str | None, Pair | None]:
    if not references.answers:
        return 0.0, 0.0, 0.0, 0.0, None, None
    best = best_f1(answer, cited, references, strict=strict)
    precision, recall = (
        precision_recall(cited, references.evidence[best.by_evidence]) if best.evidence else (0.0, 0.0)
    )
    system: Pair | None = None
    if references.human is not None:
        n = len(best.answers)
        system = (
            joint_left_out_mean([best.answers] * n, [best.evidences] * n)
            if strict
            else (same_left_out_mean(best.answers), same_left_out_mean(best.evidences))
        )
    answer_type = references.bucket if strict else references.types[best.by_answer]
    return best.answer, best.evidence, precision, recall, answer_type, system


def _ranking(question: GoldQuestion, prediction: Prediction) -> tuple[list[int], int]:
    """Return the text classes of the ranked list, best first, and how many citations it lacks."""
    text_class = question.paper.text_class
    ordered = sorted(prediction.retrieved or (), key=lambda entry: entry.rank)
    ranking = [text_class(entry.paragraph) for entry in ordered]
    found = set(ranking)
    return ranking, sum(text_class(citation.paragraph) not in found for citation in prediction.citations)


def _retrieval(question: GoldQuestion, ranking: list[int]) -> RetrievalScore | None:
    return retrieval_score(ranking, question.relevant) if question.relevant else None
