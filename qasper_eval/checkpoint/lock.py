"""One writer for each run folder."""

from __future__ import annotations

import json
import os
import socket
from typing import TYPE_CHECKING

from qasper_eval.errors import CheckpointError

if TYPE_CHECKING:
    from pathlib import Path

LOCK_NAME = ".lock"
HOLDER_NAME = ".lock-holder"
"""Beside the lock, because taking a lock may truncate the lock file itself."""


class RunLock:
    """An exclusive lock that the system drops when its process dies, however it dies."""

    def __init__(self, folder: Path) -> None:
        from filelock import FileLock

        self._folder = folder
        self._lock = FileLock(folder / LOCK_NAME)

    def acquire(self) -> None:
        """Take the lock at once or raise CheckpointError naming who holds it."""
        from filelock import Timeout

        try:
            self._lock.acquire(timeout=0)
        except Timeout:
            raise CheckpointError(
                f"{self._folder}: locked by {self._holder()}; wait for it, stop it, or take another --name"
            ) from None
        holder = {"pid": os.getpid(), "host": socket.gethostname()}
        (self._folder / HOLDER_NAME).write_text(json.dumps(holder), encoding="utf-8")

    def release(self) -> None:
        """Give the lock back."""
        (self._folder / HOLDER_NAME).unlink(missing_ok=True)
        self._lock.release()

    def is_held(self) -> bool:
        """Whether some process has the lock now."""
        from filelock import Timeout

        try:
            with self._lock.acquire(timeout=0):
                return False
        except Timeout:
            return True

    def _holder(self) -> str:
        try:
            holder = json.loads((self._folder / HOLDER_NAME).read_text(encoding="utf-8"))
            return f"process {holder['pid']} on {holder['host']}"
        except (OSError, ValueError, KeyError, TypeError):
            return "another process"
