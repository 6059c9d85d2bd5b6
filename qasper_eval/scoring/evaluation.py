"""Predictions against a dataset: the one place that knows both."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from typing import TYPE_CHECKING

from qasper_eval.errors import UsageError
from scorers.proportion import Proportion
from scorers.summary import Summary

from .count import Count
from .gold import Gold
from .in_turn import in_turn
from .measure import measure
from .options import ScoringOptions
from .own_side import QASPER_SIDE, own_side
from .references import MIXED
from .report_parts import HumanCeiling, Loaded
from .resample import resample_here
from .score_report import ScoreReport
from .tally import citations_of, declining_of, retrieval_of, summaries_of

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Mapping, Sequence

    from loaders.records import Dataset
    from qasper_eval.records import Prediction

    from .count import Missing
    from .dataset_tally import DatasetTally
    from .gold import GoldQuestion
    from .identity import SignatureFields
    from .own_side import OwnSide
    from .question_score import QuestionScore
    from .resample import Resample

ANSWER_TYPES = ("extractive", "abstractive", "boolean", "none")
"""Always shown, also where a type has no question."""
NO_REFERENCE_LEFT = "no text reference left"
"""Why strict text-only cannot score a question."""


def score(
    dataset: Dataset,
    predictions: Iterable[Prediction] | Mapping[str, Prediction],
    options: ScoringOptions | None = None,
    *,
    identity: SignatureFields,
    asked: Sequence[str] | None = None,
    unmeasured: Mapping[str, str] | None = None,
    missing: Missing = "zero",
    gold: Gold | None = None,
    own: OwnSide | None = None,
    resample: Resample = resample_here,
) -> ScoreReport:
    """Return every metric of ``predictions`` on the questions ``asked`` (None for all of the dataset).

    ``missing`` is the one switch of metrics.md, Which questions count: ``zero`` counts a question without a
    prediction as 0, ``unmeasured`` leaves it out and counts it under its cause in ``unmeasured`` (question id ->
    cause; without one it is "not reached"). Predictions are read once and may be streamed; their order changes
    nothing. ``gold``, made with the same dataset and options, saves work when several sets are scored. ``own``
    is the dataset's side where its name does not tell. ``resample`` makes the intervals. Raises UsageError for a
    question predicted twice, or asked for and not in the dataset.
    """
    options = options or ScoringOptions()
    with _collector_paused():
        shared, gold = gold is not None, gold or Gold(dataset, options)
        questions = _asked(gold, asked)
        own = own_side(gold.dataset.name) if own is None else own
        rows, unknown, outside = _rows(gold, questions, predictions, own.tally, forget=not shared)
        report = _report(
            gold,
            questions,
            rows,
            unmeasured or {},
            missing,
            identity,
            unknown=unknown,
            outside=outside,
            resample=resample,
        )
        return report if own is QASPER_SIDE else own.completed(report)


@contextmanager
def _collector_paused() -> Generator[None]:
    """Keep the cycle collector off while rows are made: none is garbage, and looking took up to half the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _asked(gold: Gold, asked: Sequence[str] | None) -> list[GoldQuestion]:
    """Return the questions asked, in gold-file order."""
    if asked is None:
        return gold.questions
    wanted = set(asked)
    strangers = [question_id for question_id in asked if question_id not in gold.by_id]
    if strangers:
        raise UsageError(
            f"{len(strangers)} of the questions asked are not in {gold.dataset.name} ({gold.dataset.split}), such as "
            f"{strangers[0]!r}; score with the dataset that was run"
        )
    return [question for question in gold.questions if question.id in wanted]


def _rows(
    gold: Gold,
    asked: Sequence[GoldQuestion],
    predictions: Iterable[Prediction] | Mapping[str, Prediction],
    own: DatasetTally | None,
    *,
    forget: bool,
) -> tuple[dict[int, QuestionScore], int, int]:
    """Return the rows by place in the gold file, and how many predictions were unknown and outside the slice.

    ``forget`` gives back what a question needed for comparing once it is measured, as no other set will ask for it.
    """
    rows: dict[int, QuestionScore] = {}
    unknown = outside = 0
    places = {question.index for question in asked}
    for prediction in in_turn(predictions):
        question = gold.by_id.get(prediction.question_id)
        if question is None:
            unknown += 1
        elif question.index not in places:
            outside += 1
        elif question.index in rows:
            raise UsageError(
                f"question {question.id!r} is predicted twice; which one counts must not be left to chance"
            )
        else:
            rows[question.index] = measure(question, prediction, gold.options.mode)
            if own is not None:
                own.add(question, prediction)
            if forget:
                question.forget()
    return rows, unknown, outside


