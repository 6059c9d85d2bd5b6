"""How an attempt can go wrong, as the caller must tell it apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FaultKind = Literal["throttled", "transient", "exhausted", "rejected", "refused", "parameter"]
"""throttled: wait as told and go on. transient: try again. exhausted: quota or credit, stop. rejected: key or model,
stop. refused: the server never takes this one request. parameter: the server does not know one parameter."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One judged failure."""

    kind: FaultKind
    """What to do about it."""
    cause: str
    """Short stable key: ``rate_limit``, ``monthly``, ``credit``, ``context_length``, ``timeout``, …"""
    detail: str
    """The provider's own words on one line, secrets redacted."""
    status: int | None = None
    """HTTP status, or the status that a 200 carried in its body; None when no response came."""
    code: str | None = None
    """The provider's structured code or type."""
    param: str | None = None
    """Parameter that the server complains of."""
    wait_s: float | None = None
    """Seconds that the body asks to wait."""
    is_structured: bool = True
    """Whether a JSON error of the API said so, rather than a proxy's page or a broken connection."""
    was_sent: bool = True
    """False when the request cannot have reached the server."""
