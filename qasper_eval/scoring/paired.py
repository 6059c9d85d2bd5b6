"""Two sets of predictions on the same questions, question by question."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from scorers.aggregate import mean
from scorers.decline_rates import decline_rates
from scorers.proportion import Proportion
from scorers.retrieval import CUTOFFS

from .measure import measure
from .tally import citations_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from qasper_eval.records import Prediction
    from scorers.decline_rates import AnswerClass, Outcome

    from .gold import Gold
    from .question_score import QuestionScore

    Value = Callable[[QuestionScore], float | None]
    """What a question adds to a metric; None where it is not in its denominator."""


class PairedMetric(NamedTuple):
    """One metric of two arms on the questions that are in its denominator for both, in gold-file order."""

    key: str
    """Dotted path of the number in scores.json."""
    questions: tuple[str, ...]
    """Ids of the questions."""
    papers: tuple[str, ...]
    """Paper of each question."""
    a: tuple[float, ...]
    """Value of each question in the first arm."""
    b: tuple[float, ...]
    """The same in the second."""
    is_rate: bool
    """Whether the values are 0 and 1 and their mean a share."""
    label: str = ""
    """What a person reads; empty where the key tells it."""

    @property
    def mean_a(self) -> float | None:
        """Mean of the first arm; None without a question."""
        return mean(self.a)

    @property
    def mean_b(self) -> float | None:
        """Mean of the second arm; None without a question."""
        return mean(self.b)


class OwnRate(NamedTuple):
    """A rate whose denominator each arm chooses by what it says, so that no question pairs with another."""

    key: str
    """Dotted path of the number in scores.json."""
    a: Proportion
    """First arm, over the paired questions."""
    b: Proportion
    """Second arm, over the same questions."""
    papers_a: tuple[tuple[int, int], ...]
    """Numerator and denominator of the first arm in each paper."""
    papers_b: tuple[tuple[int, int], ...]
    """The same of the second, papers in the same order."""


class Pairing(NamedTuple):
    """The questions that both arms measured, and those that only one did."""

    pairs: tuple[tuple[QuestionScore, QuestionScore], ...]
    """First and second arm, in the first one's gold-file order."""
    only_a: tuple[str, ...]
    """Ids of questions that only the first measured."""
    only_b: tuple[str, ...]
    """Ids of questions that only the second measured."""


def measured_scores(gold: Gold, predictions: Mapping[str, Prediction]) -> dict[str, QuestionScore]:
    """Return what each predicted question of ``gold`` came to, by id and in gold-file order."""
    mode = gold.options.mode
    found = ((question, predictions.get(question.id)) for question in gold.by_id.values())
    return {
        question.id: measure(question, prediction, mode) for question, prediction in found if prediction is not None
    }


def pair_up(a: Mapping[str, QuestionScore], b: Mapping[str, QuestionScore]) -> Pairing:
    """Pair two arms' scores by question id; every part may be empty."""
    return Pairing(
        tuple((a[key], b[key]) for key in a if key in b),
        tuple(key for key in a if key not in b),
        tuple(key for key in b if key not in a),
    )


def paired_metrics(
    pairs: Sequence[tuple[QuestionScore, QuestionScore]], *, has_retrieval: bool = True, has_evidence: bool = True
) -> list[PairedMetric]:
    """Return every metric whose denominator does not depend on what an arm says, in the order of the score table.

    A metric without any question in both denominators is there with none; retrieval is left out where no question is
    ranked in both arms, and without ``has_retrieval``. Evidence is left out without ``has_evidence``, where the
    dataset marks none.
    """
    found = [
        _metric(key, pairs, value, is_rate=is_rate)
        for key, value, is_rate in _METRICS
        if has_evidence or not key.startswith("evidence_")
    ]
    return [
        metric for metric in found if not metric.key.startswith("retrieval.") or (has_retrieval and metric.questions)
    ]


def own_rates(pairs: Sequence[tuple[QuestionScore, QuestionScore]]) -> list[OwnRate]:
    """Return the rates over the same questions that have a denominator for each arm; unknown ones are left out."""
    papers: dict[str, list[tuple[QuestionScore, QuestionScore]]] = {}
    for pair in pairs:
        papers.setdefault(pair[0].question.paper.paper.id, []).append(pair)
    whole = _both(pairs)
    parts = [_both(found) for found in papers.values()]
    return [
        OwnRate(
            key,
            a,
            b,
            tuple(part.get(key, _NONE)[0] for part in parts),
            tuple(part.get(key, _NONE)[1] for part in parts),
        )
        for key, (a, b) in whole.items()
    ]


