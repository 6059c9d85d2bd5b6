"""Replies already paid for: a resumed or repeated run replays them and never samples again."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any

import orjson

from qasper_eval.providers.store import close_store, open_store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

FILE_NAME = "memo.sqlite3"
_SCHEMA = "CREATE TABLE IF NOT EXISTS replies (request TEXT PRIMARY KEY, reply BLOB NOT NULL) WITHOUT ROWID;"


class Memo:
    """Maps the sha256 of a request, with all that decides its reply, to that reply.

    Only usable replies are put in, so errors are asked again. Several processes may use one file. A file that stops
    working (a full disk) is reported once and then done without: a paid reply in hand is never lost for it.
    """

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        """Open ``folder``'s memo; raises nothing, but says so when it cannot."""
        self._say = say
        self._store: sqlite3.Connection | None = None
        try:
            self._store = open_store(folder / FILE_NAME, _SCHEMA)
        except (OSError, sqlite3.Error) as error:
            self._give_up(f"cannot open the call memo in {folder}: {error}")

    def get(self, request: str) -> Any | None:
        """Return the remembered reply's JSON value, or None."""
        if self._store is None:
            return None
        try:
            row = self._store.execute("SELECT reply FROM replies WHERE request = ?", (request,)).fetchone()
            return orjson.loads(row[0]) if row else None
        except (sqlite3.Error, orjson.JSONDecodeError) as error:
            self._give_up(f"cannot read the call memo: {error}")
            return None

    def put(self, request: str, reply: Any) -> None:
        """Remember a reply, JSON or a dataclass of it; it survives a crash from the moment this returns."""
        if self._store is None:
            return
        try:
            self._store.execute("INSERT OR REPLACE INTO replies VALUES (?, ?)", (request, orjson.dumps(reply)))
        except sqlite3.Error as error:
            self._give_up(f"cannot write the call memo: {error}")

    def close(self) -> None:
        """Close the file."""
        if self._store is not None:
            close_store(self._store)
            self._store = None

    def _give_up(self, why: str) -> None:
        self.close()
        self._say(f"{why}; replies are not remembered from here on")


def clear_memo(folder: Path) -> int:
    """Forget every reply in ``folder``'s memo; return how many there were. Raises OSError or sqlite3.Error."""
    if not (folder / FILE_NAME).exists():
        return 0
    store = open_store(folder / FILE_NAME, _SCHEMA)
    try:
        count = store.execute("DELETE FROM replies").rowcount
        store.execute("VACUUM")
    finally:
        close_store(store)
    return count
