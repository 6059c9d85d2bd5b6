"""The questions of a run as the page lists and shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.report.inspect_evidence import Evidence
from qasper_eval.scoring.measure import best_f1
from qasper_eval.scoring.references import scored_references
from scorers.normalize import official_tokens

from .entry import Entry, Mark, Person
from .fault import fault_of
from .groups import evidence_count_of, type_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from loaders.records import Question
    from qasper_eval.records import Prediction
    from qasper_eval.report.inspect_record import ShownParagraph
    from qasper_eval.scoring.question_score import QuestionScore

    from .fault import Fault
    from .source import PageSource


def entries_of(source: PageSource) -> tuple[Entry, ...]:
    """Return every question asked, in the order asked; papers are numbered as they come."""
    rows = {row.question.id: row for row in source.report.rows}
    papers: dict[str, int] = {}
    return tuple(
        _entry(source, question, papers.setdefault(paper.id, len(papers)), rows.get(question.id))
        for paper, question in source.asked
    )


def _entry(source: PageSource, question: Question, place: int, row: QuestionScore | None) -> Entry:
    gold = source.gold.by_id[question.id]
    prediction = source.predictions.get(question.id)
    evidence = Evidence(gold.paper.paper, question, prediction)
    stand_in = row if row is not None else _unscored(source, question.id)
    fault: Fault = (
        "unmeasured"
        if prediction is None
        else "excluded"
        if row is None
        else fault_of(row, prediction, has_evidence=source.report.has_evidence)
    )
    numbers = None if row is None else (row.evidence_f1, row.evidence_precision, row.evidence_recall, row.answer_f1)
    return Entry(
        question_id=question.id,
        text=question.text,
        paper=place,
        type=type_of(stand_in),
        answer_class=gold.answer_class,
        fault=fault,
        numbers=numbers,
        cited=0 if prediction is None else len(set(prediction.predicted_evidence)),
        evidence_count=evidence_count_of(stand_in),
        answer=None if prediction is None else prediction.predicted_answer,
        prose=None if prediction is None else prediction.answer_text,
        claims=() if prediction is None else tuple(_claims(prediction)),
        outcome=source.unmeasured.get(question.id, "") if prediction is None else _outcome(row, prediction),
        marks=tuple(_marks(evidence)),
        people=tuple(_people(source, question, prediction, evidence)),
        retrieved=None if prediction is None or prediction.retrieved is None else len(prediction.retrieved),
    )


def _unscored(source: PageSource, question_id: str) -> QuestionScore:
    from qasper_eval.scoring.measure import missing_score

    return missing_score(source.gold.by_id[question_id])


def _outcome(row: QuestionScore | None, prediction: Prediction) -> str:
    return prediction.status if row is None else row.outcome


def _claims(prediction: Prediction) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield the claims; where an agent states none, the stretches of text that citations point at."""
    if prediction.claims:
        for claim in prediction.claims:
            cited = dict.fromkeys(prediction.citations[index].paragraph for index in claim.citations)
            yield claim.start, claim.end, tuple(cited)
        return
    stretches: dict[tuple[int, int], dict[int, None]] = {}
    for citation in prediction.citations:
        if citation.start is not None and citation.end is not None:
            stretches.setdefault((citation.start, citation.end), {})[citation.paragraph] = None
    for (start, end), cited in sorted(stretches.items()):
        yield start, end, tuple(cited)


def _marks(evidence: Evidence) -> Iterator[Mark]:
    for shown in evidence.cited():
        yield _mark(shown, shown.ordinal, cited=True)
        if shown.annotators:
            yield from (_mark(shown, other, cited=True, same_as=shown.ordinal) for other in shown.same_text)
    for shown in evidence.missed():
        yield from (_mark(shown, ordinal, cited=False) for ordinal in (shown.ordinal, *shown.same_text))


def _mark(shown: ShownParagraph, ordinal: int | None, *, cited: bool, same_as: int | None = None) -> Mark:
    return Mark(
        ordinal,
        ("both" if shown.annotators else "cited") if cited else "human",
        shown.annotators,
        shown.rank,
        shown.quotes,
        same_as,
        shown.text if ordinal is None else None,
    )


def _people(
    source: PageSource, question: Question, prediction: Prediction | None, evidence: Evidence
) -> Iterator[Person]:
    answers: Sequence[float | None] = [None] * len(question.references)
    evidences = answers
    if prediction is not None and question.references:
        best = best_f1(
            official_tokens(prediction.predicted_answer),
            prediction.predicted_evidence,
            scored_references(question.references, source.report.options._replace(mode="official")),
            strict=False,
        )
        answers, evidences = best.answers, best.evidences
    for place, reference in enumerate(question.references):
        ordinals = tuple(evidence.first_ordinal(marked) for marked in dict.fromkeys(reference.evidence))
        yield Person(reference.type, reference.answer, ordinals, answers[place], evidences[place])