_NONE = (Proportion(0, 0), Proportion(0, 0))


def _both(pairs: Sequence[tuple[QuestionScore, QuestionScore]]) -> dict[str, tuple[Proportion, Proportion]]:
    """Return the rates of both arms by key, those that both know."""
    a, b = (dict(_own([pair[side] for pair in pairs])) for side in (0, 1))
    return {key: (rate, b[key]) for key, rate in a.items() if key in b}


def _own(rows: Sequence[QuestionScore]) -> Iterator[tuple[str, Proportion]]:
    table: dict[AnswerClass, dict[Outcome, int]] = {}
    for row in rows:
        cells = table.setdefault(row.question.answer_class, {})
        cells[row.outcome] = cells.get(row.outcome, 0) + 1
    for name, with_prose in (("structured", False), ("with_prose", True)):
        yield f"declining.{name}.precision", decline_rates(table, with_prose=with_prose).precision
    citations = citations_of(rows)
    for name in ("invalid", "cited_not_retrieved"):
        proportion: Proportion | None = getattr(citations, name)
        if proportion is not None:
            yield f"citations.{name}", proportion


def _metric(
    key: str, pairs: Sequence[tuple[QuestionScore, QuestionScore]], value: Value, *, is_rate: bool
) -> PairedMetric:
    questions: list[str] = []
    papers: list[str] = []
    a: list[float] = []
    b: list[float] = []
    for one, other in pairs:
        first, second = value(one), value(other)
        if first is not None and second is not None:
            questions.append(one.question.id)
            papers.append(one.question.paper.paper.id)
            a.append(first)
            b.append(second)
    return PairedMetric(key, tuple(questions), tuple(papers), tuple(a), tuple(b), is_rate)


def _scored(name: str) -> Value:
    """Return the value of a field, of questions that this mode can score."""
    return lambda row: None if row.excluded else float(getattr(row, name))


def _evidence_f1(*, marked: bool) -> Value:
    def value(row: QuestionScore) -> float | None:
        return row.evidence_f1 if not row.excluded and row.question.facts.has_evidence is marked else None

    return value


def _declined(answer_class: AnswerClass, *outcomes: Outcome) -> Value:
    return lambda row: float(row.outcome in outcomes) if row.question.answer_class == answer_class else None


def _recall(place: int) -> Value:
    return lambda row: None if row.retrieval is None or row.excluded else row.retrieval.recall[place]


def _reciprocal_rank(row: QuestionScore) -> float | None:
    return None if row.retrieval is None or row.excluded else row.retrieval.reciprocal_rank


def _officially_declined(row: QuestionScore) -> float | None:
    return float(row.officially_declined) if row.question.answer_class == "unanswerable" else None


_METRICS: tuple[tuple[str, Value, bool], ...] = (
    ("evidence_f1", _scored("evidence_f1"), False),
    ("evidence_f1_with_evidence", _evidence_f1(marked=True), False),
    ("evidence_f1_without_evidence", _evidence_f1(marked=False), False),
    ("evidence_precision", _scored("evidence_precision"), False),
    ("evidence_recall", _scored("evidence_recall"), False),
    ("evidence_exact", lambda row: float(row.exact), True),
    ("answer_f1", _scored("answer_f1"), False),
    ("declining.structured.recall", _declined("unanswerable", "declined"), True),
    ("declining.with_prose.recall", _declined("unanswerable", "declined", "declined_in_prose"), True),
    ("declining.official", _officially_declined, True),
    ("declining.structured.over_refusal", _declined("answerable", "declined"), True),
    ("declining.with_prose.over_refusal", _declined("answerable", "declined", "declined_in_prose"), True),
    ("declining.structured.split", _declined("split", "declined"), True),
    ("citations.per_answer", lambda row: float(row.citations), False),
    *((f"retrieval.recall@{k}", _recall(place), False) for place, k in enumerate(CUTOFFS)),
    ("retrieval.mrr", _reciprocal_rank, False),
)
