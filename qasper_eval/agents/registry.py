"""Which agents there are, and how a config names one."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from qasper_eval.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from qasper_eval.config import AgentConfig

    from .base import Agent


@dataclass(frozen=True, slots=True)
class BuiltAgent:
    """An agent with what identifies it."""

    agent: Agent
    """Answers questions."""
    file_sha256: str | None = None
    """sha256 (hex) of the file it plays back; None for others."""
    source_sha256: str | None = None
    """sha256 (hex) of a user's module, to warn when it changes under a resumed run; None for built-in agents."""
    uses_provider: bool = False
    """Whether it asks a model."""
    prompts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Prompt name -> sha256 (hex)."""


def _extractive(config: AgentConfig) -> BuiltAgent:
    from .extractive import ExtractiveAgent

    return BuiltAgent(ExtractiveAgent(cite_abstract=config.cite_abstract))


def _predictions(config: AgentConfig) -> BuiltAgent:
    from .predictions import PredictionsAgent

    if config.file is None:
        raise ConfigError("agent.file: missing; the agent 'predictions' needs the file to play back")
    path = Path(config.file)
    agent = PredictionsAgent(path)
    return BuiltAgent(agent, file_sha256=hashlib.sha256(path.read_bytes()).hexdigest())


AGENTS: dict[str, Callable[[AgentConfig], BuiltAgent]] = {
    "extractive": _extractive,
    "predictions": _predictions,
}


def build_agent(config: AgentConfig, config_folder: Path) -> BuiltAgent:
    """Return the agent that a config names: a built-in one, or ``module:Class`` found beside the config or installed.

    Raises:
        ConfigError: no such agent, or the class cannot be imported or constructed, in one line.
    """
    if ":" in config.name:
        return _imported(config, config_folder)
    if config.name not in AGENTS:
        raise ConfigError(f"agent.name: {config.name!r} is none of {', '.join(AGENTS)}, nor module:Class")
    return AGENTS[config.name](config)


def _imported(config: AgentConfig, config_folder: Path) -> BuiltAgent:
    module_name, _, class_name = config.name.partition(":")
    folder = str(config_folder)
    if folder not in sys.path:
        sys.path.append(folder)
    try:
        module = importlib.import_module(module_name)
        made: Any = getattr(module, class_name)(**config.options)
    except Exception as error:
        raise ConfigError(f"agent.name: cannot make {config.name!r}: {type(error).__name__}: {error}") from None
    if not callable(getattr(made, "answer", None)):
        raise ConfigError(f"agent.name: {config.name!r} has no method answer(paper, question)")
    from .foreign import ForeignAgent

    return BuiltAgent(ForeignAgent(made), source_sha256=_source_sha256(cast("type[Any]", type(made))))


def _source_sha256(kind: type[Any]) -> str | None:
    try:
        return hashlib.sha256(Path(inspect.getfile(kind)).read_bytes()).hexdigest()
    except (OSError, TypeError):
        return None
