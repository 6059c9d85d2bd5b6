"""Opening the small SQLite files that several runs share."""

from __future__ import annotations

import contextlib
import sqlite3
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

_BUSY_SECONDS = 20.0


def open_store(path: Path, schema: str) -> sqlite3.Connection:
    """Open (or make) a file that several processes write at once, readable by its owner only.

    A damaged file is moved aside as ``NAME.damaged`` and a new one begun. Raises sqlite3.Error or OSError when the
    folder cannot be used.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return _connect(path, schema)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        for suffix in ("-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
        path.replace(path.with_name(f"{path.name}.damaged"))
        return _connect(path, schema)


def _connect(path: Path, schema: str) -> sqlite3.Connection:
    path.touch(mode=0o600, exist_ok=True)
    store = sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)
    try:
        _set_up(store, schema)
    except sqlite3.Error:
        store.close()
        raise
    return store


def _set_up(store: sqlite3.Connection, schema: str) -> None:
    """Set the journal and the tables; the switch to WAL does not wait for other openers by itself."""
    deadline = time.monotonic() + _BUSY_SECONDS
    while True:
        try:
            store.execute("PRAGMA journal_mode=WAL")
            store.execute("PRAGMA synchronous=NORMAL")
            store.executescript(schema)
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.01)
        else:
            return


def close_store(store: sqlite3.Connection) -> None:
    """Close; what could not be written any more is no reason to fail."""
    with contextlib.suppress(sqlite3.Error):
        store.close()
