"""What a loader is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from .hub_wait import Patience


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """One split of one dataset; each None takes the dataset's own default."""

    split: str | None = None
    """Split; only a label where ``path`` is given."""
    revision: str | None = None
    """Branch, tag or commit on the Hub."""
    path: Path | None = None
    """Local file in place of the Hub."""
    patience: Patience | None = None
    """How long to wait for the Hub, and who is told."""
