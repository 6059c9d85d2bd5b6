"""Who made the predictions."""

from __future__ import annotations

from typing import NamedTuple


class SignatureFields(NamedTuple):
    """The parts of a signature that only the caller knows; None where there is none."""

    version: str
    """Version of this package."""
    agent: str | None = None
    """Name of the agent; ``predictions`` for a file made elsewhere."""
    model: str | None = None
    """Model that answered; None for agents without one."""
    prompt: str | None = None
    """Short hash of the prompts; None for agents without one."""
