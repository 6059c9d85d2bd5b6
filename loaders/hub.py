"""A split of a dataset on the Hugging Face Hub, pinned to one commit and kept for offline use."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from .errors import DatasetError
from .hub_layout import select_split, splits_of
from .hub_notes import Note, recall, remember
from .hub_request import ask
from .hub_wait import HubOutageError, Patience, Waiter

CONVERTED = "refs/convert/parquet"
"""Branch on which the Hub itself keeps a parquet copy of what a dataset script on main would yield."""
_MAIN = "main"
_SHA = re.compile(r"[0-9a-f]{40}")
_TIMEOUT_S = 30.0


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The files of one split at one commit, on this disk."""

    revision: str
    """Commit sha."""
    paths: tuple[Path, ...]
    """Local parquet files, in the order of their rows."""
    warnings: tuple[str, ...] = ()
    """What a reader must know about how they were found."""


def fetch(repo: str, split: str, revision: str | None, patience: Patience | None = None) -> Snapshot:
    """Return the parquet files of a split, downloaded once and found again offline.

    The revision (by default main, or the Hub's own parquet copy of main where main has none) is resolved once, and
    everything else is asked by its commit; a dataset script is never run. A commit fetched before asks nothing. When
    the Hub is switched off (``HF_HUB_OFFLINE``) or cannot serve, what the same name meant last time is taken from the
    cache, the latter with a warning. Raises DatasetError in one line.
    """
    from huggingface_hub import constants

    name = revision or _MAIN
    kept = _kept(repo, split, name)
    if kept is not None and (constants.HF_HUB_OFFLINE or _SHA.fullmatch(name)):
        return kept
    if constants.HF_HUB_OFFLINE:
        raise DatasetError(
            f"{repo} ({split}) at {name} is not in the cache, and HF_HUB_OFFLINE is set; "
            "load it once without HF_HUB_OFFLINE, or set dataset.path to a local file"
        )
    return _online(repo, split, name, kept, patience or Patience())


def _online(repo: str, split: str, name: str, kept: Snapshot | None, patience: Patience) -> Snapshot:
    if kept is not None:
        patience = replace(patience, max_wait_s=0.0, max_unreachable_s=0.0)
    waiter = Waiter(patience)
    try:
        found = waiter.run(lambda: _resolve(repo, split, name))
        paths = tuple(_download(repo, found.revision, file, waiter) for file in found.files)
    except HubOutageError as outage:
        if kept is None:
            raise DatasetError(_given_up(outage, f"{repo} ({split})")) from None
        warning = (
            f"{repo} ({split}) was read from the cache at {kept.revision[:8]} because {outage}; "
            "the Hub may hold a newer revision."
        )
        return replace(kept, warnings=(warning,))
    return Snapshot(found.revision, paths, _noted(repo, split, name, found))


def _resolve(repo: str, split: str, name: str) -> Note:
    listing = _listing(repo, name)
    if listing is None:
        raise DatasetError(f"{repo} has no revision {name!r} on the Hub; check dataset.revision")
    files = select_split(listing.files, split, repo)
    converted = _listing(repo, CONVERTED) if not files and name == _MAIN else None
    if converted is not None:
        listing, files = converted, select_split(converted.files, split, repo)
    if not files:
        raise DatasetError(_nothing_found(repo, split, name, listing))
    return Note(listing.revision, files)


def _listing(repo: str, name: str) -> Note | None:
    """Return the commit that a name stands for and all its files; None when there is no such name."""
    from huggingface_hub import HfApi
    from huggingface_hub.errors import RevisionNotFoundError

    def request() -> Note | None:
        try:
            info = HfApi().dataset_info(repo, revision=name, timeout=_TIMEOUT_S)
        except RevisionNotFoundError:
            return None
        if info.sha is None or not _SHA.fullmatch(info.sha):
            raise ValueError("its answer names no commit")
        return Note(info.sha, tuple(sibling.rfilename for sibling in info.siblings or ()))

    return ask(request, repo)


def _download(repo: str, revision: str, file: str, waiter: Waiter) -> Path:
    subject = f"{repo}/{file} at {revision[:8]}"
    return waiter.run(lambda: ask(lambda: _local(repo, revision, file, cached=False), subject))


def _kept(repo: str, split: str, name: str) -> Snapshot | None:
    """Return what the name meant last time, if every file of it is still in the Hub's cache."""
    note = recall(repo, name, split)
    if note is None or not _SHA.fullmatch(note.revision):
        return None
    try:
        paths = tuple(_local(repo, note.revision, file, cached=True) for file in note.files)
    except (OSError, ValueError):
        return None
    return Snapshot(note.revision, paths)


def _local(repo: str, revision: str, file: str, *, cached: bool) -> Path:
    from huggingface_hub import (
        hf_hub_download,  # pyright: ignore[reportUnknownVariableType]  # because its options are partly untyped
    )

    return Path(hf_hub_download(repo, file, repo_type="dataset", revision=revision, local_files_only=cached))


def _noted(repo: str, split: str, name: str, found: Note) -> tuple[str, ...]:
    try:
        for known_as in {name, found.revision}:
            remember(repo, known_as, split, found)
    except OSError as error:
        return (f"{repo} ({split}) will not be found offline: its note cannot be written ({error.strerror}).",)
    return ()


def _nothing_found(repo: str, split: str, name: str, listing: Note) -> str:
    there = splits_of(listing.files)
    if there:
        return f"{repo} at {name} has no split {split!r}, only {', '.join(there)}; check dataset.split"
    has_script = any(file.endswith(".py") for file in listing.files)
    reason = "it holds a dataset script, which is never run, and no parquet" if has_script else "it holds no parquet"
    advice = "leave out dataset.revision" if name != _MAIN else "the Hub has made no parquet copy either"
    return f"{repo} at {name} cannot be loaded: {reason} ({advice}); or set dataset.path to the released JSON"


def _given_up(outage: HubOutageError, subject: str) -> str:
    asked = "" if outage.retry_after_s is None else f" and asks to wait {outage.retry_after_s:.0f} s"
    return (
        f"{subject} cannot be loaded: {outage}{asked}, and nothing of it is in the cache; "
        "try again later, or set dataset.path to a local file"
    )
