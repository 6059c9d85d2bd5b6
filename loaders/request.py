"""What a loader is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from .hub_wait import Patience


class LoadRequest(NamedTuple):
    """One split of one dataset; each None takes the dataset's own default."""

    split: str | None = None
    """Split; only a label where ``path`` is given."""
    revision: str | None = None
    """Branch, tag or commit on the Hub."""
    path: Path | None = None
    """Local file in place of the Hub."""
    patience: Patience | None = None
    """How long to wait for the Hub, and who is told."""
    corpus: Path | None = None
    """Local file with the texts, where a dataset keeps them apart from its questions; None looks beside ``path``."""
    hub: str | None = None
    """Repository of a dataset of one's own."""
    fields: Mapping[str, str] | None = None
    """Column by record field, for a dataset of one's own."""
