"""Vectors already computed or paid for, kept on disk by model and text."""

from __future__ import annotations

import hashlib
import sqlite3
from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval.providers.store import close_store, open_store

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from .embedder import Embedder, Purpose, Vector

FILE_NAME = "embeddings.sqlite3"
_SCHEMA = """
CREATE TABLE IF NOT EXISTS vectors (
    host TEXT NOT NULL, model TEXT NOT NULL, purpose TEXT NOT NULL, text BLOB NOT NULL, vector BLOB NOT NULL,
    PRIMARY KEY (host, model, purpose, text)
);
"""


class EmbeddingCache:
    """Maps host, model, purpose and the sha256 of a text to its vector.

    Several processes may use one file. A file that stops working (a full disk) is reported once and done without.
    """

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        """Open ``folder``'s cache; raises nothing, but says so when it cannot."""
        self._say = say
        self._store: sqlite3.Connection | None = None
        try:
            self._store = open_store(folder / FILE_NAME, _SCHEMA)
        except (OSError, sqlite3.Error) as error:
            self._give_up(f"cannot open the embedding cache in {folder}: {error}")

    def get(self, host: str, model: str, purpose: Purpose, texts: Sequence[str]) -> dict[str, Vector]:
        """Return the vectors that are there, by text."""
        found: dict[str, Vector] = {}
        for text in texts:
            if self._store is None:
                break
            try:
                row = self._store.execute(
                    "SELECT vector FROM vectors WHERE host = ? AND model = ? AND purpose = ? AND text = ?",
                    (host, model, purpose, _sha256(text)),
                ).fetchone()
            except sqlite3.Error as error:
                self._give_up(f"cannot read the embedding cache: {error}")
            else:
                if row:
                    found[text] = array("f", row[0])
        return found

    def put(self, host: str, model: str, purpose: Purpose, vectors: Mapping[str, Vector]) -> None:
        """Keep the vectors of these texts."""
        if self._store is None:
            return
        rows = [(host, model, purpose, _sha256(text), vector.tobytes()) for text, vector in vectors.items()]
        try:
            self._store.execute("BEGIN IMMEDIATE")
            self._store.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?, ?, ?, ?)", rows)
            self._store.execute("COMMIT")
        except sqlite3.Error as error:
            self._give_up(f"cannot write the embedding cache: {error}")

    def close(self) -> None:
        """Close the file."""
        if self._store is not None:
            close_store(self._store)
            self._store = None

    def _give_up(self, why: str) -> None:
        self.close()
        self._say(f"{why}; embeddings are not kept from here on")


@dataclass(frozen=True, slots=True)
class CachedEmbedder:
    """An embedding model that is asked for each text once."""

    inner: Embedder
    """The model."""
    cache: EmbeddingCache
    """Where vectors are kept."""
    host: str
    """Where the model runs; one name may mean different models at different hosts."""
    model: str
    """The model's name."""

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> tuple[Vector, ...]:
        """Return one vector a text, in order, equal texts asked for once; raises as the model does."""
        known = self.cache.get(self.host, self.model, purpose, texts)
        missing = [text for text in dict.fromkeys(texts) if text not in known]
        if missing:
            made = dict(zip(missing, await self.inner.embed(missing, purpose), strict=True))
            self.cache.put(self.host, self.model, purpose, made)
            known |= made
        return tuple(known[text] for text in texts)


def clear_embeddings(folder: Path) -> int:
    """Forget every vector in ``folder``'s cache; return how many there were. Raises OSError or sqlite3.Error."""
    if not (folder / FILE_NAME).exists():
        return 0
    store = open_store(folder / FILE_NAME, _SCHEMA)
    try:
        count = store.execute("DELETE FROM vectors").rowcount
        store.execute("VACUUM")
    finally:
        close_store(store)
    return count


def _sha256(text: str) -> bytes:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
