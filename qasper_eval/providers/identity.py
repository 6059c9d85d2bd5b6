"""What both vendors' clients say about a request and about one that got no reply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from qasper_eval.providers.error_body import one_line
from qasper_eval.providers.wire import TransportError

if TYPE_CHECKING:
    from qasper_eval.providers.settings import ProviderSettings
    from qasper_eval.providers.wire import Redactor

_NEVER_SENT = frozenset({"ConnectError", "ConnectTimeout", "PoolTimeout", "UnsupportedProtocol"})


def request_identity(settings: ProviderSettings, operation: str, budget: int | None) -> dict[str, Any]:
    """Return what decides a reply apart from the request itself, as it was asked for.

    Parameters that the model later turns out to reject stay in, so that the key does not depend on what was learned.
    """
    return {
        "format": 1,
        "vendor": settings.name,
        "server": settings.host,
        "api": settings.api,
        "operation": operation,
        "model": settings.model,
        "temperature": settings.temperature,
        "seed": settings.seed,
        "max_output_tokens": budget,
        "extra": dict(settings.extra),
    }


def unanswered(
    error: Exception, cause: Literal["timeout", "connection"], settings: ProviderSettings, redactor: Redactor
) -> TransportError:
    """Return the transport error behind an SDK's exception, with a detail that people understand."""
    origin = error.__cause__ or error
    kind = type(origin).__name__
    words = redactor.text(one_line(str(origin)))
    if cause == "timeout":
        words = f"no reply within {settings.timeout_s:g} s"
    detail = f"{settings.host}: {words or kind}"
    return TransportError(cause, detail, was_sent=kind not in _NEVER_SENT)
