"""What every provider takes and gives, whatever its wire format."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from qasper_eval.prediction_parts import Usage

Role = Literal["system", "user", "assistant"]
FinishReason = Literal["stop", "length", "filter", "other"]


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation."""

    role: Role
    """Who speaks."""
    content: str
    """Plain text."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document that a grounded model may cite by its id."""

    id: str
    """Local to the request, such as ``P12``."""
    text: str
    """Verbatim text."""
    title: str = ""
    """Shown beside the text; empty for none."""


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """One request for one reply, free of any vendor's names."""

    messages: tuple[Message, ...]
    """The conversation, system first."""
    documents: tuple[Document, ...] = ()
    """Documents for native citations (Cohere); empty elsewhere."""
    json_schema: Mapping[str, Any] | None = None
    """Schema of the reply: strict where the server has it, else a JSON object, else the prompt alone."""
    max_output_tokens: int | None = None
    """Output budget; None takes the config's."""


@dataclass(frozen=True, slots=True)
class NativeCitation:
    """A citation made by the model's own API; offsets are half-open code points of the reply's text."""

    start: int
    """First code point; 0 with ``end`` 0 where its place is unknown."""
    end: int
    """One past the last code point."""
    document_ids: tuple[str, ...]
    """Ids of the documents cited."""


@dataclass(frozen=True, slots=True)
class ChatReply:
    """A well-formed completion."""

    text: str
    """Text of the reply, thinking left out."""
    finish_reason: FinishReason
    """Why it ended; ``length`` means cut."""
    citations: tuple[NativeCitation, ...] = ()
    """Native citations, in the API's order."""
    model_requested: str = ""
    """Model asked for."""
    model_served: str | None = None
    """Model that answered, from the response; None where the provider names none."""
    system_fingerprint: str | None = None
    """From the response; None where absent."""
    input_tokens: int | None = None
    """Tokens sent; None where the provider names none."""
    output_tokens: int | None = None
    """Tokens received, reasoning included."""
    cached_tokens: int | None = None
    """Of the tokens sent, those read from the provider's prefix cache."""
    reasoning_tokens: int | None = None
    """Of the tokens received, those spent thinking."""
    billed_input_tokens: int | None = None
    """Tokens charged as input where the provider says so apart (Cohere); None: those sent."""
    billed_output_tokens: int | None = None
    """Tokens charged as output where the provider says so apart; None: those received."""


Accept: TypeAlias = "Callable[[ChatReply], str | None]"
"""The reply contract: None when a reply is usable, else the short cause (``unparsable``) why it is not."""


class ChatSession(Protocol):
    """The calls behind one question: they share a budget of tries and add up to one usage and cost."""

    @property
    def usage(self) -> Usage:
        """Tokens of every completion so far; a sum is None when one of them named no such count."""
        ...

    @property
    def cost_usd(self) -> float | None:
        """Price of every completion so far, replays at their first price; None when one price is unknown."""
        ...

    @property
    def model_served(self) -> str | None:
        """Model of the last reply, from the response; None where the provider names none."""
        ...

    @property
    def seconds(self) -> float:
        """Wall-clock seconds inside ``chat``, waiting included."""
        ...

    async def chat(self, request: ChatRequest, accept: Accept | None = None) -> ChatReply:
        """Return one usable reply, from the memo or from the provider, waiting and retrying as needed.

        ``accept`` is the reply contract; a reply that is empty, cut, filtered or outside it gets one second try.
        Raises ItemUnmeasuredError when this question ends without a reply, RunStoppedError when the run must stop.
        """
        ...
