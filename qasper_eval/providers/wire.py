"""One attempt as it came over the wire, before anyone judged it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import orjson

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

REDACTED = "[redacted]"


@dataclass(frozen=True, slots=True)
class WireReply:
    """A response of any status."""

    status: int
    """HTTP status."""
    headers: Mapping[str, str]
    """All headers, lower-case names; only an allow-list is ever kept."""
    body: Any
    """The body's JSON value; its text when it is not JSON."""
    is_json: bool
    """Whether the body was JSON."""


class TransportError(Exception):
    """No response came: a time-out, or a connection that failed or broke."""

    def __init__(self, cause: Literal["timeout", "connection"], detail: str, *, was_sent: bool) -> None:
        super().__init__(detail)
        self.cause: Literal["timeout", "connection"] = cause
        self.detail = detail
        self.was_sent = was_sent
        """False when the request cannot have reached the server."""


class Redactor:
    """Takes secrets out of everything that comes back, before it is parsed or shown."""

    def __init__(self, secrets: Iterable[str]) -> None:
        # A short "secret" (a placeholder such as "x") would shred ordinary text.
        self._secrets = tuple(secret for secret in map(str.strip, secrets) if len(secret) >= 6)
        self._encoded = tuple(secret.encode() for secret in self._secrets)

    def text(self, text: str) -> str:
        """Return the text with each secret replaced."""
        for secret in self._secrets:
            text = text.replace(secret, REDACTED)
        return text

    def content(self, content: bytes) -> bytes:
        """Return the bytes with each secret replaced."""
        for secret in self._encoded:
            content = content.replace(secret, REDACTED.encode())
        return content

    def reply(self, status: int, headers: Iterable[tuple[str, str]], content: bytes) -> WireReply:
        """Return the response, redacted and decoded."""
        body, is_json = decode(self.content(content))
        clean = {name.lower(): self.text(value) for name, value in headers}
        return WireReply(status, clean, body, is_json)


def decode(content: bytes) -> tuple[Any, bool]:
    """Return a body's JSON value and True, or its text and False.

    Lone surrogates, which models do write, become ``?``: no file could hold them.
    """
    try:
        return orjson.loads(content), True
    except orjson.JSONDecodeError:
        text = content.decode("utf-8", "replace")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return text, False
    return json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")), True
