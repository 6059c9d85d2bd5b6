"""One prediction against the references of its question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorers.evidence_bag import evidence_bag, evidence_bag_f1, precision_recall, strict_evidence_bag
from scorers.joint import best_joint
from scorers.normalize import official_tokens
from scorers.retrieval import retrieval_score
from scorers.strict_normalize import strict_tokens
from scorers.token_bag import TokenBag, token_f1

from .outcome import OFFICIAL_DECLINE, outcome_of
from .question_score import QuestionScore
from .references import ceiling

if TYPE_CHECKING:
    from qasper_eval.records import Prediction
    from scorers.ceiling import Pair
    from scorers.evidence_bag import EvidenceBag
    from scorers.retrieval import RetrievalScore

    from .gold import GoldQuestion
    from .options import Mode
    from .references import ScoredReferences

_F1 = tuple[float, float, float, float, "str | None", "Pair | None"]
_NO_F1: _F1 = (0.0, 0.0, 0.0, 0.0, None, None)


def measure(question: GoldQuestion, prediction: Prediction, mode: Mode) -> QuestionScore:
    """Return every number of one prediction (metrics.md, official and strict)."""
    references = question.references
    official = official_tokens(prediction.predicted_answer)
    if mode == "strict":
        answer = TokenBag(strict_tokens(prediction.predicted_answer))
        cited = strict_evidence_bag(prediction.predicted_evidence)
    else:
        answer = TokenBag(official)
        cited = evidence_bag(prediction.predicted_evidence)
    outcome, undetermined = outcome_of(prediction, official)
    ranking, not_retrieved = (None, None) if prediction.retrieved is None else _ranking(question, prediction)
    return QuestionScore(
        question,
        *_f1(answer, cited, references, strict=mode == "strict"),
        True,  # noqa: FBT003  # because spelling out twenty field names doubles what a row costs
        not references.answers,
        cited.unique in references.evidence_sets,
        bool(cited.unique),
        outcome,
        undetermined,
        official == OFFICIAL_DECLINE,
        references.empty_answer or not answer.size,
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


def _f1(answer: TokenBag, cited: EvidenceBag, references: ScoredReferences, *, strict: bool) -> _F1:
    if not references.answers:
        return _NO_F1
    answers = [token_f1(answer, reference) for reference in references.answers]
    evidences = [evidence_bag_f1(cited, reference) for reference in references.evidence]
    if strict:
        by_answer = by_evidence = best_joint(answers, evidences)
        answer_type = references.bucket
    else:
        by_answer, by_evidence = answers.index(max(answers)), evidences.index(max(evidences))
        answer_type = references.types[by_answer]
    system: Pair | None = None
    if references.human is not None:
        system = ceiling([answers] * len(answers), [evidences] * len(answers), strict=strict)
    precision, recall = precision_recall(cited, references.evidence[by_evidence])
    return answers[by_answer], evidences[by_evidence], precision, recall, answer_type, system


def _ranking(question: GoldQuestion, prediction: Prediction) -> tuple[list[int], int]:
    """Return the text classes of the ranked list, best first, and how many citations it lacks."""
    text_class = question.paper.text_class
    ordered = sorted(prediction.retrieved or (), key=lambda entry: entry.rank)
    ranking = [text_class(entry.paragraph) for entry in ordered]
    found = set(ranking)
    return ranking, sum(text_class(citation.paragraph) not in found for citation in prediction.citations)


def _retrieval(question: GoldQuestion, ranking: list[int]) -> RetrievalScore | None:
    return retrieval_score(ranking, question.relevant) if question.relevant else None
