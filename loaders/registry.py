"""The datasets that can be loaded, by name."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from .bundled import load_sample
from .errors import DatasetError
from .qasper import load_qasper

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from .hub_wait import Patience
    from .records import Dataset


class Loader(Protocol):
    """Loads one dataset whole; raises DatasetError in one line when it cannot."""

    def __call__(
        self,
        *,
        split: str | None = None,
        revision: str | None = None,
        path: Path | None = None,
        patience: Patience | None = None,
    ) -> Dataset:
        """Return the dataset; each None takes the dataset's own default."""
        ...


LOADERS: dict[str, Loader] = {
    "qasper": load_qasper,
    "sample": load_sample,
}
"""Loaders by the name that a config gives."""


def load(
    name: str,
    *,
    split: str | None = None,
    revision: str | None = None,
    path: Path | None = None,
    patience: Patience | None = None,
) -> Dataset:
    """Load a dataset by name, from the Hub, the package or a local file.

    ``split`` is ``validation`` by default, else the dataset's only one; with ``path`` it is only a label.
    ``patience`` bounds and reports waits for the Hub. Raises DatasetError, also for an unknown name.
    """
    loader = LOADERS.get(name)
    if loader is None:
        raise DatasetError(f"no dataset is called {name!r}; known are {', '.join(sorted(LOADERS))}")
    with _collector_paused():
        return loader(split=split, revision=revision, path=path, patience=patience)


@contextmanager
def _collector_paused() -> Generator[None]:
    """Keep the cycle collector off the records while they are made: none is garbage, and it took a third longer."""
    import gc

    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
