"""Rows to means and counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorers.decline_rates import ANSWER_CLASSES, OUTCOMES
from scorers.proportion import Proportion
from scorers.retrieval import CUTOFFS

from .columns import Column, begun_summaries
from .report_parts import Citations, Declining, RetrievalSummary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from scorers.decline_rates import AnswerClass, Outcome
    from scorers.retrieval import RetrievalScore
    from scorers.summary import Summary

    from .gold import GoldQuestion
    from .options import ScoringOptions
    from .question_score import QuestionScore
    from .resample import Resample

RETRIEVAL_NAMES = (
    *(f"{measure}@{k}" for measure in ("hit", "recall", "precision", "ndcg") for k in CUTOFFS),
    "mrr",
)
"""Names of the retrieval measures, in the order in which they are shown."""


def summaries_of(
    counted: Sequence[QuestionScore], options: ScoringOptions, resample: Resample
) -> Callable[[], dict[str, Summary]]:
    """Begin, and return what ends with the summaries of all means over ``counted`` (in gold-file order), by name."""
    places: dict[int, int] = {}
    place_of = {row.question.index: places.setdefault(row.question.paper.index, len(places)) for row in counted}

    def column(rows: Sequence[QuestionScore], values: Sequence[float]) -> Column:
        return Column(
            len(places), [place_of[row.question.index] for row in rows] if options.resamples else [], values
        )

    having = [row for row in counted if row.question.facts.has_evidence]
    lacking = [row for row in counted if not row.question.facts.has_evidence]
    several = [row for row in counted if row.system is not None]
    ranked = [row for row in counted if row.retrieval is not None]
    columns = {
        "answer_f1": column(counted, [row.answer_f1 for row in counted]),
        "evidence_f1": column(counted, [row.evidence_f1 for row in counted]),
        "evidence_precision": column(counted, [row.evidence_precision for row in counted]),
        "evidence_recall": column(counted, [row.evidence_recall for row in counted]),
        "evidence_f1_with_evidence": column(having, [row.evidence_f1 for row in having]),
        "evidence_f1_without_evidence": column(lacking, [row.evidence_f1 for row in lacking]),
    }
    for answer_type in sorted({row.answer_type for row in counted if row.answer_type is not None}):
        rows = [row for row in counted if row.answer_type == answer_type]
        columns[f"answer_f1_by_type.{answer_type}"] = column(rows, [row.answer_f1 for row in rows])
    for who, pairs in (
        ("human", [row.question.facts.human or (0.0, 0.0) for row in several]),
        ("system", [row.system or (0.0, 0.0) for row in several]),
    ):
        columns[f"{who}.answer_f1"] = column(several, [answer for answer, _ in pairs])
        columns[f"{who}.evidence_f1"] = column(several, [evidence for _, evidence in pairs])
    measures = zip(*[_measures(row.retrieval) for row in ranked if row.retrieval is not None], strict=True)
    for name, values in zip(RETRIEVAL_NAMES, measures, strict=False):
        columns[name] = column(ranked, values)
    return begun_summaries(columns, seed=options.seed, resamples=options.resamples, resample=resample)


def _measures(found: RetrievalScore) -> tuple[float, ...]:
    """Return the measures in the order of RETRIEVAL_NAMES."""
    return (*found.hit, *found.recall, *found.precision, *found.ndcg, found.reciprocal_rank)


def declining_of(asked: Iterable[GoldQuestion], rows: dict[int, QuestionScore]) -> Declining:
    """Return the 3 x outcome table over the questions asked; one without a row is unmeasured."""
    table: dict[AnswerClass, dict[Outcome, int]] = {
        answer_class: dict.fromkeys(OUTCOMES, 0) for answer_class in ANSWER_CLASSES
    }
    undetermined = dict.fromkeys(ANSWER_CLASSES, 0)
    official = n_official = 0
    for question in asked:
        answer_class = question.answer_class
        row = rows.get(question.index)
        outcome = "unmeasured" if row is None else row.outcome
        table[answer_class][outcome] += 1
        if row is None or not row.measured:
            continue
        undetermined[answer_class] += row.undetermined
        if answer_class == "unanswerable":
            official += row.officially_declined
            n_official += 1
    return Declining(table, undetermined, Proportion(official, n_official))


def retrieval_of(rows: Sequence[QuestionScore], found: dict[str, Summary]) -> RetrievalSummary | None:
    """Return the retrieval measures; None where no prediction carries a ranked list."""
    if not any(row.ranked for row in rows):
        return None
    return RetrievalSummary(
        measures={name: found[name] for name in RETRIEVAL_NAMES if name in found},
        n=sum(row.retrieval is not None for row in rows),
        without_relevant=sum(row.ranked and row.retrieval is None for row in rows),
        without_ranking=sum(row.measured and not row.ranked for row in rows),
    )


def citations_of(rows: Sequence[QuestionScore]) -> Citations:
    """Return the citation counts over the rows with a prediction."""
    measured = [row for row in rows if row.measured]
    checked = [row for row in measured if row.not_retrieved is not None]
    known = [row for row in measured if row.invalid is not None]
    not_retrieved = sum(row.not_retrieved or 0 for row in checked)
    invalid = sum(row.invalid or 0 for row in known)
    return Citations(
        total=sum(row.citations for row in measured),
        n=len(measured),
        cited_not_retrieved=Proportion(not_retrieved, sum(row.citations for row in checked)) if checked else None,
        invalid=Proportion(invalid, invalid + sum(row.citations for row in known)) if known else None,
    )