def _report(
    gold: Gold,
    asked: Sequence[GoldQuestion],
    rows: dict[int, QuestionScore],
    unmeasured: Mapping[str, str],
    convention: Missing,
    identity: SignatureFields,
    *,
    unknown: int,
    outside: int,
    resample: Resample,
) -> ScoreReport:
    count = Count(asked, rows, unmeasured, convention)
    counted = count.counted
    begun = summaries_of(counted, gold.options, resample)
    answers, evidences = count.bounds(lambda row: row.answer_f1), count.bounds(lambda row: row.evidence_f1)
    nothing = Summary(None, 0)
    types = (*ANSWER_TYPES, MIXED) if gold.options.mode == "strict" else ANSWER_TYPES
    exact = [row for row in count.scored if row.exact]
    declining, citations = declining_of(asked, rows), citations_of(count.scored)
    empty_answers = sum(row.empty_answer for row in count.scored)
    floats_only = sum(row.question.facts.floats_only for row in count.scored)
    loaded = Loaded(_data(gold.dataset), len(gold.questions), len(gold.dataset.papers))
    papers, papers_measured = _papers(counted), _papers(row for row in counted if row.measured)
    found = begun()  # what needs no interval comes before, while another process may be at them
    return ScoreReport(
        options=gold.options,
        identity=identity,
        loaded=loaded,
        missing=convention,
        questions=len(counted),
        papers=papers,
        papers_measured=papers_measured,
        n_slice=len(asked),
        missing_predictions=count.n_missing + count.n_failed,
        unknown_predictions=unknown,
        outside_slice=outside,
        answer_f1=_headline(found["answer_f1"], count, answers),
        evidence_f1=_headline(found["evidence_f1"], count, evidences),
        answer_f1_by_type={name: found.get(f"answer_f1_by_type.{name}", nothing) for name in types},
        evidence_exact=Proportion(len(exact), len(count.scored)),
        evidence_exact_empty=sum(not row.cites for row in exact),
        evidence_f1_with_evidence=found["evidence_f1_with_evidence"],
        evidence_f1_without_evidence=found["evidence_f1_without_evidence"],
        evidence_precision=found["evidence_precision"],
        evidence_recall=found["evidence_recall"],
        declining=declining,
        retrieval=retrieval_of(counted, found),
        human_ceiling=_human_ceiling(counted, found),
        citations=citations,
        unmeasured=dict(sorted(count.causes.items())),
        excluded={NO_REFERENCE_LEFT: count.n_excluded} if count.n_excluded else {},
        flags={
            "empty_after_normalisation": empty_answers,
            "not_answerable_from_text": floats_only,
        },
        missing_as_zero=None if answers is None or evidences is None else (answers[0], evidences[0]),
        rows=counted,
    )


def _headline(summary: Summary, count: Count, worst_case: tuple[float, float] | None) -> Summary:
    return summary._replace(
        n_measured=sum(row.measured for row in count.counted),
        n_missing=count.n_missing,
        n_failed=count.n_failed,
        worst_case=worst_case,
    )


def _human_ceiling(counted: Sequence[QuestionScore], found: Mapping[str, Summary]) -> HumanCeiling | None:
    several = [row for row in counted if row.system is not None]
    if not several:
        return None
    return HumanCeiling(
        n=len(several),
        papers=_papers(several),
        human=(found["human.answer_f1"], found["human.evidence_f1"]),
        system=(found["system.answer_f1"], found["system.evidence_f1"]),
    )


def _papers(rows: Iterable[QuestionScore]) -> int:
    return len({row.question.paper.index for row in rows})


def _data(dataset: Dataset) -> str:
    """Return ``name@revision/split``; the content's sha256 stands in where there is no revision."""
    split = dataset.split.replace("%", "%25").replace("/", "%2F").replace("@", "%40")
    return f"{dataset.name}@{(dataset.revision or dataset.fingerprint)[:8]}/{split}"
