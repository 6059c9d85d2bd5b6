"""A split of a dataset on the Hugging Face Hub, pinned to one commit and kept for offline use."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from .errors import DatasetError
from .hub_notes import Note, recall, remember
from .hub_request import ask
from .hub_selection import ANY_FOLDER, HubSelection
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
    """Local files, parquet or released JSON, in the order of their rows."""
    warnings: tuple[str, ...] = ()
    """What a reader must know about how they were found."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    repo: str
    split: str
    selection: HubSelection

    def __str__(self) -> str:
        return f"{self.repo} ({self.split})"

    @property
    def key(self) -> str:
        return self.selection.key(self.split)


def fetch(
    repo: str,
    split: str,
    revision: str | None,
    patience: Patience | None = None,
    selection: HubSelection = ANY_FOLDER,
) -> Snapshot:
    """Return the files of a split that ``selection`` finds, downloaded once and found again offline.

    The revision (by default main, or the Hub's own parquet copy of main where main has none) is resolved once, and
    everything else is asked by its commit; a dataset script is never run. A commit fetched before asks nothing. When
    the Hub is switched off (``HF_HUB_OFFLINE``) or cannot serve, what the same name meant last time is taken from the
    cache, the latter with a warning. Raises DatasetError in one line.
    """
    name = revision or _MAIN
    is_offline = _is_offline()
    wanted = _Wanted(repo, split, selection)
    kept = _kept(wanted, name)
    if kept is not None and (is_offline or _SHA.fullmatch(name)):
        return kept
    if is_offline:
        raise DatasetError(
            f"{wanted} at {name} is not in the cache, and HF_HUB_OFFLINE is set; "
            "load it once without HF_HUB_OFFLINE, or set dataset.path to a local file"
        )
    return _online(wanted, name, kept, patience or Patience())


def _is_offline() -> bool:
    try:
        from huggingface_hub import constants
    except ValueError as error:
        raise DatasetError(f"HF_ENDPOINT is no address ({error}); correct it or unset it") from None
    return constants.HF_HUB_OFFLINE


def _online(wanted: _Wanted, name: str, kept: Snapshot | None, patience: Patience) -> Snapshot:
    if kept is not None:
        patience = replace(patience, max_wait_s=0.0, max_unreachable_s=0.0)
    waiter = Waiter(patience)
    try:
        found = waiter.run(lambda: _resolve(wanted, name))
        paths = tuple(_download(wanted.repo, found.revision, file, waiter) for file in found.files)
    except HubOutageError as outage:
        if kept is None:
            raise DatasetError(_given_up(outage, str(wanted))) from None
        warning = (
            f"{wanted} was read from the cache at {kept.revision[:8]} because {outage}; "
            "the Hub may hold a newer revision."
        )
        return replace(kept, warnings=(warning,))
    return Snapshot(found.revision, paths, _noted(wanted, name, found))


def _resolve(wanted: _Wanted, name: str) -> Note:
    repo, split, selection = wanted.repo, wanted.split, wanted.selection
    listing = _listing(repo, name)
    if listing is None:
        raise DatasetError(f"{repo} has no revision {name!r} on the Hub; check dataset.revision")
    files = selection.select(listing.files, split, repo)
    converted = _listing(repo, CONVERTED) if not files and name == _MAIN else None
    if converted is not None:
        listing, files = converted, selection.select(converted.files, split, repo)
    if not files:
        raise DatasetError(_nothing_found(wanted, name, listing))
    return Note(listing.revision, files)


def _listing(repo: str, name: str) -> Note | None:
    """Return the commit that a name stands for and all its files; None when there is no such name."""

    def request() -> Note | None:
        from huggingface_hub import HfApi
        from huggingface_hub.errors import RevisionNotFoundError

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


def _kept(wanted: _Wanted, name: str) -> Snapshot | None:
    """Return what the name meant last time, if every file of it is still in the Hub's cache."""
    note = recall(wanted.repo, name, wanted.key)
    if note is None or not _SHA.fullmatch(note.revision):
        return None
    try:
        paths = tuple(_local(wanted.repo, note.revision, file, cached=True) for file in note.files)
    except (OSError, ValueError):
        return None
    return Snapshot(note.revision, paths)


def _local(repo: str, revision: str, file: str, *, cached: bool) -> Path:
    from huggingface_hub import (
        hf_hub_download,  # pyright: ignore[reportUnknownVariableType]  # because its options are partly untyped
    )

    return Path(hf_hub_download(repo, file, repo_type="dataset", revision=revision, local_files_only=cached))


def _noted(wanted: _Wanted, name: str, found: Note) -> tuple[str, ...]:
    try:
        for known_as in {name, found.revision}:
            remember(wanted.repo, known_as, wanted.key, found)
    except OSError as error:
        return (f"{wanted} will not be found offline: its note cannot be written ({error.strerror}).",)
    return ()


def _nothing_found(wanted: _Wanted, name: str, listing: Note) -> str:
    repo = wanted.repo
    there = wanted.selection.splits(listing.files)
    if there:
        return f"{repo} at {name} has no split {wanted.split!r}, only {', '.join(there)}; check dataset.split"
    has_script = any(file.endswith(".py") for file in listing.files)
    reason = "it holds a dataset script, which is never run, and no parquet" if has_script else "it holds no parquet"
    advice = "leave out dataset.revision" if name != _MAIN else "the Hub has made no parquet copy either"
    instead = wanted.selection.released
    return f"{repo} at {name} cannot be loaded: {reason} ({advice}); or set dataset.path to {instead}"


def _given_up(outage: HubOutageError, subject: str) -> str:
    asked = "" if outage.retry_after_s is None else f" and asks to wait {outage.retry_after_s:.0f} s"
    return (
        f"{subject} cannot be loaded: {outage}{asked}, and nothing of it is in the cache; "
        "try again later, or set dataset.path to a local file"
    )
