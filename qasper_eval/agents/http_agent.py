"""An agent behind an HTTP endpoint, in whatever language it is written."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import orjson

from qasper_eval.errors import ConfigError, ItemUnmeasuredError, RunStoppedError
from qasper_eval.providers.error_body import error_body, one_line
from qasper_eval.providers.headers import retry_after
from qasper_eval.providers.shapes import is_object
from qasper_eval.providers.wire import decode

from .environment_secrets import environment_redactor
from .foreign_prediction import NO_PREDICTION, as_prediction
from .paper_json import request_json

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import httpx

    from loaders.records import Paper, Question
    from qasper_eval.records import Prediction

DEFAULT_TIMEOUT_S = 120.0
"""Seconds that one try may take where the config names none."""
PAUSES_S = (0.5, 2.0)
"""Pauses between three tries, unless the server names its own: a time-out, a broken connection and a busy or failing
server are tried again."""
MOST_PAUSE_S = 30.0
"""Longest pause that a server is granted."""
MOST_BYTES = 16 * 1024 * 1024
"""Longest body that is read."""

_AGAIN = frozenset({408, 425, 429})
_NO_ENDPOINT = frozenset({301, 302, 303, 307, 308, 401, 403, 404, 405})


@dataclass(frozen=True, slots=True)
class HttpAgentSettings:
    """Where the endpoint is and how it is asked."""

    url: str
    """Address that takes the POST."""
    timeout_s: float = DEFAULT_TIMEOUT_S
    """Seconds that one try may take, reading included."""
    token: str | None = None
    """Sent as a bearer token; None for none."""
    cite_abstract: bool = False
    """Whether the abstract may be cited."""
    connections: int = 16
    """Connections at once."""

    def __post_init__(self) -> None:
        """Refuse an address that cannot work or that holds a secret."""
        parts = urlsplit(self.url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or not _has_port(self.url):
            raise ConfigError(f"agent.url: {self.url!r} is no http(s) address, such as http://127.0.0.1:8000/answer")
        if parts.username is not None or parts.password is not None:
            raise ConfigError("agent.url: must hold no password; name an environment variable in agent.token_env")


class HttpAgent:
    """Posts ``{paper, question}`` and reads the answer that a ``module:Class`` agent would return.

    Time-outs, failing servers and bad bodies leave the question unmeasured, each under its cause. A service that
    cannot be reached, or says that there is no such endpoint or that it may not be used, stops the run.
    """

    def __init__(
        self, settings: HttpAgentSettings, *, sleep: Callable[[float], Awaitable[object]] = asyncio.sleep
    ) -> None:
        self._settings = settings
        self._sleep = sleep
        self._client: httpx.AsyncClient | None = None
        parts = urlsplit(settings.url)
        self._shown = f"{parts.scheme}://{parts.netloc}{parts.path}"

    async def answer(self, paper: Paper, question: Question) -> Prediction:
        """Return the endpoint's prediction, checked; raises ItemUnmeasuredError or RunStoppedError."""
        settings = self._settings
        body = orjson.dumps(request_json(paper, question, cite_abstract=settings.cite_abstract))
        redactor = environment_redactor(settings.token)
        content = redactor.content(await self._post(body))
        said, is_json = decode(content)
        if not is_json:
            raise ItemUnmeasuredError(NO_PREDICTION, f"{self._shown}: the body is not JSON: {one_line(str(said))}")
        if not is_object(said):
            raise ItemUnmeasuredError(NO_PREDICTION, f"{self._shown}: the body must be a JSON object")
        return as_prediction(said, paper, question, cite_abstract=settings.cite_abstract, redactor=redactor)

    async def aclose(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.aclose()
            self._client = None

    async def _post(self, body: bytes) -> bytes:
        """Return the body of a good response after at most three tries."""
        for pause in PAUSES_S:
            tried = await self._try(body)
            if isinstance(tried, bytes):
                return tried
            await self._sleep(pause if tried.pause_s is None else min(tried.pause_s, MOST_PAUSE_S))
        tried = await self._try(body)
        if isinstance(tried, bytes):
            return tried
        raise tried.error

    async def _try(self, body: bytes) -> bytes | _Failed:
        import httpx

        try:
            async with (
                asyncio.timeout(self._settings.timeout_s),
                self._opened().stream("POST", self._settings.url, content=body) as response,
            ):
                content = await _read(response)
        except (TimeoutError, httpx.TimeoutException):
            why = f"{self._shown}: no reply within {self._settings.timeout_s:g} s"
            return _Failed(ItemUnmeasuredError("timeout", why))
        except httpx.ConnectError as error:
            return _Failed(RunStoppedError("unreachable", f"{self._shown}: {one_line(str(error))}"))
        except httpx.HTTPError as error:
            words = one_line(str(error)) or type(error).__name__
            return _Failed(ItemUnmeasuredError("connection", f"{self._shown}: {words}"))
        if content is None:
            raise ItemUnmeasuredError(NO_PREDICTION, f"{self._shown}: the body is longer than {MOST_BYTES} bytes")
        return content if response.is_success else self._judged(response, content)

    def _judged(self, response: httpx.Response, content: bytes) -> _Failed:
        status = response.status_code
        words = error_body(decode(environment_redactor(self._settings.token).content(content))[0]).detail
        detail = f"{self._shown}: HTTP {status}" + (f": {words}" if words else "")
        if status in _AGAIN or status >= 500:
            asked = response.headers.get("retry-after")
            pause = None if asked is None else retry_after(asked, time.time())
            return _Failed(ItemUnmeasuredError("endpoint error", detail), pause)
        if status in _NO_ENDPOINT:
            raise RunStoppedError("rejected", f"{detail} (agent.url, agent.token_env)", exit_code=2)
        raise ItemUnmeasuredError("endpoint refused", detail)

    def _opened(self) -> httpx.AsyncClient:
        if self._client is None:
            import httpx

            settings = self._settings
            headers = {"content-type": "application/json", "accept": "application/json"}
            if settings.token is not None:
                headers["authorization"] = f"Bearer {settings.token}"
            is_here = urlsplit(settings.url).hostname in {"localhost", "127.0.0.1", "::1"}
            self._client = httpx.AsyncClient(
                headers=headers,
                timeout=httpx.Timeout(None, connect=min(settings.timeout_s, 10.0)),
                limits=httpx.Limits(max_connections=settings.connections),
                trust_env=not is_here,  # a proxy of the environment does not know this machine's own ports
            )
        return self._client


@dataclass(frozen=True, slots=True)
class _Failed:
    """A try that may be made again."""

    error: ItemUnmeasuredError | RunStoppedError
    """Raised after the last."""
    pause_s: float | None = None
    """Seconds that the server asks to wait."""


def _has_port(url: str) -> bool:
    """Whether the port is a possible one, or left out."""
    try:
        return urlsplit(url).port != 0
    except ValueError:
        return False


async def _read(response: httpx.Response) -> bytes | None:
    """Return the body, or None where it is too long."""
    parts: list[bytes] = []
    n_bytes = 0
    async for part in response.aiter_bytes():
        parts.append(part)
        n_bytes += len(part)
        if n_bytes > MOST_BYTES:
            return None
    return b"".join(parts)
