"""Everything about a run that is known before its folder is touched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval.agents.registry import agent_spec
from qasper_eval.slicing import cut_slice

from .manifest import build_manifest

if TYPE_CHECKING:
    from pathlib import Path

    from loaders.records import Dataset
    from qasper_eval.agents.registry import AgentSpec
    from qasper_eval.config import RunConfig
    from qasper_eval.run_manifest import RunManifest
    from qasper_eval.slicing import Slice


@dataclass(frozen=True, slots=True)
class PreparedRun:
    """A run that can be planned or started."""

    config: RunConfig
    """Its config, overrides applied."""
    dataset: Dataset
    """Its dataset, loaded."""
    spec: AgentSpec
    """Its agent."""
    part: Slice
    """The questions asked for, in order."""
    manifest: RunManifest
    """Its identity."""

    @property
    def asks_model(self) -> bool:
        """Whether it calls the config's provider."""
        return self.spec.uses_provider and self.config.provider is not None


def prepare_run(config: RunConfig, dataset: Dataset, config_folder: Path) -> PreparedRun:
    """Return the run that a config describes; a ``module:Class`` agent is looked for in ``config_folder`` too.

    Raises:
        ConfigError: the agent cannot be built.
    """
    spec = agent_spec(config, config_folder)
    wanted = config.slice
    part = cut_slice(dataset, order=wanted.order, seed=wanted.seed, papers=wanted.papers, questions=wanted.questions)
    return PreparedRun(config, dataset, spec, part, build_manifest(config, dataset, spec))
