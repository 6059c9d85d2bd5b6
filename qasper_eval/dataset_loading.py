"""The dataset that a config describes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loaders import Patience
    from loaders.records import Dataset


def load_described(
    wanted: Mapping[str, Any], *, revision: str | None = None, patience: Patience | None = None
) -> Dataset:
    """Load what the ``dataset`` section of a config or of a stored run describes; keys that it lacks are unset.

    ``revision`` takes the place of the section's own, so that a stored run reads the commit it ran on; with a local
    file it is left out. Raises DatasetError.
    """
    from loaders import load

    path, corpus = wanted.get("path"), wanted.get("corpus")
    pinned = revision if revision is not None and not path else wanted.get("revision")
    return load(
        wanted["name"],
        split=wanted.get("split"),
        revision=pinned,
        path=Path(path) if path else None,
        patience=patience,
        corpus=Path(corpus) if corpus else None,
        hub=wanted.get("hub"),
        fields=wanted.get("map"),
    )
