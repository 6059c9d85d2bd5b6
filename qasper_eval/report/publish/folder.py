"""A published folder on disk: read whole, written once."""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from qasper_eval.checkpoint.files import sync_folder
from qasper_eval.errors import PublishedFolderError, UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from .layout import Files

_TAKEN = {errno.ENOTEMPTY, errno.EEXIST, errno.ENOTDIR, errno.EISDIR}


def read_folder(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder by name, ``/`` between its parts.

    A link comes back empty, so that it agrees with no manifest. Raises PublishedFolderError where there is no folder.
    """
    if not folder.is_dir():
        raise PublishedFolderError(f"{folder}: no such folder")
    found: dict[str, bytes] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_dir():
            is_plain = path.is_file() and not path.is_symlink()
            found[path.relative_to(folder).as_posix()] = path.read_bytes() if is_plain else b""
    return found


def write_once(names: Iterable[Path], make: Callable[[str], Files]) -> Path:
    """Write ``make(name)`` under the first of the ``names`` that is free, and return it.

    The folder is made whole beside its place and renamed into it, so that whatever happens there is either all of it
    or nothing under the final name, and what was there before stays. Raises UsageError when every name is taken.
    """
    taken: Path | None = None
    for path in names:
        if not os.path.lexists(path) and _written(path, make(path.name)):
            return path
        taken = path
    raise UsageError(f"{taken}: exists and is never overwritten; choose another name")


def _written(path: Path, files: Files) -> bool:
    """Return whether the folder is there; False when another got its name first."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{path.name}.", suffix=".unfinished", dir=path.parent))
    except OSError as error:
        raise UsageError(f"{path.parent}: no folder can be made in it ({error.strerror})") from None
    try:
        for name, data in files.items():
            _write(aside / name, data)
        for folder in {(aside / name).parent for name in files} | {aside}:
            sync_folder(folder)
        aside.chmod(0o755)
        aside.rename(path)
    except OSError as error:
        if error.errno in _TAKEN and os.path.lexists(path):
            return False
        raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    sync_folder(path.parent)
    return True


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
