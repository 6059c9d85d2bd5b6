"""One thing in which two runs differ."""

from __future__ import annotations

from typing import Any, NamedTuple


class Difference(NamedTuple):
    """A setting with its value in either run."""

    key: str
    """Dotted key of the config, or ``prompt``, ``model_served``, ``agent.file_sha256``, ``agent.source_sha256`` …"""
    a: Any
    """Its value in A, a JSON value; None where A has none."""
    b: Any
    """Its value in B."""
