"""The spread of evidence F1 in what a run has scored so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .plan_width import Spread

if TYPE_CHECKING:
    from loaders.records import Dataset
    from qasper_eval.checkpoint import StoredRun
    from qasper_eval.config import RunConfig


def pilot_spread(run: StoredRun, dataset: Dataset, config: RunConfig) -> Spread:
    """Score the finished questions of a run as its config says and return their spread."""
    from qasper_eval import __version__
    from qasper_eval.scoring import ScoringOptions, SignatureFields, score

    options = ScoringOptions(
        mode=config.scoring.mode, text_evidence_only=config.scoring.text_evidence_only, resamples=0
    )
    report = score(
        dataset,
        run.predictions(lambda _text: None),
        options,
        missing="unmeasured",
        identity=SignatureFields(version=__version__),
    )
    rows = ((str(row.question.paper.index), row.evidence_f1) for row in report.rows if row.measured)
    return Spread.of_pilot(rows, seed=config.slice.seed)
