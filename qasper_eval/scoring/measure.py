"""One prediction against the references of its question."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorers.ceiling import independent_maximum, joint_maximum, leave_one_out
from scorers.evidence_bag import evidence_bag, evidence_bag_f1, precision_recall, strict_evidence_bag
from scorers.joint import best_joint
from scorers.normalize import official_tokens
from scorers.retrieval import retrieval_score
from scorers.strict_normalize import strict_tokens
from scorers.token_bag import token_bag, token_f1

from .outcome import OFFICIAL_DECLINE, outcome_of
from .question_score import QuestionScore

if TYPE_CHECKING:
    from qasper_eval.records import Prediction
    from scorers.ceiling import Pair
    from scorers.evidence_bag import EvidenceBag
    from scorers.retrieval import RetrievalScore
    from scorers.token_bag import TokenBag

    from .gold import GoldQuestion
    from .options import Mode
    from .references import ScoredReferences


class _F1(NamedTuple):
    answer: float = 0.0
    evidence: float = 0.0
    precision: float = 0.0
    recall: float = 0.0
    answer_type: str | None = None
    system: Pair | None = None


def measure(question: GoldQuestion, prediction: Prediction, mode: Mode) -> QuestionScore:
    """Return every number of one prediction (metrics.md, official and strict)."""
    references = question.references
    official = official_tokens(prediction.predicted_answer)
    if mode == "strict":
        answer = token_bag(strict_tokens(prediction.predicted_answer))
        cited = strict_evidence_bag(prediction.predicted_evidence)
    else:
        answer = token_bag(official)
        cited = evidence_bag(prediction.predicted_evidence)
    best = _f1(answer, cited, references, mode)
    outcome, undetermined = outcome_of(prediction, official)
    ranking, not_retrieved = _ranking(question, prediction)
    return QuestionScore(
        question,
        best.answer,
        best.evidence,
        best.precision,
        best.recall,
        best.answer_type,
        measured=True,
        excluded=not references.answers,
        exact=cited.unique in references.evidence_sets,
        cites=bool(cited.unique),
        outcome=outcome,
        undetermined=undetermined,
        officially_declined=official == OFFICIAL_DECLINE,
        empty_answer=not answer.size or references.empty_answer,
        citations=len(prediction.citations or prediction.predicted_evidence),
        invalid=prediction.invalid_citations,
        not_retrieved=not_retrieved,
        ranked=ranking is not None,
        retrieval=_retrieval(question, ranking),
        system=best.system,
    )


def missing_score(question: GoldQuestion) -> QuestionScore:
    """Return the row of a question without a prediction that counts as 0 in both means (metrics.md, official)."""
    references = question.references
    return QuestionScore(
        question,
        excluded=not references.answers,
        system=None if references.human is None else (0.0, 0.0),
    )


def _f1(answer: TokenBag, cited: EvidenceBag, references: ScoredReferences, mode: Mode) -> _F1:
    if not references.answers:
        return _F1()
    answers = [token_f1(answer, reference) for reference in references.answers]
    evidences = [evidence_bag_f1(cited, reference) for reference in references.evidence]
    by_answer, by_evidence = answers.index(max(answers)), evidences.index(max(evidences))
    answer_type, choose = references.types[by_answer], independent_maximum
    if mode == "strict":
        by_answer = by_evidence = best_joint(answers, evidences)
        answer_type, choose = references.bucket, joint_maximum
    system: Pair | None = None
    if references.human is not None:
        pairs = list(zip(answers, evidences, strict=True))
        system = leave_one_out([pairs] * len(pairs), choose)
    precision, recall = precision_recall(cited, references.evidence[by_evidence])
    return _F1(answers[by_answer], evidences[by_evidence], precision, recall, answer_type, system)


def _ranking(question: GoldQuestion, prediction: Prediction) -> tuple[list[int] | None, int | None]:
    """Return the text classes of the ranked list, best first, and how many citations it lacks."""
    if prediction.retrieved is None:
        return None, None
    text_class = question.paper.text_class
    ordered = sorted(prediction.retrieved, key=lambda entry: entry.rank)
    ranking = [text_class(entry.paragraph) for entry in ordered]
    found = set(ranking)
    return ranking, sum(text_class(citation.paragraph) not in found for citation in prediction.citations)


def _retrieval(question: GoldQuestion, ranking: list[int] | None) -> RetrievalScore | None:
    if ranking is None or not question.relevant:
        return None
    return retrieval_score(ranking, question.relevant)
