"""Which files of a Hub repository a dataset's split is read from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .hub_layout import select_split, splits_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_USUAL = frozenset({"", "data", "default"})
"""Folders of a repository with one config only."""


@dataclass(frozen=True, slots=True)
class HubSelection:
    """How a repository names what a dataset needs; the default takes any parquet of the split."""

    folder: str = ""
    """Folder of the wanted config, where the repository has several."""
    is_strict: bool = False
    """Whether a repository without that folder is no fit; else its only config is taken."""
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    """Name of the released file by split, where the repository has no parquet on main."""
    released: str = "the released JSON"
    """What to load by path instead, for an error that says so."""

    def select(self, files: Iterable[str], split: str, repo: str) -> tuple[str, ...]:
        """Return the files in the order of their rows, parquet before released JSON; () when there are none."""
        listed = tuple(files)
        for candidates in self._candidates(listed):
            found = select_split(candidates, split, repo)
            if found:
                return found
        name = self.names.get(split)
        return tuple(file for file in listed if name is not None and file.rpartition("/")[2] == name)[:1]

    def splits(self, files: Iterable[str]) -> tuple[str, ...]:
        """Return the usual splits that are there, for an error that says so."""
        listed = tuple(files)
        found = {split for candidates in self._candidates(listed) for split in splits_of(candidates)}
        names = {file.rpartition("/")[2] for file in listed}
        found |= {split for split, name in self.names.items() if name in names}
        return tuple(sorted(found, key=_usual_order))

    def key(self, split: str) -> str:
        """Return what a note of the split is filed under."""
        return f"{self.folder}/{split}" if self.folder else split

    def _candidates(self, files: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
        if not self.folder:
            return (files,)
        inside = tuple(file for file in files if self.folder in file.split("/")[:-1])
        if inside or self.is_strict:
            return (inside,)
        return (tuple(file for file in files if file.rpartition("/")[0].partition("/")[0] in _USUAL),)


ANY_FOLDER = HubSelection()
"""A repository with one config."""


def _usual_order(split: str) -> tuple[int, str]:
    usual = ("train", "validation", "test")
    return (usual.index(split) if split in usual else len(usual), split)
