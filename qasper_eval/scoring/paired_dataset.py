"""The metrics of a dataset's own authors on two sets of predictions, question by question."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .paired import PairedMetric

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from qasper_eval.records import Prediction

    from .dataset_metrics import Ratio
    from .dataset_tally import DatasetTally
    from .gold import Gold

    Values = Mapping[str, Mapping[str, Ratio]]


class OwnArm(NamedTuple):
    """What the metrics of one arm are measured from."""

    gold: Gold
    """The questions."""
    tally: DatasetTally | None
    """An empty tally of the dataset's metrics; None where it has none, or the arm lacks what they read."""
    predictions: Mapping[str, Prediction]
    """Predictions by question id."""

    def values(self, ids: Sequence[str]) -> Values:
        """Return what each question adds to each metric, by id; only these questions enter."""
        if self.tally is None:
            return {}
        questions = [self.gold.by_id[question_id] for question_id in ids]
        for question in questions:
            self.tally.add(question, self.predictions[question.id])
        found = self.tally.values(questions)
        return {question.id: found[question.index] for question in questions}


def paired_dataset_metrics(a: OwnArm, b: OwnArm, ids: Sequence[str]) -> list[PairedMetric]:
    """Return those that are means over questions, over the questions ``ids`` that both arms measured.

    A metric whose denominator a prediction chooses, or that is a mean of other metrics (macro F1), pairs with nothing
    and is left out. Empty for Qasper, whose authors' metrics are the official mode itself, for a dataset without
    metrics of its own, and where either arm lacks what they read.
    """
    if a.tally is None or b.tally is None:
        return []
    first, second = a.values(ids), b.values(ids)
    papers = {question_id: a.gold.by_id[question_id].paper.paper.id for question_id in ids}
    names = {name: entry.label for name, entry in a.tally.metrics.names.items() if not entry.parts}
    found = [_paired(name, label, papers, first, second) for name, label in names.items()]
    return [metric for metric in found if metric is not None]


def _paired(name: str, label: str, papers: Mapping[str, str], a: Values, b: Values) -> PairedMetric | None:
    held = {key: (a[key].get(name), b[key].get(name)) for key in papers if name in a[key] or name in b[key]}
    pairs = [(one, other) for one, other in held.values() if one is not None and other is not None]
    if not held or len(pairs) < len(held) or any(one.denominator != 1 for pair in pairs for one in pair):
        return None
    return PairedMetric(
        f"dataset_metrics.{name}",
        tuple(held),
        tuple(papers[key] for key in held),
        tuple(one.numerator for one, _ in pairs),
        tuple(other.numerator for _, other in pairs),
        is_rate=False,
        label=label,
    )
