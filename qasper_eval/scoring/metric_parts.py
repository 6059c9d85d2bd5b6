"""Parts that the metrics of several datasets share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorers.label_counts import label_counts

from .dataset_metrics import WITHOUT_LABEL, MetricName, Ratio

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from loaders.records import Question, Reference
    from scorers.set_overlap import SetOverlap

    from .answer_labels import AnswerLabels
    from .dataset_answer import DatasetAnswer


def overlap_names(key: str, label: str, *, has_exact: bool = False) -> dict[str, MetricName]:
    """Return the names of F1, precision and recall, and of exact match where there is one."""
    names = {f"{key}_f1": MetricName(f"**{label} F1**")}
    names |= {f"{key}_{name}": MetricName(f"- {name}") for name in ("precision", "recall")}
    return names | ({f"{key}_em": MetricName("- exact match")} if has_exact else {})


def overlap_means(key: str, found: SetOverlap, *, has_exact: bool = False) -> dict[str, Ratio]:
    """Return what one question adds to the mean of each of these."""
    values = {f"{key}_f1": found.f1, f"{key}_precision": found.precision, f"{key}_recall": found.recall}
    values |= {f"{key}_em": found.exact} if has_exact else {}
    return {name: Ratio(value) for name, value in values.items()}


def pooled(key: str, right: int, retrieved: int, relevant: int) -> dict[str, Ratio]:
    """Return what one question adds to F1, precision and recall over all questions; F1 is 2 TP / (both sides)."""
    return {
        f"{key}_f1": Ratio(2 * right, retrieved + relevant),
        f"{key}_precision": Ratio(right, retrieved),
        f"{key}_recall": Ratio(right, relevant),
    }


def label_key(label: str) -> str:
    """Return the key of a label's F1."""
    return f"label_f1_{label.lower()}"


def label_names(labels: Sequence[str], macro: str = "label_macro_f1") -> dict[str, MetricName]:
    """Return the names of accuracy, the plain mean of the labels' F1 and each label's F1."""
    parts = {label_key(label): MetricName(f"- F1 of {label.replace('_', ' ')}") for label in labels}
    return {
        macro: MetricName("**label macro F1**", tuple(parts)),
        **parts,
        "label_accuracy": MetricName("label accuracy"),
    }


def label_ratios(
    table: AnswerLabels, question: Question, said: DatasetAnswer, scored: Sequence[str] | None = None
) -> dict[str, Ratio]:
    """Return what one question adds to accuracy and to the F1 of each ``scored`` label; {} where none is marked."""
    marked = table.marked(question)
    if marked is None:
        return {}
    predicted = table.of(said)
    return label_values(predicted, marked, scored or table.labels) | {WITHOUT_LABEL: Ratio(float(predicted is None))}


def label_values(predicted: str | None, marked: str, scored: Sequence[str]) -> dict[str, Ratio]:
    """Return what one question adds to accuracy and to the F1 of each ``scored`` label."""
    return {
        "label_accuracy": Ratio(float(predicted == marked)),
        **{label_key(label): Ratio(*counts) for label, counts in label_counts(predicted, marked, scored).items()},
    }


def marked_sentences(reference: Reference) -> set[Hashable]:
    """Return the sentences that a reference marks; marks that point to nothing are units that nothing equals."""
    placed: set[Hashable] = {(unit.paragraph, unit.sentence) for unit in reference.evidence_sentences}
    return placed | lost_units(reference)


def lost_units(reference: Reference) -> set[Hashable]:
    """Return a unit that nothing equals for each mark that points to nothing."""
    return {("unplaced", number) for number in range(reference.unplaced)}
