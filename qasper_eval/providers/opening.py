"""Opening a provider with its memo, ledger and limiter, and closing it again."""

from __future__ import annotations

import random
import sqlite3
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from qasper_eval.errors import UsageError
from qasper_eval.providers.budget import Budget
from qasper_eval.providers.call import Gate
from qasper_eval.providers.clock import SystemClock
from qasper_eval.providers.ledger import Ledger
from qasper_eval.providers.limiter import Limiter
from qasper_eval.providers.memo import Memo
from qasper_eval.providers.provider import Provider
from qasper_eval.providers.tariff import Tariff

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable
    from pathlib import Path

    from qasper_eval.providers.call_record import CallRecord
    from qasper_eval.providers.clock import Clock
    from qasper_eval.providers.settings import ProviderSettings
    from qasper_eval.providers.vendor import VendorClient


@asynccontextmanager
async def open_provider(
    settings: ProviderSettings,
    *,
    sink: Callable[[CallRecord], None],
    state_dir: Path,
    cache_dir: Path,
    use_memo: bool = True,
    wait_for_quota: bool = False,
    say: Callable[[str], None] | None = None,
    warn: Callable[[str], None] | None = None,
    clock: Clock | None = None,
    jitter: random.Random | None = None,
) -> AsyncGenerator[Provider]:
    """Open one model for any number of questions.

    ``sink`` gets a record of every attempt; ``say`` one line whenever something makes the user wait, and "" when that
    is over; ``warn`` (else ``say``) what stays worth knowing, as a memo that fails. The ledger is kept in
    ``state_dir``, the memo in ``cache_dir``. Raises UsageError for settings that cannot work: no base URL,
    a cost limit without a known price, a state folder that cannot be written.
    """
    clock, say = clock or SystemClock(), say or (lambda _message: None)
    warn = warn or say
    tariff = _checked_tariff(settings)
    ledger = _ledger(settings, state_dir)
    memo = Memo(cache_dir, warn) if use_memo else None
    client = _client(settings)
    gate = Gate(_limiter(settings, clock, say), Budget(settings, ledger, clock, warn), tariff, clock)
    try:
        yield Provider(
            settings,
            client,
            gate,
            memo,
            clock,
            sink=sink,
            say=say,
            wait_for_quota=wait_for_quota,
            jitter=jitter or random.Random(),  # noqa: S311  # because it only spreads retries out in time
        )
    finally:
        await client.close()
        if memo:
            memo.close()
        ledger.close()


def _ledger(settings: ProviderSettings, folder: Path) -> Ledger:
    try:
        return Ledger(folder, settings.host, settings.api_key)
    except (OSError, sqlite3.Error) as error:
        raise UsageError(f"cannot open the usage ledger in {folder}: {error}") from None


def _limiter(settings: ProviderSettings, clock: Clock, say: Callable[[str], None]) -> Limiter:
    return Limiter(
        clock,
        max_concurrency=settings.max_concurrency,
        requests_per_minute=settings.requests_per_minute,
        tokens_per_minute=settings.tokens_per_minute,
        say=say,
    )


def _client(settings: ProviderSettings) -> VendorClient:
    if settings.name == "cohere":
        from qasper_eval.providers.cohere import CohereClient

        return CohereClient(settings)
    from qasper_eval.providers.openai import OpenAIClient

    return OpenAIClient(settings)


def _is_web_url(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        return False


def _checked_tariff(settings: ProviderSettings) -> Tariff:
    if not _is_web_url(settings.url):
        # Shown only when it cannot hold a password or a token.
        shown = "the value" if set("@?") & set(settings.url) else repr(settings.url)
        raise UsageError(
            f"provider.base_url: {shown} is no http(s) URL with a host, such as http://localhost:8000/v1"
        )
    if settings.max_concurrency < 1:
        raise UsageError(f"limits.max_concurrency must be at least 1, not {settings.max_concurrency}")
    tariff = Tariff(settings)
    if settings.max_cost_usd is not None and tariff.price is None:
        raise UsageError(
            f"the price of {settings.model} at {settings.host} is unknown, so max_cost_usd cannot be kept; "
            "use max_calls, or give provider.price"
        )
    return tariff
