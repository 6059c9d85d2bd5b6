"""Writes whole files so that a reader sees the old content or the new, never half."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress
from glob import escape
from typing import TYPE_CHECKING, Any

from qasper_eval.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


_STALE_S = 3600.0


def write_atomic(path: Path, data: bytes) -> None:
    """Replace ``path`` with ``data``, flushed to the disk; on an error the old file stays and OSError is raised.

    Two processes that write the same file do not meet: the last one's content stays, whole.

    Raises:
        UsageError: ``path`` is something else than a file, such as a folder or a device, which must not be replaced.
    """
    if path.exists() and not path.is_file():
        raise UsageError(f"{path}: is no regular file; name a file to write")
    _sweep(path)
    aside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with aside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        aside.replace(path)
    except BaseException:
        aside.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def _sweep(path: Path) -> None:
    """Remove what processes left that were killed while they wrote the same file; no write takes an hour."""
    for left in path.parent.glob(f".{escape(path.name)}.*.tmp"):
        with suppress(OSError):  # another process may sweep as well
            if time.time() - left.stat().st_mtime > _STALE_S:
                left.unlink()


def sync_folder(folder: Path) -> None:
    """Flush a folder's entries, so that a new or renamed file survives a power loss."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def pretty_json(value: Mapping[str, Any]) -> bytes:
    """Return indented JSON with one trailing newline; NaN and infinities are a ValueError, never written."""
    return (json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode()
