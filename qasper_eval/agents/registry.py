"""Which agents there are, and how a config names one."""

from __future__ import annotations

import hashlib
import inspect
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from qasper_eval.environment_key import environment_key
from qasper_eval.errors import ConfigError

from .search_config import search_options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from qasper_eval.config import RunConfig

    from .base import Agent
    from .chat_provider import ChatProvider
    from .extractive import ExtractiveAgent
    from .retrieval.services import RetrievalServices


class AgentMaker(Protocol):
    """Makes an agent from what a run has opened."""

    def __call__(self, provider: ChatProvider | None, services: RetrievalServices | None = None, /) -> Agent:
        """Return the agent; without services it can only say what it would send."""
        ...


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """An agent that can be made, with what identifies it."""

    make: AgentMaker
    """Makes the agent; a model agent needs the provider to answer, but not to say what it would send."""
    uses_provider: bool = False
    """Whether it asks a model."""
    uses_retrieval: bool = False
    """Whether it searches as ``config.retrieval`` says."""
    file_sha256: str | None = None
    """sha256 (hex) of the file it plays back; None for others."""
    source_sha256: str | None = None
    """sha256 (hex) of a user's module, to warn when it changes under a resumed run; None for built-in agents."""
    prompts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Prompt name -> sha256 (hex)."""


class _NoProvider:
    """Stands in where an agent is only asked what it would send."""

    def session(self, question_id: str) -> Any:
        """Raise; a plan sends nothing."""
        raise RuntimeError(f"a call was made for {question_id} where none may be sent")


def _extractive(config: RunConfig) -> AgentSpec:
    from .extractive import ExtractiveAgent, ExtractiveOptions

    search = config.retrieval
    if search.rerank is not None:
        raise ConfigError("retrieval.rerank: the agent 'extractive' asks no model; leave it out")
    if search.embedding is not None and search.embedding.name != "local":
        raise ConfigError("retrieval.embedding.name: the agent 'extractive' asks no service; it takes local only")
    if "top_k" in search.model_fields_set:
        raise ConfigError("retrieval.top_k: the agent 'extractive' ranks every paragraph; leave it out")
    options = ExtractiveOptions(retrieval=search_options(search).mode)

    def make(_provider: ChatProvider | None, services: RetrievalServices | None = None, /) -> ExtractiveAgent:
        embedder = services.open("").embedder if services else None
        return ExtractiveAgent(config.agent.cite_abstract, options=options, embedder=embedder)

    return AgentSpec(make, uses_retrieval=True)


def _predictions(config: RunConfig) -> AgentSpec:
    from .predictions import PredictionsAgent

    if config.agent.file is None:
        raise ConfigError("agent.file: missing; the agent 'predictions' needs the file to play back")
    path = Path(config.agent.file)
    agent = PredictionsAgent(path)
    return AgentSpec(
        lambda _provider, _services=None: agent, file_sha256=hashlib.sha256(path.read_bytes()).hexdigest()
    )


def _full_paper(config: RunConfig) -> AgentSpec:
    from .full_paper import FullPaperAgent

    return _model_agent(config, FullPaperAgent)


def _cohere_grounded(config: RunConfig) -> AgentSpec:
    from .cohere_grounded import CohereGroundedAgent

    if config.provider is not None and config.provider.name != "cohere":
        raise ConfigError("agent.name: 'cohere-grounded' needs provider.name cohere, for its native citations")
    return _model_agent(config, CohereGroundedAgent)


def _retrieve_then_read(config: RunConfig) -> AgentSpec:
    from .retrieve_then_read import RetrieveThenReadAgent

    return _model_agent(config, RetrieveThenReadAgent, retrieval=search_options(config.retrieval))


def _tool_loop(config: RunConfig) -> AgentSpec:
    from .tool_loop import ToolLoopAgent

    options = search_options(config.retrieval)
    return _model_agent(config, ToolLoopAgent, retrieval=options, max_steps=config.agent.max_steps)


def _model_agent(config: RunConfig, kind: Callable[..., Any], **options: Any) -> AgentSpec:
    if config.provider is None:
        raise ConfigError(f"provider: missing; the agent {config.agent.name!r} asks a model")
    budget = config.provider.max_output_tokens
    version = config.agent.prompt_version
    if version is not None:
        options["prompt_version"] = version
    searches = "retrieval" in options

    def make(provider: ChatProvider | None, services: RetrievalServices | None = None, /) -> Any:
        return kind(
            provider or _NoProvider(),
            cite_abstract=config.agent.cite_abstract,
            decline=config.agent.decline,
            context_tokens=config.agent.context_tokens,
            max_output_tokens=budget,
            **options,
            **({"services": services} if searches else {}),
        )

    sample = make(None)
    prompts = {sample.prompt_name: sample.prompt_sha256()}
    return AgentSpec(make, uses_provider=True, uses_retrieval=searches, prompts=prompts)


def _http(config: RunConfig) -> AgentSpec:
    from .http_agent import DEFAULT_TIMEOUT_S, HttpAgent, HttpAgentSettings

    agent = config.agent
    if agent.url is None:
        raise ConfigError("agent.url: missing; the agent 'http' needs the address that takes its questions")
    token = None
    if agent.token_env is not None:
        token = environment_key(agent.token_env)
        if token is None:
            raise ConfigError(f"agent.token_env: the environment variable {agent.token_env} is not set")
    settings = HttpAgentSettings(
        agent.url,
        timeout_s=agent.timeout_s or DEFAULT_TIMEOUT_S,
        token=token,
        cite_abstract=agent.cite_abstract,
        connections=config.limits.max_concurrency,
    )
    return AgentSpec(lambda _provider, _services=None: HttpAgent(settings))


def _refuse_http_keys(config: RunConfig) -> None:
    for key in ("url", "timeout_s", "token_env"):
        if getattr(config.agent, key) is not None:
            raise ConfigError(f"agent.{key}: only the agent 'http' takes it, not {config.agent.name!r}")


AGENTS: dict[str, Callable[[RunConfig], AgentSpec]] = {
    "extractive": _extractive,
    "full-paper": _full_paper,
    "retrieve-then-read": _retrieve_then_read,
    "tool-loop": _tool_loop,
    "cohere-grounded": _cohere_grounded,
    "predictions": _predictions,
    "http": _http,
}


def agent_spec(config: RunConfig, config_folder: Path) -> AgentSpec:
    """Return the agent that a config names: a built-in one, or ``module:Class`` found beside the config or installed.

    Raises:
        ConfigError: no such agent, it lacks what it needs, or the class cannot be made, in one line.
    """
    name = config.agent.name
    if name != "http":
        _refuse_http_keys(config)
    if ":" in name:
        return _imported(config, config_folder)
    if name not in AGENTS:
        raise ConfigError(f"agent.name: {name!r} is none of {', '.join(AGENTS)}, nor module:Class")
    if config.agent.options:
        raise ConfigError(f"agent.options: only a module:Class agent takes options, not {name!r}")
    return AGENTS[name](config)


def _imported(config: RunConfig, config_folder: Path) -> AgentSpec:
    from .foreign import ForeignAgent
    from .imported_agent import imported_agent

    made = imported_agent(config.agent.name, config.agent.options, config_folder)
    cite_abstract, threads = config.agent.cite_abstract, config.limits.max_concurrency
    return AgentSpec(
        lambda _provider, _services=None: ForeignAgent(made, cite_abstract=cite_abstract, threads=threads),
        source_sha256=_source_sha256(made),
    )


def _source_sha256(made: object) -> str | None:
    try:
        return hashlib.sha256(Path(inspect.getfile(type(made))).read_bytes()).hexdigest()
    except (OSError, TypeError):
        return None
