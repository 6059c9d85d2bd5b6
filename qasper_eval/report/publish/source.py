"""A run of this machine, as it goes into a published folder."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from qasper_eval.errors import CheckpointError
from qasper_eval.scoring import ScoringOptions
from qasper_eval.scoring.count import NOT_REACHED
from qasper_eval.slicing import cut_slice

from .privacy import public_model

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from loaders.records import Dataset
    from qasper_eval.checkpoint import StoredRun
    from qasper_eval.records import Prediction
    from qasper_eval.scoring import Mode


@dataclass(frozen=True, slots=True)
class SourceRun:
    """What a run folder says of the slice that was asked for last."""

    stored: StoredRun
    """The folder."""
    options: ScoringOptions
    """How its headline is scored."""
    asked: frozenset[str]
    """Ids of the questions asked."""
    predictions: Mapping[str, Prediction]
    """Finished questions of the slice by id; model names without paths."""
    unmeasured: Mapping[str, str]
    """The others, id -> cause; those without a known cause are "not reached"."""
    slice: Mapping[str, Any]
    """Order, seed and size of the slice, and a note where its last paper is cut."""
    stopped: str | None
    """Why the run ended early; None where it did not."""

    @property
    def path(self) -> Path:
        """The run folder."""
        return self.stored.path


def source_run(stored: StoredRun, dataset: Dataset, say: Callable[[str], None]) -> SourceRun:
    """Read a run for publishing.

    Raises:
        CheckpointError: progress.json is missing, or a line of predictions.jsonl is damaged.
    """
    progress = stored.progress()
    if progress is None:
        raise CheckpointError(
            f"{stored.path / 'progress.json'}: missing or damaged; run the config again to rebuild it"
        )
    part = cut_slice(
        dataset, order=progress.order, seed=progress.seed, papers=progress.papers, questions=progress.questions
    )
    asked = frozenset(question.id for _, question in part.questions)
    predictions = {
        prediction.question_id: _with_public_models(prediction)
        for prediction in stored.predictions(say)
        if prediction.question_id in asked
    }
    stopped = stored.stopped()
    return SourceRun(
        stored,
        ScoringOptions(
            mode=cast("Mode", progress.mode),
            text_evidence_only=progress.text_evidence_only,
            seed=progress.seed,
            cite_abstract=bool(stored.config["agent"].get("cite_abstract", False)),
        ),
        asked,
        predictions,
        {key: progress.failures.get(key, NOT_REACHED) for key in sorted(asked - predictions.keys())},
        {
            "order": progress.order,
            "seed": progress.seed,
            "papers": progress.papers,
            "questions": progress.questions,
            "cut": part.note,
        },
        None if stopped is None else stopped.cause,
    )


def _with_public_models(prediction: Prediction) -> Prediction:
    model, served = prediction.model, prediction.model_served
    return replace(
        prediction,
        model=None if model is None else public_model(model),
        model_served=None if served is None else public_model(served),
    )
