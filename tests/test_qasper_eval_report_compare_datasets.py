"""Comparisons on datasets that have metrics of their own, or no evidence."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qasper_eval.report.compare.measured_in_both import measured_in_both
from qasper_eval.report.compare.metrics_table import compared_metrics
from qasper_eval.report.compare.source import Content
from qasper_eval.scoring import ScoringOptions
from qasper_eval.scoring.own_side import own_side
from scoring_data import dataset, own_means, paper, prediction, question, reference, report, unanswerable

if TYPE_CHECKING:
    from loaders.records import Dataset
    from qasper_eval.records import Prediction


def content(data: Dataset, *predictions: Prediction) -> Content:
    said = {one.question_id: one for one in predictions}
    return Content(data, ScoringOptions(), said, {}, None, own_side(data.name))


def squad(name: str = "squad2") -> Dataset:
    """Give an answerable and an unanswerable question about one paper, and an answerable one about another."""
    first = paper("a", question("q0", reference("red")), question("q1", unanswerable()), paragraphs=["x"])
    return dataset(first, paper("b", question("q2", reference("blue")), paragraphs=["y"]), name=name)


A = (prediction("q0", "red", "x"), prediction("q1", "Unanswerable"), prediction("q2", "green", "y"))
B = (prediction("q0", "green", "x"), prediction("q1", "red"), prediction("q2", "blue", "y"))


def test_the_datasets_own_metrics_are_paired_and_agree_with_the_score() -> None:
    """SQuAD 2.0's exact match: A is right on q0 and by declining, B on q2; each value is that of the score."""
    found = measured_in_both((content(squad(), *A), content(squad(), *B)))
    metrics = {metric.key: metric for metric in compared_metrics(found.metrics, seed=13, resamples=200)}
    exact = metrics["dataset_metrics.exact"]
    assert (exact.a, exact.b, exact.n, exact.papers, exact.differing) == (2 / 3, 1 / 3, 3, 2, 3)
    for side, said in (("a", A), ("b", B)):
        for name, mean in own_means(report(squad(), list(said))).items():
            assert getattr(metrics[f"dataset_metrics.{name}"], side) == mean
    assert metrics["dataset_metrics.has_ans_exact"].n == 2


def test_only_questions_measured_in_both_enter_the_datasets_own_metrics() -> None:
    """S4-36: a question that one arm lacks adds nothing to the other's own metrics either."""
    found = measured_in_both((content(squad(), *A), content(squad(), *B[:1])))
    (exact,) = [metric for metric in found.metrics if metric.key == "dataset_metrics.exact"]
    assert exact.questions == ("q0",)


def test_nothing_of_evidence_is_compared_where_none_is_marked() -> None:
    """PubMedQA marks none: no evidence metric, no flip of it, no citation that could fail."""
    found = measured_in_both((content(squad("pubmedqa"), *A), content(squad("pubmedqa"), *B)))
    assert not [metric.key for metric in found.metrics if metric.key.startswith(("evidence_", "retrieval."))]
    assert not [flip.key for flip in found.flips if flip.key.startswith("evidence_")]
    assert found.failures == ((), ())


def test_an_arm_without_what_they_read_has_no_metrics_of_the_datasets_own() -> None:
    """A folder published without text lacks the wording of answers."""
    full = content(squad(), *A)
    keys = replace(full, own=full.own._replace(tally=None))
    found = measured_in_both((keys, content(squad(), *B)))
    assert not [metric.key for metric in found.metrics if metric.key.startswith("dataset_metrics.")]
