"""From a config to an open provider: key, limits and the folders of memo and ledger."""

from __future__ import annotations

import ipaddress
import os
import sqlite3
import time
from contextlib import AbstractAsyncContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from qasper_eval.environment_key import environment_key
from qasper_eval.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable

    from qasper_eval.config import ProviderConfig, RunConfig
    from qasper_eval.providers import Provider, ProviderSettings

    from .options import RunOptions

KEY_NAMES: dict[str, tuple[str, ...]] = {
    "openai": ("OPENAI_API_KEY",),
    "cohere": ("CO_API_KEY", "COHERE_API_KEY"),
}
"""Environment variables that hold a key, where the config names none."""
NO_KEY = "none"
"""Sent to a server of one's own that wants no key."""


def opened(
    config: RunConfig,
    options: RunOptions,
    sink: Callable[[bytes], None],
    say: Callable[[str], None],
    warn: Callable[[str], None],
) -> AbstractAsyncContextManager[Provider | None]:
    """Return the config's provider, to be entered; it gives None where there is none.

    ``say`` hears what the run waits for, ``warn`` what stays worth knowing, as a memo that cannot be written.

    Raises:
        ConfigError: the key is not in the environment.
        UsageError: the settings cannot work.
    """
    if config.provider is None:
        return nullcontext(None)
    from qasper_eval.providers import open_provider

    return open_provider(
        provider_settings(config),
        sink=lambda record: sink(record.to_json().encode()),
        state_dir=state_folder(),
        cache_dir=cache_folder(),
        use_memo=options.use_memo,
        wait_for_quota=options.wait_for_quota,
        say=say,
        warn=warn,
    )


def provider_settings(config: RunConfig, *, needs_key: bool = True) -> ProviderSettings:
    """Return what the provider is told; the config must have one.

    Raises:
        ConfigError: the key is not in the environment, unless it is not needed because nothing will be sent.
    """
    from qasper_eval.providers import ProviderSettings
    from qasper_eval.providers.prices import Price

    provider, limits = config.provider, config.limits
    if provider is None:
        raise ConfigError("provider: missing")
    api_key = endpoint_key(provider.name, provider.base_url, provider.api_key_env)
    if api_key is None and needs_key:
        raise missing_key("provider", provider.name, provider.api_key_env)
    price = provider.price
    return ProviderSettings(
        name=provider.name,
        model=provider.model,
        base_url=provider.base_url,
        api_key=api_key,
        temperature=provider.temperature,
        seed=provider.seed,
        max_output_tokens=provider.max_output_tokens,
        timeout_s=provider.timeout_s,
        api=provider.api,
        max_concurrency=limits.max_concurrency,
        requests_per_minute=limits.requests_per_minute,
        tokens_per_minute=limits.tokens_per_minute,
        requests_per_month=limits.requests_per_month,
        max_calls=limits.max_calls,
        max_cost_usd=limits.max_cost_usd,
        extra=provider.extra,
        price=None if price is None else Price(price.input, price.output, price.cached_input),
    )


def is_loopback(provider: ProviderConfig) -> bool:
    """Whether the provider is a server on this machine, which costs nothing."""
    return _is_loopback(provider.base_url or "")


def calls_this_month(settings: ProviderSettings) -> int | None:
    """Return the calls that the ledger has for this key and UTC month; None without a key or a readable ledger.

    Nothing is written: where there is no ledger yet, no call was counted.
    """
    from qasper_eval.providers.ledger import FILE_NAME, Ledger

    if settings.api_key is None:
        return None
    if not (state_folder() / FILE_NAME).exists():
        return 0
    try:
        ledger = Ledger(state_folder(), settings.host, settings.api_key)
    except (OSError, sqlite3.Error):
        return None
    try:
        return ledger.count(time.time())
    except sqlite3.Error:
        return None
    finally:
        ledger.close()


def state_folder() -> Path:
    """Return the folder of the usage ledger."""
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "qasper-eval"


def cache_folder() -> Path:
    """Return the folder of the call memo."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "qasper-eval"


def endpoint_key(vendor: str, base_url: str | None, api_key_env: str | None) -> str | None:
    """Return the key of an endpoint; ``none`` for a server of one's own without one, None where one is missing.

    The vendor's usual variable is sent to the vendor and to this machine only; another server gets a key when the
    config names its variable.
    """
    is_elsewhere = base_url is not None and not _is_loopback(base_url)
    if api_key_env is None and is_elsewhere:
        return NO_KEY
    for name in key_names(vendor, api_key_env):
        if (key := environment_key(name)) is not None:
            return key
    return NO_KEY if base_url is not None and not is_elsewhere else None


def missing_key(section: str, vendor: str, api_key_env: str | None) -> ConfigError:
    """Return the error of a config whose key is not in the environment."""
    names = " or ".join(key_names(vendor, api_key_env))
    return ConfigError(f"{section}.api_key_env: no key: the environment variable {names} is not set")


def key_names(vendor: str, api_key_env: str | None) -> tuple[str, ...]:
    """Return the environment variables that may hold the key of an endpoint, the first that is set counting."""
    return (api_key_env,) if api_key_env else KEY_NAMES[vendor]


def _is_loopback(base_url: str) -> bool:
    host = urlsplit(base_url).hostname or ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost"
    return address.is_loopback or address.is_unspecified
