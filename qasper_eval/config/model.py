"""What a config may say, with its defaults (design.md, A config)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

RUN_NAME_PATTERN = r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}"
"""A run's name is one safe folder name, never a path."""

RunName = Annotated[str, StringConstraints(pattern=f"^{RUN_NAME_PATTERN}$")]
Count = Annotated[int, Field(ge=1)]
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class DatasetConfig(_Section):
    """Which questions."""

    name: str
    """Registry name, such as ``qasper``; `qasper-eval datasets list` shows them all."""
    split: str | None = None
    """train, validation or test; None takes validation, else the first. A label where ``path`` is given."""
    revision: str | None = None
    """Hub revision; None resolves the newest once and pins it."""
    path: str | None = None
    """A local file instead of the Hub, relative to the config."""
    corpus: str | None = None
    """File with the texts of a dataset that keeps them apart, relative to the config; None looks beside ``path``."""
    hub: str | None = None
    """``org/name`` or ``org/name/config`` of a dataset of one's own (``name: custom``)."""
    map: dict[str, str] | None = None
    """Column by field, for a dataset of one's own (docs/add-a-dataset.md)."""


class SliceConfig(_Section):
    """How many of them, in which order."""

    papers: Count | None = None
    """First so many papers; None takes all."""
    questions: Count | None = None
    """First so many questions; None takes all."""
    order: Literal["papers", "questions"] = "papers"
    """Papers in seeded order with their questions together, or questions in seeded order by type."""
    seed: int = 13
    """Seed of the order and of the resampling."""


class AgentConfig(_Section):
    """Who answers."""

    name: str
    """A built-in agent, or ``module:Class``."""
    file: str | None = None
    """Predictions file of the agent ``predictions``, relative to the config."""
    cite_abstract: bool = False
    """Whether the abstract may be cited."""
    decline: Literal["strict", "balanced", "never"] = "balanced"
    """How readily a model agent is told to decline; changes only the instruction."""
    context_tokens: Count | None = None
    """The model's context in tokens; a paper that does not fit is cut to the paragraphs that do."""
    prompt_version: str | None = None
    """Version of a model agent's prompt, such as ``v1``; None takes the newest."""
    max_steps: Count = 4
    """Times that the agent ``tool-loop`` may choose what to read before it must answer."""
    options: dict[str, Any] = Field(default_factory=dict)
    """Keyword arguments of a ``module:Class`` agent."""
    url: str | None = None
    """Endpoint of the agent ``http``."""
    timeout_s: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    """Time-out of one try of the agent ``http``, in seconds; None takes 120."""
    token_env: str | None = None
    """NAME of the environment variable with the bearer token of the agent ``http``; None sends none."""


class PriceConfig(_Section):
    """US dollars per million tokens, where the price table does not know the model."""

    input: Amount
    """Tokens sent."""
    output: Amount
    """Tokens received, reasoning included."""
    cached_input: Amount | None = None
    """Tokens read from the prefix cache; None: as tokens sent."""


class ProviderConfig(_Section):
    """Which model, through whose API."""

    name: Literal["openai", "cohere"]
    """``openai`` (and every compatible server, by ``base_url``) or ``cohere``."""
    model: str
    """Model id as the provider spells it."""
    base_url: str | None = None
    """API root; None takes the provider's own."""
    api: Literal["chat", "responses"] = "chat"
    """OpenAI only: Chat Completions or Responses."""
    api_key_env: str | None = None
    """NAME of the environment variable with the key; None takes the provider's usual one."""
    temperature: Amount | None = 0
    """Sampling temperature; null leaves it to the model."""
    seed: int | None = 13
    """Sampling seed; null sends none."""
    max_output_tokens: Count = 1024
    """Output budget of one reply."""
    timeout_s: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 120
    """Time-out of one try, in seconds."""
    price: PriceConfig | None = None
    """Price, where the table does not know it; never changes an outcome."""
    extra: dict[str, Any] = Field(default_factory=dict)
    """Further request parameters, passed on as they are."""


class EmbeddingConfig(_Section):
    """Which embedding model, through whose API."""

    name: Literal["openai", "cohere", "local"]
    """``openai`` (compatible servers too, by ``base_url``), ``cohere``, or ``local`` (the extra ``embeddings``)."""
    model: str | None = None
    """Model id as the provider spells it; none for ``local``."""
    base_url: str | None = None
    """API root; None takes the provider's own."""
    api_key_env: str | None = None
    """NAME of the environment variable with the key; None takes the provider's usual one."""
    timeout_s: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 120
    """Time-out of one try, in seconds."""
    price: PriceConfig | None = None
    """Price, where the table does not know it; never changes an outcome."""
    extra: dict[str, Any] = Field(default_factory=dict)
    """Further request parameters, passed on as they are."""


class RerankConfig(_Section):
    """Which Cohere model orders what was found anew."""

    model: str
    """Model id as Cohere spells it."""
    base_url: str | None = None
    """API root; None takes Cohere's own."""
    api_key_env: str | None = None
    """NAME of the environment variable with the key; None takes the usual one."""
    timeout_s: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 120
    """Time-out of one try, in seconds."""


class RetrievalConfig(_Section):
    """How ``retrieve-then-read``, ``tool-loop`` and ``extractive`` search a paper."""

    mode: Literal["tfidf", "bm25", "dense", "hybrid"] = "bm25"
    """``hybrid`` fuses tfidf and bm25, and dense too where ``embedding`` is given."""
    top_k: Count = 10
    """Paragraphs that one search returns, at most."""
    embedding: EmbeddingConfig | None = None
    """Embedding model, for ``dense`` and ``hybrid``."""
    rerank: RerankConfig | None = None
    """Reranking model; None leaves the order as it is."""


class LimitsConfig(_Section):
    """How fast and how far; never changes an outcome."""

    max_concurrency: Count = 16
    """Questions in flight at once, at most."""
    requests_per_minute: Count | None = None
    """Known limit; None learns it from the server."""
    tokens_per_minute: Count | None = None
    """Known limit; None learns it from the server."""
    requests_per_month: Count | None = None
    """Known quota of the key, counted over all runs in UTC months."""
    max_calls: Annotated[int, Field(ge=0)] | None = None
    """Stop before the call that would be one more."""
    max_cost_usd: Amount | None = None
    """Stop before the call that would cost more in all."""
    confirm_usd: Amount = 5
    """A run that may cost more asks for --yes."""


class ScoringConfig(_Section):
    """How the headline is scored."""

    mode: Literal["official", "strict"] = "official"
    """official reproduces the authors' evaluator, strict repairs its quirks."""
    text_evidence_only: bool = False
    """Whether evidence in figures and tables is left out of the references."""


class RunConfig(_Section):
    """One run."""

    name: RunName
    """Name of the run folder."""
    dataset: DatasetConfig
    agent: AgentConfig
    slice: SliceConfig = SliceConfig()
    provider: ProviderConfig | None = None
    retrieval: RetrievalConfig = RetrievalConfig()
    limits: LimitsConfig = LimitsConfig()
    scoring: ScoringConfig = ScoringConfig()
