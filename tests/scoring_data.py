"""Small datasets and scores for the tests of scoring."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from loaders.records import AnswerType, Counts, Dataset, Paper, Paragraph, Question, Reference
from qasper_eval.records import Prediction
from qasper_eval.scoring import ScoringOptions, SignatureFields, score

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from qasper_eval.prediction_parts import Citation
    from qasper_eval.scoring import Missing, Mode, ScoreReport


def reference(answer: str, kind: AnswerType = "extractive", evidence: Sequence[str] = ()) -> Reference:
    return Reference(answer, kind, tuple(evidence))


def unanswerable() -> Reference:
    return Reference("Unanswerable", "none")


def question(question_id: str, *references: Reference) -> Question:
    return Question(question_id, "", "What is it?", references)


def paper(paper_id: str, *questions: Question, paragraphs: Sequence[str | Paragraph] = ()) -> Paper:
    shown = tuple(entry if isinstance(entry, Paragraph) else Paragraph(entry) for entry in paragraphs)
    return Paper(paper_id, "T", "", shown, questions)


def dataset(*papers: Paper, name: str = "tiny", revision: str | None = None) -> Dataset:
    return Dataset(
        name, "test", revision, "0123456789abcdef", "MIT", "nobody", papers, Counts(len(papers), 0, 0, 0, 0, 0, 0)
    )


def prediction(question_id: str, answer: str, *evidence: str, **more: Any) -> Prediction:
    return Prediction(question_id, answer, evidence, **more)


def report(
    data: Dataset,
    predictions: Iterable[Prediction],
    mode: Mode = "official",
    *,
    text_only: bool = False,
    missing: Missing = "zero",
    resamples: int = 200,
    **more: Any,
) -> ScoreReport:
    options = ScoringOptions(mode, text_only, resamples=resamples)
    return score(data, predictions, options, missing=missing, identity=SignatureFields("0.1.0", "tester"), **more)


def own_means(found: ScoreReport) -> dict[str, float | None]:
    own = found.dataset_metrics
    assert own is not None
    return {name: summary.mean for name, summary in own.values.items()}


def own_sizes(found: ScoreReport) -> dict[str, int]:
    own = found.dataset_metrics
    assert own is not None
    return {name: summary.n for name, summary in own.values.items()}


def cites(question_id: str, answer: str, *citations: Citation, **more: Any) -> Prediction:
    return Prediction(question_id, answer, citations=citations, **more)
