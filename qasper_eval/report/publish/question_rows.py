"""questions.jsonl: what each question adds to every mean and every count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from qasper_eval.scoring.dataset_metrics import WITHOUT_LABEL
from qasper_eval.scoring.evaluation import NO_REFERENCE_LEFT
from qasper_eval.scoring.measure import measure
from qasper_eval.scoring.tally import RETRIEVAL_NAMES
from scorers.normalize import official_tokens
from scorers.strict_normalize import strict_tokens
from scorers.token_bag import token_overlap

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from qasper_eval.records import Prediction
    from qasper_eval.scoring import Gold, ScoreReport
    from qasper_eval.scoring.dataset_metrics import Ratio
    from qasper_eval.scoring.gold import GoldQuestion
    from qasper_eval.scoring.own_side import OwnSide
    from qasper_eval.scoring.question_score import QuestionScore

    from .reading import PublishedRun

Number = TypeVar("Number", int, float)
_RATES = {"answerable": "over_refusal", "unanswerable": "recall", "split": "split"}


def question_rows(gold: Gold, run: PublishedRun, report: ScoreReport, own: OwnSide) -> Iterator[dict[str, Any]]:
    """Yield a row for each question asked, in gold-file order; ``report`` and ``own`` are of the same score.

    ``values``, ``counts`` and ``ratios`` are keyed by their dotted path in scores.json: a mean there is the mean of
    its values, a count the sum of its counts, a metric of the dataset's authors the sum of its numerators divided by
    that of its denominators, over all rows.
    """
    asked = frozenset(run.asked)
    ratios = {} if own.tally is None else own.tally.values([row.question for row in report.rows])
    for question in gold.questions:
        if question.id in asked:
            prediction = run.predictions.get(question.id)
            base = {
                "question_id": question.id,
                "paper_id": question.question.paper_id,
                "answer_class": question.answer_class,
            }
            if prediction is None:
                cause = run.unmeasured[question.id]
                yield {**base, "cause": cause, "counts": _missing_counts(question, cause)}
            else:
                row: dict[str, Any] = {**base, "cause": None, **_measured(gold, question, prediction, own)}
                yield row | _own(row["counts"], ratios.get(question.index))


def _missing_counts(question: GoldQuestion, cause: str) -> dict[str, int]:
    table, counts = f"declining.table.{question.answer_class}", _asked(question)
    counts |= {f"{table}.unmeasured": 1, f"{table}.n": 1}
    return counts | ({f"unmeasured.{cause}": 1, "missing_predictions": 1} if question.references.answers else {})


def _asked(question: GoldQuestion) -> dict[str, int]:
    return {"n_slice": 1} | ({} if question.references.answers else {f"excluded.{NO_REFERENCE_LEFT}": 1})


def _own(counts: dict[str, int], ratios: Mapping[str, Ratio] | None) -> dict[str, Any]:
    """Return the ratios of the dataset's own metrics, with one count among the others; {} where it has none."""
    if ratios is None:
        return {}
    found = {f"dataset_metrics.{name}": [*ratio] for name, ratio in ratios.items() if name != WITHOUT_LABEL}
    if WITHOUT_LABEL not in ratios:
        return {"ratios": found}
    path = f"dataset_metrics.{WITHOUT_LABEL}"
    more = {f"{path}.count": int(ratios[WITHOUT_LABEL].numerator), f"{path}.n": 1}
    return {"counts": counts | more, "ratios": found}


def _measured(gold: Gold, question: GoldQuestion, prediction: Prediction, own: OwnSide) -> dict[str, Any]:
    row = measure(question, prediction, gold.options.mode)
    tokens = (strict_tokens if gold.options.mode == "strict" else official_tokens)(prediction.predicted_answer)
    references = question.references.answers
    return {
        "outcome": row.outcome,
        "undetermined": row.undetermined,
        "values": {} if row.excluded else _kept(_values(row), own),
        "counts": _kept(_asked(question) | _counts(row) | _decline_counts(row) | _retrieval_counts(row), own),
        "tokens_predicted": len(tokens),
        "tokens_reference": [reference.size for reference in references],
        "overlap": [token_overlap(tokens, reference) for reference in references],
    }


def _kept(found: dict[str, Number], own: OwnSide) -> dict[str, Number]:
    """Return the paths that mean something for the dataset."""
    without = (
        *(() if own.has_evidence else ("evidence_", "human_ceiling.")),
        *(() if own.has_annotators else ("human_ceiling.",)),
    )
    return {path: number for path, number in found.items() if not path.startswith(without)} if without else found


def _values(row: QuestionScore) -> dict[str, float]:
    references = row.question.references
    values = {
        "answer_f1": row.answer_f1,
        "evidence_f1": row.evidence_f1,
        f"answer_f1_by_type.{row.answer_type}": row.answer_f1,
        f"evidence_f1_{'with' if references.has_evidence else 'without'}_evidence": row.evidence_f1,
        "evidence_precision": row.evidence_precision,
        "evidence_recall": row.evidence_recall,
    }
    for who, pair in (("human", references.human), ("system", row.system)):
        if pair is not None:
            values |= {f"human_ceiling.{who}.answer_f1": pair[0], f"human_ceiling.{who}.evidence_f1": pair[1]}
    if row.retrieval is not None:
        found = row.retrieval
        numbers = (*found.hit, *found.recall, *found.precision, *found.ndcg, found.reciprocal_rank)
        values |= {f"retrieval.{name}": number for name, number in zip(RETRIEVAL_NAMES, numbers, strict=True)}
    return values


def _counts(row: QuestionScore) -> dict[str, int]:
    table = f"declining.table.{row.question.answer_class}"
    return {
        f"{table}.{row.outcome}": 1,
        f"{table}.n": 1,
        f"{table}.undetermined": int(row.undetermined),
        "questions": int(not row.excluded),
        "evidence_exact.n": 1,
        "evidence_exact.count": int(row.exact),
        "evidence_exact.empty": int(row.exact and not row.cites),
        "citations.n": 1,
        "citations.total": row.citations,
        "flags.empty_after_normalisation": int(row.empty_answer),
        "flags.not_answerable_from_text": int(row.question.references.floats_only),
    } | (
        {}
        if row.invalid is None
        else {
            "citations.invalid.count": row.invalid,
            "citations.invalid.n": row.invalid + row.citations,
        }
    )


def _decline_counts(row: QuestionScore) -> dict[str, int]:
    kind, counts = row.question.answer_class, dict[str, int]()
    for how, outcomes in (("structured", {"declined"}), ("with_prose", {"declined", "declined_in_prose"})):
        path, declines = f"declining.{how}", row.outcome in outcomes
        counts |= {f"{path}.{_RATES[kind]}.count": int(declines), f"{path}.{_RATES[kind]}.n": 1}
        if declines and kind != "split":
            counts |= {f"{path}.precision.count": int(kind == "unanswerable"), f"{path}.precision.n": 1}
    if kind == "unanswerable":
        counts |= {"declining.official.count": int(row.officially_declined), "declining.official.n": 1}
    return counts


def _retrieval_counts(row: QuestionScore) -> dict[str, int]:
    if row.not_retrieved is None:
        return {} if row.excluded else {"retrieval.without_ranking": 1}
    counts = {
        "citations.cited_not_retrieved.count": row.not_retrieved,
        "citations.cited_not_retrieved.n": row.citations,
    }
    return counts | ({} if row.excluded else {"retrieval.without_relevant": int(row.retrieval is None)})
