"""Scores a predictions file against a gold file, as the authors' evaluator does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval import __version__
from qasper_eval.predictions_file import read_predictions_file
from qasper_eval.scoring import ScoringOptions, SignatureFields, score

from .scored import Heading, Scored

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from qasper_eval.resampling_process import ResamplingProcess
    from qasper_eval.scoring import Mode
    from qasper_eval.scoring.mode_difference import ModeDifference


def score_files(
    gold: Path,
    predictions: Path,
    *,
    mode: Mode,
    text_evidence_only: bool,
    say: Callable[[str], None],
    resampling: ResamplingProcess,
) -> Scored:
    """Return the score of all gold questions; a missing prediction is 0 (metrics.md, Which questions count).

    Raises:
        DatasetError: the gold file is faulty.
        PredictionsFileError: the predictions file is faulty; it is never repaired.
    """
    from loaders import load

    dataset = load("qasper", path=gold)
    for warning in dataset.warnings:
        say(f"note: {warning}")
    options = ScoringOptions(mode=mode, text_evidence_only=text_evidence_only)
    papers = sum(bool(paper.questions) for paper in dataset.papers)
    resampling.expect(papers, seed=options.seed, resamples=options.resamples)
    found = read_predictions_file(predictions)
    report = score(
        dataset,
        found,
        options,
        missing="zero",
        identity=SignatureFields(agent="predictions", version=__version__),
        resample=resampling.intervals,
    )
    heading = Heading(predictions.name, f"{gold.name} ({dataset.split})", "predictions")

    def differences() -> list[ModeDifference]:
        from qasper_eval.scoring.mode_difference import diff_modes

        return diff_modes(dataset, found, text_evidence_only=text_evidence_only)

    return Scored(report, heading, differences)
