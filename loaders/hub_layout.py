"""Which files of a Hub repository hold one split."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .errors import DatasetError

if TYPE_CHECKING:
    from collections.abc import Iterable

_SUFFIX = ".parquet"
_SHARD = re.compile(r"(?:[-_.](?P<number>\d+)(?:-of-(?P<total>\d+))?(?:-[0-9a-f]+)?)?")
"""What may follow the split in a file's name: nothing, or a shard's number, the total and a content hash."""
_ALIASES = {"validation": ("validation", "dev", "valid", "val")}
"""Other names that repositories give a split, after its own."""


def select_split(files: Iterable[str], split: str, repo: str) -> tuple[str, ...]:
    """Return the parquet files of a split in the order of their rows; () when the repository has none.

    Known layouts: ``[FOLDER/]SPLIT[-00000-of-00001].parquet`` and ``[FOLDER/]SPLIT/ANY.parquet``, with FOLDER
    ``data`` or a config's name. Where several folders hold the split, the one named like the repository, ``data``,
    ``default`` or the top wins. Raises DatasetError when none of these does, or when a shard of the set is missing.
    """
    names = [file.removesuffix(_SUFFIX) for file in files if file.endswith(_SUFFIX)]
    for alias in _ALIASES.get(split, (split,)):
        groups = _groups(names, alias)
        if groups:
            chosen = _preferred(groups, split, repo)
            _check_complete(groups[chosen], repo)
            return tuple(name + _SUFFIX for name in sorted(groups[chosen], key=_natural))
    return ()


def splits_of(files: Iterable[str]) -> tuple[str, ...]:
    """Return the usual splits that the files hold, for an error that says what is there."""
    names = [file.removesuffix(_SUFFIX) for file in files if file.endswith(_SUFFIX)]
    usual = ("train", "validation", "test")
    return tuple(split for split in usual if any(_groups(names, alias) for alias in _ALIASES.get(split, (split,))))


def _groups(names: Iterable[str], split: str) -> dict[tuple[str, str], list[str]]:
    groups: dict[tuple[str, str], list[str]] = {}
    for name in names:
        *folders, last = name.split("/")
        if last.startswith(split) and _SHARD.fullmatch(last, len(split)):
            groups.setdefault(("/".join(folders), "files"), []).append(name)
        elif folders and folders[-1] == split:
            groups.setdefault(("/".join(folders[:-1]), "folder"), []).append(name)
    return groups


def _preferred(groups: dict[tuple[str, str], list[str]], split: str, repo: str) -> tuple[str, str]:
    if len(groups) == 1:
        return next(iter(groups))
    for folder in (repo.rpartition("/")[2], "data", "default", ""):
        for kind in ("files", "folder"):
            if (folder, kind) in groups:
                return folder, kind
    folders = ", ".join(sorted(folder for folder, _ in groups))
    raise DatasetError(f"{repo} holds the split {split} in several folders ({folders}), and none is the usual one")


def _check_complete(names: list[str], repo: str) -> None:
    for name in names:
        total = re.search(r"-of-(\d+)", name.rpartition("/")[2])
        if total is not None and int(total[1]) != len(names):
            raise DatasetError(
                f"{repo} holds {len(names)} of the {int(total[1])} files that {name}{_SUFFIX} belongs to"
            )


def _natural(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name)]
