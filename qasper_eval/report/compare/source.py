"""The two things a comparison reads, a run folder or a published one, as one record."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from loaders.records import Dataset
    from qasper_eval.records import Prediction
    from qasper_eval.scoring import ScoringOptions
    from qasper_eval.scoring.own_side import OwnSide

    from .settings import Settings


@dataclass(frozen=True, slots=True)
class Content:
    """What costs time to read."""

    dataset: Dataset
    """The questions; of a published folder those asked, evidence and paragraphs as keys."""
    options: ScoringOptions
    """How it is scored."""
    predictions: Mapping[str, Prediction]
    """Finished questions of the slice asked for last, by id."""
    unmeasured: Mapping[str, str]
    """The others, id -> cause."""
    model_served: str | None
    """Model that answered; None for agents without one."""
    own: OwnSide
    """What the dataset has of its own; the tally is still empty, None where what it reads is not there."""


@dataclass(frozen=True, slots=True)
class Source:
    """What a run says of itself, before dataset and predictions are read."""

    label: str
    """What the user typed; of an absolute path, or one that climbs, only its end."""
    run: str
    """Name of the run."""
    is_published: bool
    """Whether it is a published folder's."""
    has_text: bool
    """Whether its texts and claims are there."""
    dataset: Mapping[str, Any]
    """Name, split and sha256."""
    mode: str
    """official or strict."""
    text_evidence_only: bool
    """Whether figures and tables are left out of the human evidence."""
    metrics_version: str
    """Version whose metrics it is told in: this one's for a run folder, else the one it was published with."""
    config: Mapping[str, Any]
    """Resolved config."""
    facts: Settings
    """Prompts, files, versions and commit by key, as settings."""
    open: Callable[[Dataset | None], Content]
    """Reads the rest; a run folder takes a dataset that is already loaded."""
