"""One line of calls.jsonl."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

import orjson

if TYPE_CHECKING:
    from collections.abc import Mapping

CallOutcome = Literal[
    "ok", "memo", "unusable", "throttled", "transient", "exhausted", "rejected", "refused", "parameter", "cancelled"
]
"""``ok`` and ``unusable`` are completions, ``memo`` a replay, ``cancelled`` an attempt cut off by Ctrl-C, the rest as
in ``faults.FaultKind``."""


@dataclass(frozen=True, slots=True)
class CallRecord:
    """What became of one attempt at a provider, or of one replay from the memo."""

    time: str | None
    """UTC time of leaving, ISO 8601 to the second."""
    question_id: str
    """Question (or other item) that it was made for."""
    operation: str
    """``chat``, ``embed`` or ``rerank``."""
    request: str
    """sha256 (hex) of the request with everything that decides the reply."""
    outcome: CallOutcome
    """Class of the outcome."""
    cause: str | None = None
    """Short key of what went wrong; None when nothing did."""
    detail: str | None = None
    """The provider's own words, on one line, secrets redacted."""
    status: int | None = None
    """HTTP status; None when no response came."""
    code: str | None = None
    """The provider's structured code or type."""
    attempt: int = 1
    """1 for the first attempt of its question, replays included."""
    input_tokens: int | None = None
    """Tokens sent; None where the provider names none."""
    output_tokens: int | None = None
    """Tokens received, reasoning included."""
    cached_tokens: int | None = None
    """Of the tokens sent, those from the provider's prefix cache."""
    reasoning_tokens: int | None = None
    """Of the tokens received, those spent thinking."""
    cost_usd: float | None = None
    """Paid now: 0 for a replay, a refusal or a failure without a completion; None where the price is unknown."""
    seconds: float = 0.0
    """From leaving to the last byte; 0 for a replay."""
    model: str = ""
    """Model asked for."""
    model_served: str | None = None
    """Model that answered, from the response; None where the provider names none."""
    system_fingerprint: str | None = None
    """From the response."""
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    """Allow-listed response headers: rate limits and a gateway's routing, nothing else."""
    notes: tuple[str, ...] = ()
    """Parameters given up at this call."""

    def to_json(self) -> str:
        """Return the record as one line of JSON without a line break."""
        return orjson.dumps(self).decode()
