"""The metrics of a dataset's own authors on two sets of predictions, question by question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loaders.dataset_facts import facts_of

from .dataset_tally import DatasetTally
from .metric_sets import METRIC_SETS
from .paired import PairedMetric

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from qasper_eval.records import Prediction

    from .dataset_metrics import MetricSet, Ratio
    from .gold import Gold

    Values = dict[int, dict[str, Ratio]]


def paired_dataset_metrics(
    golds: tuple[Gold, Gold],
    predictions: tuple[Mapping[str, Prediction], Mapping[str, Prediction]],
    ids: Sequence[str],
) -> list[PairedMetric]:
    """Return those that are means over questions, over the questions ``ids`` that both arms measured.

    A metric whose denominator a prediction chooses, or that is a mean of other metrics (macro F1), pairs with nothing
    and is left out. Empty for Qasper, whose authors' metrics are the official mode itself, and for a dataset
    without metrics of its own.
    """
    facts = facts_of(golds[0].dataset.name)
    metrics = None if facts is None else METRIC_SETS.get(facts.name)
    if metrics is None:
        return []
    a, b = (_values(metrics, gold, said, ids) for gold, said in zip(golds, predictions, strict=True))
    found = [_paired(name, entry.label, golds, ids, a, b) for name, entry in metrics.names.items() if not entry.parts]
    return [metric for metric in found if metric is not None]


def _values(metrics: MetricSet, gold: Gold, predictions: Mapping[str, Prediction], ids: Sequence[str]) -> Values:
    tally = DatasetTally(metrics)
    questions = [gold.by_id[question_id] for question_id in ids]
    for question in questions:
        tally.add(question, predictions[question.id])
    return tally.values(questions)


def _paired(
    name: str, label: str, golds: tuple[Gold, Gold], ids: Sequence[str], a: Values, b: Values
) -> PairedMetric | None:
    questions: list[str] = []
    papers: list[str] = []
    values: tuple[list[float], list[float]] = [], []
    for question_id in ids:
        one, other = (gold.by_id[question_id] for gold in golds)
        first, second = a[one.index].get(name), b[other.index].get(name)
        if first is None and second is None:
            continue
        if first is None or second is None or first.denominator != 1 or second.denominator != 1:
            return None
        questions.append(question_id)
        papers.append(one.paper.paper.id)
        values[0].append(first.numerator)
        values[1].append(second.numerator)
    key = f"dataset_metrics.{name}"
    sides = tuple(values[0]), tuple(values[1])
    return (
        PairedMetric(key, tuple(questions), tuple(papers), *sides, is_rate=False, label=label) if questions else None
    )
