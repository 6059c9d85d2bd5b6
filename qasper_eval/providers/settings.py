"""Everything a provider must be told before its first call."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qasper_eval.providers.prices import Price

Vendor = Literal["openai", "cohere"]
Api = Literal["chat", "responses"]

DEFAULT_BASE_URLS: dict[Vendor, str] = {
    "openai": "https://api.openai.com/v1",
    "cohere": "https://api.cohere.com",
}
"""Where each vendor answers; always sent explicitly, so that no environment variable redirects a run."""


@dataclass(frozen=True, slots=True)
class ProviderSettings:
    """One model of one provider, with the limits that a user set."""

    name: Vendor
    """Wire format: ``openai`` (every compatible server too) or ``cohere``."""
    model: str
    """Model asked for."""
    base_url: str | None = None
    """Server; None is the vendor's own."""
    api_key: str | None = field(default=None, repr=False)
    """Secret; reaches the SDK's client and nothing else."""
    temperature: float | None = 0.0
    """Sampling temperature; None sends none."""
    seed: int | None = None
    """Sampling seed, best effort at every vendor; None sends none."""
    max_output_tokens: int | None = 1024
    """Output budget of a request that names none; None leaves it to the server."""
    timeout_s: float = 120.0
    """Seconds for one whole attempt, connecting included."""
    api: Api = "chat"
    """``responses`` sends to OpenAI's Responses API instead of Chat Completions."""
    max_concurrency: int = 16
    """Most requests in flight at once."""
    requests_per_minute: float | None = None
    """Known limit; None leaves it to headers and adaptation."""
    tokens_per_minute: float | None = None
    """Known limit, input and output together; None as above."""
    requests_per_month: int | None = None
    """Calls a UTC calendar month over all runs with this key; None is no limit."""
    max_calls: int | None = None
    """Calls that this object may send, 429s apart; None is no limit."""
    max_cost_usd: float | None = None
    """US dollars that this object may spend; None is no limit."""
    extra: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Further request parameters, sent as they are."""
    price: Price | None = None
    """Price that overrides the table's."""

    @property
    def url(self) -> str:
        """The base URL in force."""
        return self.base_url or DEFAULT_BASE_URLS[self.name]

    @property
    def host(self) -> str:
        """Host, port and path of the base URL, without user or query: the identity of a server."""
        parts = urlsplit(self.url)
        port = f":{parts.port}" if parts.port else ""
        return f"{(parts.hostname or self.url).lower()}{port}{parts.path.rstrip('/')}"

    @property
    def secrets(self) -> tuple[str, ...]:
        """Strings that may appear in no file: the key, and a password or query in the base URL."""
        parts = urlsplit(self.url)
        found = (self.api_key, parts.password, parts.query)
        return tuple(secret for secret in found if secret)
