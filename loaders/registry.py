"""The datasets that can be loaded, by name."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from .errors import DatasetError
from .request import LoadRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from .hub_wait import Patience
    from .records import Dataset


def _qasper(request: LoadRequest) -> Dataset:
    from .qasper import load_qasper

    return load_qasper(request)


def _sample(request: LoadRequest) -> Dataset:
    from .bundled import load_sample

    return load_sample(request)


LOADERS: dict[str, Callable[[LoadRequest], Dataset]] = {
    "qasper": _qasper,
    "sample": _sample,
}
"""Loaders by the name that a config gives; each imports its module when it is called, which keeps ``--help`` fast."""


def load(
    name: str,
    *,
    split: str | None = None,
    revision: str | None = None,
    path: Path | None = None,
    patience: Patience | None = None,
) -> Dataset:
    """Load a dataset by name, from the Hub, the package or a local file.

    ``split`` is ``validation`` by default, else the dataset's only one; with ``path`` it is only a label (``local``
    by default). ``patience`` bounds and reports waits for the Hub. Raises DatasetError, also for an unknown name.
    """
    loader = LOADERS.get(name)
    if loader is None:
        raise DatasetError(f"no dataset is called {name!r}; known are {', '.join(sorted(LOADERS))}")
    with _collector_paused():
        return loader(LoadRequest(split, revision, path, patience))


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
