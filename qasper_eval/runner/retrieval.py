"""From a config to the open models behind retrieval: embeddings and reranking."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from .provider import cache_folder, endpoint_key, missing_key, state_folder

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Mapping

    from qasper_eval.agents.retrieval.services import RetrievalServices
    from qasper_eval.config import EmbeddingConfig, RerankConfig, RunConfig
    from qasper_eval.providers import Provider, ProviderSettings
    from qasper_eval.providers.prices import Price
    from qasper_eval.providers.settings import Vendor

    from .options import RunOptions


@dataclass(frozen=True, slots=True)
class OpenedRetrieval:
    """What a run has opened for its searches."""

    services: RetrievalServices
    """For the agent."""
    providers: tuple[Provider, ...]
    """Endpoints among them, to be interrupted with the run."""


@asynccontextmanager
async def opened_retrieval(
    config: RunConfig,
    options: RunOptions,
    main: Provider | None,
    *,
    sink: Callable[[bytes], None],
    say: Callable[[str], None],
    warn: Callable[[str], None],
) -> AsyncGenerator[OpenedRetrieval]:
    """Open the embedding and the reranking model of a config; ``main`` is the provider that answers, if any does.

    Without a provider only a model on this machine can be opened. Their calls stand in the same records and count
    towards the same ``max_calls`` and ``max_cost_usd``. Without the
    memo, embeddings are neither read from their cache nor kept. ``say`` hears what a call waits for, ``warn`` what
    stays worth knowing, as a cache that cannot be written.

    Raises:
        ConfigError: a key is not in the environment.
        UsageError: the settings cannot work.
    """
    from qasper_eval.agents.retrieval.embedding_cache import EmbeddingCache
    from qasper_eval.agents.retrieval.services import EmbeddingService, RetrievalServices
    from qasper_eval.providers import open_provider

    async with AsyncExitStack() as stack:

        async def opened(settings: ProviderSettings, *, use_memo: bool) -> Provider:
            provider = await stack.enter_async_context(
                open_provider(
                    settings,
                    sink=lambda record: sink(record.to_json().encode()),
                    state_dir=state_folder(),
                    cache_dir=cache_folder(),
                    use_memo=use_memo,
                    wait_for_quota=options.wait_for_quota,
                    say=say,
                    warn=warn,
                )
            )
            if main is not None:
                provider.gate.budget.join(main.gate.budget)
            return provider

        embedding, reranking = None, None
        providers: list[Provider] = []
        wanted = config.retrieval.embedding
        if wanted is not None:
            cache = EmbeddingCache(cache_folder(), warn) if options.use_memo else None
            if cache is not None:
                stack.callback(cache.close)
            embedding = EmbeddingService(cache)
            settings = embedding_settings(config, wanted, main.settings) if main else None
            if settings is not None:
                # The cache remembers each text by itself, so that the memo need not keep whole requests.
                provider = await opened(settings, use_memo=False)
                providers.append(provider)
                embedding = EmbeddingService(cache, provider, settings.host, settings.model)
        if config.retrieval.rerank is not None and main is not None:
            settings = rerank_settings(config, config.retrieval.rerank, main.settings)
            reranking = await opened(settings, use_memo=options.use_memo)
            providers.append(reranking)
        yield OpenedRetrieval(RetrievalServices(embedding, reranking), tuple(providers))


def embedding_settings(
    config: RunConfig, embedding: EmbeddingConfig, main: ProviderSettings
) -> ProviderSettings | None:
    """Return what the embedding endpoint is told; None for a model on this machine."""
    from qasper_eval.providers.prices import Price

    if embedding.name == "local" or embedding.model is None:
        return None
    price = embedding.price
    return _settings(
        config,
        main,
        "retrieval.embedding",
        vendor=embedding.name,
        model=embedding.model,
        endpoint=embedding,
        extra=embedding.extra,
        price=None if price is None else Price(price.input, price.output, price.cached_input),
    )


def rerank_settings(config: RunConfig, rerank: RerankConfig, main: ProviderSettings) -> ProviderSettings:
    """Return what the reranking endpoint is told."""
    return _settings(config, main, "retrieval.rerank", vendor="cohere", model=rerank.model, endpoint=rerank)


def _settings(
    config: RunConfig,
    main: ProviderSettings,
    section: str,
    *,
    vendor: Vendor,
    model: str,
    endpoint: EmbeddingConfig | RerankConfig,
    extra: Mapping[str, Any] | None = None,
    price: Price | None = None,
) -> ProviderSettings:
    from qasper_eval.providers import ProviderSettings

    key = endpoint_key(vendor, endpoint.base_url, endpoint.api_key_env)
    if key is None:
        raise missing_key(section, vendor, endpoint.api_key_env)
    limits = config.limits
    settings = ProviderSettings(
        name=vendor,
        model=model,
        base_url=endpoint.base_url,
        api_key=key,
        temperature=None,
        max_output_tokens=None,
        timeout_s=endpoint.timeout_s,
        max_concurrency=limits.max_concurrency,
        max_calls=limits.max_calls,
        max_cost_usd=limits.max_cost_usd,
        extra=extra or {},
        price=price,
    )
    # The month's quota is that of the answering model's key, and counts what else is sent with it.
    shares_quota = (settings.host.partition("/")[0], key) == (main.host.partition("/")[0], main.api_key)
    return replace(settings, requests_per_month=limits.requests_per_month) if shares_quota else settings
