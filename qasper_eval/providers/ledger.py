"""How many calls a key has made this month, over all runs and programs of this user."""

from __future__ import annotations

import hashlib
import secrets
from typing import TYPE_CHECKING

from qasper_eval.providers.clock import utc_month
from qasper_eval.providers.store import close_store, open_store

if TYPE_CHECKING:
    from pathlib import Path

FILE_NAME = "ledger.sqlite3"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS salt (id INTEGER PRIMARY KEY CHECK (id = 1), salt TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS calls (
    host TEXT NOT NULL, key TEXT NOT NULL, month TEXT NOT NULL, count INTEGER NOT NULL,
    PRIMARY KEY (host, key, month)
) WITHOUT ROWID;
"""


class Ledger:
    """Counts by provider host, key fingerprint and UTC calendar month; exact across processes."""

    def __init__(self, folder: Path, host: str, api_key: str | None) -> None:
        """Open (or make) ``folder``'s ledger; raises OSError or sqlite3.Error when it cannot be used.

        The key itself is not kept: its fingerprint is a hash with a random salt that never leaves the file.
        """
        self._store = open_store(folder / FILE_NAME, _SCHEMA)
        self._store.execute("INSERT OR IGNORE INTO salt VALUES (1, ?)", (secrets.token_hex(16),))
        salt = str(self._store.execute("SELECT salt FROM salt").fetchone()[0])
        self._host = host.partition("/")[0]
        self._key = fingerprint(api_key, salt)

    def count(self, epoch: float) -> int:
        """Return the calls counted in the month of ``epoch``."""
        row = self._store.execute(
            "SELECT count FROM calls WHERE host = ? AND key = ? AND month = ?",
            (self._host, self._key, utc_month(epoch)),
        ).fetchone()
        return int(row[0]) if row else 0

    def take(self, epoch: float, most: int | None) -> bool:
        """Count one call that is about to leave; False, and nothing counted, when the month already has ``most``."""
        row = self._store.execute(
            "INSERT INTO calls SELECT ?1, ?2, ?3, 1 WHERE ?4 > 0 "
            "ON CONFLICT DO UPDATE SET count = count + 1 WHERE count < ?4 RETURNING count",
            (self._host, self._key, utc_month(epoch), (1 << 62) if most is None else most),
        ).fetchone()
        return row is not None

    def give_back(self, epoch: float) -> None:
        """Uncount a call taken at ``epoch`` that the provider does not count: a 429, or one that never left."""
        self._store.execute(
            "UPDATE calls SET count = count - 1 WHERE host = ? AND key = ? AND month = ? AND count > 0",
            (self._host, self._key, utc_month(epoch)),
        )

    def close(self) -> None:
        """Close the file."""
        close_store(self._store)


def fingerprint(api_key: str | None, salt: str) -> str:
    """Return a short name for a key that tells nothing about it; ``none`` without a key."""
    if not api_key:
        return "none"
    return hashlib.scrypt(api_key.encode(), salt=salt.encode(), n=2**12, r=8, p=1, dklen=8).hex()
