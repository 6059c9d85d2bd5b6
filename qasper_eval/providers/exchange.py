"""One question to a vendor, whatever the endpoint: how to send it, read it, remember it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import orjson

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from qasper_eval.providers.faults import Fault
    from qasper_eval.providers.wire import WireReply


class Metered(Protocol):
    """What every reply says about itself; None where the provider is silent."""

    @property
    def model_served(self) -> str | None:
        """Model that answered."""
        ...

    @property
    def system_fingerprint(self) -> str | None:
        """Build that answered."""
        ...

    @property
    def input_tokens(self) -> int | None:
        """Tokens sent."""
        ...

    @property
    def output_tokens(self) -> int | None:
        """Tokens received."""
        ...

    @property
    def cached_tokens(self) -> int | None:
        """Of the tokens sent, those from the prefix cache."""
        ...

    @property
    def reasoning_tokens(self) -> int | None:
        """Of the tokens received, those spent thinking."""
        ...

    @property
    def billed_input_tokens(self) -> int | None:
        """Tokens charged as input where said apart."""
        ...

    @property
    def billed_output_tokens(self) -> int | None:
        """Tokens charged as output where said apart."""
        ...


ReplyT = TypeVar("ReplyT", bound=Metered)


@dataclass(frozen=True, slots=True)
class Exchange(Generic[ReplyT]):
    """A request with everything that the caller must know about it."""

    operation: str
    """``chat``, ``embed`` or ``rerank``."""
    identity: Mapping[str, Any]
    """JSON object of all that decides the reply: server, model, every parameter, the full request. Never a secret."""
    send: Callable[[], Awaitable[WireReply]]
    """Makes one attempt; raises TransportError when no response comes."""
    parse: Callable[[WireReply], ReplyT | Fault]
    """Reads a response of any status."""
    load: Callable[[Any], ReplyT]
    """Turns a reply's JSON value back into the reply; raises ValueError, TypeError or KeyError for anything else."""
    input_chars: int
    """Characters sent, for the estimate of tokens."""
    output_tokens: int
    """Most tokens that may come back, for the estimate; 0 where none do."""

    @property
    def key(self) -> str:
        """The sha256 (hex) of ``identity``, independent of the order of its keys."""
        return hashlib.sha256(orjson.dumps(self.identity, option=orjson.OPT_SORT_KEYS)).hexdigest()


def plain_text(text: str) -> str:
    """Return text that any encoder takes: lone surrogates, found in scraped papers, become ``?``."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
