"""The datasets that can be loaded, by name."""

from __future__ import annotations

from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, cast

from .errors import DatasetError
from .request import LoadRequest

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping
    from pathlib import Path

    from .hub_wait import Patience
    from .records import Dataset


def _lazily(module: str, function: str) -> Callable[[LoadRequest], Dataset]:
    """Return a loader that imports its module when it is called, which keeps ``--help`` fast."""

    def call(request: LoadRequest) -> Dataset:
        loader = cast("Callable[[LoadRequest], Dataset]", getattr(import_module(f".{module}", __package__), function))
        return loader(request)

    return call


LOADERS: dict[str, Callable[[LoadRequest], Dataset]] = {
    "qasper": _lazily("qasper", "load_qasper"),
    "sample": _lazily("bundled", "load_sample"),
    "hotpotqa": _lazily("hotpotqa", "load_hotpotqa"),
    "2wiki": _lazily("twowiki", "load_twowiki"),
    "musique": _lazily("musique", "load_musique"),
    "squad2": _lazily("squad2", "load_squad2"),
    "peerqa": _lazily("peerqa", "load_peerqa"),
    "scifact": _lazily("scifact", "load_scifact"),
    "citation-integrity": _lazily("scifact", "load_citation_integrity"),
    "wice": _lazily("wice", "load_wice"),
    "evidence-inference": _lazily("evidence_inference", "load_evidence_inference"),
    "pubmedqa": _lazily("pubmedqa", "load_pubmedqa"),
    "contractnli": _lazily("contractnli", "load_contractnli"),
    "natural-questions": _lazily("natural_questions", "load_natural_questions"),
    "custom": _lazily("custom", "load_custom"),
}
"""Loaders by the name that a config gives; see docs/add-a-dataset.md."""


def load(
    name: str,
    *,
    split: str | None = None,
    revision: str | None = None,
    path: Path | None = None,
    patience: Patience | None = None,
    corpus: Path | None = None,
    hub: str | None = None,
    fields: Mapping[str, str] | None = None,
) -> Dataset:
    """Load a dataset by name, from the Hub, the package or a local file.

    ``split`` is ``validation`` by default, else the dataset's first; with ``path`` it is only a label (``local`` by
    default). ``patience`` bounds and reports waits for the Hub. ``corpus`` is the file with the texts of a dataset
    that keeps them apart; ``hub`` and ``fields`` (column by record field) describe a dataset of one's own. Raises
    DatasetError, also for an unknown name.
    """
    loader = LOADERS.get(name)
    if loader is None:
        raise DatasetError(f"no dataset is called {name!r}; known are {', '.join(sorted(LOADERS))}")
    request = LoadRequest(split, revision, path, patience, corpus, hub, fields)
    _check_applies(name, request)
    with _collector_paused():
        return loader(request)


def _check_applies(name: str, request: LoadRequest) -> None:
    """Refuse what a dataset would ignore."""
    if request.corpus is not None:
        from .dataset_facts import facts_of

        facts = facts_of(name)
        if facts is not None and not facts.has_corpus:
            raise DatasetError(f"{name} keeps its texts and questions in one place; leave out dataset.corpus")
        if request.path is None:
            raise DatasetError(f"dataset.corpus belongs to a local file of {name}; set dataset.path too")
    if name != "custom" and (request.hub is not None or request.fields is not None):
        given = "dataset.hub" if request.hub is not None else "dataset.map"
        raise DatasetError(f"{given} is for a dataset of one's own; set dataset.name to custom, or leave it out")


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
