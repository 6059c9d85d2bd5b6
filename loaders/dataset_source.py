"""Where a dataset's rows come from: a local file, or a pinned commit on the Hub."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from .errors import DatasetError
from .row_file import stream_rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .dataset_facts import DatasetFacts
    from .hub_selection import HubSelection
    from .request import LoadRequest


@dataclass(frozen=True, slots=True)
class Origin:
    """Where rows came from, for errors and for the dataset's identity."""

    source: str
    """How the line of an error begins."""
    name: str
    """Name of the dataset: its repository, or its registry name for a local file."""
    split: str
    """Split, or the label of a local file."""
    revision: str | None = None
    """Commit on the Hub; None for a local file."""
    warnings: tuple[str, ...] = ()
    """What a reader must know about how the rows were found."""


def local_origin(request: LoadRequest, facts: DatasetFacts, path: Path) -> Origin:
    """Return the origin of a local file; the split is only a label. Raises DatasetError for a revision beside it."""
    if request.revision is not None:
        raise DatasetError(
            f"revision {request.revision!r} names a commit on the Hub, but {path} is a local file; leave one out"
        )
    return Origin(str(path), facts.name, request.split or "local")


def local_rows(path: Path, facts: DatasetFacts, *, batch: int = 1000) -> Iterator[object]:
    """Yield the rows of a local file; see ``stream_rows``."""
    expected = f"{facts.title}'s released layout or parquet" if facts.hub or facts.expected else facts.layout
    return stream_rows(path, expected, batch=batch)


def hub_rows(
    request: LoadRequest,
    facts: DatasetFacts,
    selection: HubSelection,
    *,
    repo: str | None = None,
    split: str | None = None,
    revision: str | None = None,
    batch: int = 1000,
) -> tuple[Origin, Iterator[object]]:
    """Return the origin of a split on the Hub and its rows, streamed.

    ``repo``, ``split`` and ``revision`` take the place of the dataset's usual ones. Raises DatasetError in one line,
    also when no copy on the Hub can be read, or when the dataset has no such split that can be scored.
    """
    from .hub import fetch

    repo = repo or facts.hub
    label = _label(request, facts)
    if repo is None:
        raise DatasetError(f"{facts.title} cannot be read from the Hub; set dataset.path to {facts.obtain}")
    pinned = revision or request.revision
    snapshot = fetch(repo, split or label, pinned, request.patience, replace(selection, released=facts.obtain))
    origin = Origin(
        source=f"{repo} ({split or label}) at {snapshot.revision[:8]}",
        name=repo,
        split=label,
        revision=snapshot.revision,
        warnings=snapshot.warnings,
    )
    return origin, chain.from_iterable(local_rows(path, facts, batch=batch) for path in snapshot.paths)


def open_rows(
    request: LoadRequest, facts: DatasetFacts, selection: HubSelection, *, batch: int = 1000
) -> tuple[Origin, Iterator[object]]:
    """Return the rows of ``request.path``, else those of the split on the Hub, with their origin."""
    if request.path is None:
        return hub_rows(request, facts, selection, batch=batch)
    return local_origin(request, facts, request.path), local_rows(request.path, facts, batch=batch)


def companion(request: LoadRequest, path: Path, own: str, other: str) -> Path:
    """Return the second file of a dataset: ``request.corpus``, else the one beside ``path``.

    Beside it is the file whose name has the last ``own`` replaced by ``other``, else ``OTHER.jsonl``. Raises
    DatasetError when neither is there.
    """
    if request.corpus is not None:
        return request.corpus
    renamed = path.with_name(other.join(path.name.rsplit(own, 1)))
    usual = path.with_name(f"{other}.jsonl")
    for candidate in (renamed, usual):
        if candidate != path and candidate.is_file():
            return candidate
    looked = usual.name if renamed in {path, usual} else f"{renamed.name} and {usual.name}"
    raise DatasetError(f"{path}: its texts are not beside it (looked for {looked}); set dataset.corpus to their file")


def _label(request: LoadRequest, facts: DatasetFacts) -> str:
    split = request.split or facts.default_split
    if facts.splits and split not in facts.splits:
        raise DatasetError(
            f"{facts.title} has no split {split!r} that can be scored, only {', '.join(facts.splits)}; "
            "check dataset.split"
        )
    return split
