"""Embeddings are paid for once: by host, model, purpose and text."""

from __future__ import annotations

import asyncio
import sqlite3
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qasper_eval.agents.retrieval.embedder import vector_of
from qasper_eval.agents.retrieval.embedding_cache import FILE_NAME, CachedEmbedder, EmbeddingCache

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from qasper_eval.agents.retrieval.embedder import Purpose, Vector


class CountingEmbedder:
    """Embeds a text as its length and the number of texts seen so far."""

    def __init__(self) -> None:
        self.asked: list[tuple[Purpose, tuple[str, ...]]] = []

    async def embed(self, texts: Sequence[str], purpose: Purpose) -> tuple[Vector, ...]:
        """Note the request."""
        self.asked.append((purpose, tuple(texts)))
        return tuple(vector_of((len(text), 0.1)) for text in texts)


def _embed(
    folder: Path, inner: CountingEmbedder, texts: Sequence[str], purpose: Purpose = "document", *, host: str = "h"
) -> list[list[float]]:
    cache = EmbeddingCache(folder, pytest.fail)
    try:
        vectors = asyncio.run(CachedEmbedder(inner, cache, host, "m").embed(texts, purpose))
    finally:
        cache.close()
    return [list(vector) for vector in vectors]


def test_a_text_is_asked_for_once_ever(tmp_path: Path) -> None:
    """Across processes, for the file outlives the object; equal texts of one request are one."""
    inner = CountingEmbedder()
    first = _embed(tmp_path, inner, ["moth", "lamp", "moth"])
    again = _embed(tmp_path, inner, ["lamp", "bulbs", "moth"])
    assert inner.asked == [("document", ("moth", "lamp")), ("document", ("bulbs",))]
    assert [vector[0] for vector in first] == [4, 4, 4]
    assert [vector[0] for vector in again] == [4, 5, 4]
    assert again[0] == first[1], "kept numbers are the very ones that were used when they were fresh"
    assert first[0][1] != 0.1
    assert first[0][1] == pytest.approx(0.1)


def test_host_model_and_purpose_keep_vectors_apart(tmp_path: Path) -> None:
    inner = CountingEmbedder()
    _embed(tmp_path, inner, ["moth"])
    _embed(tmp_path, inner, ["moth"], "query")
    _embed(tmp_path, inner, ["moth"], host="elsewhere")
    cache = EmbeddingCache(tmp_path, pytest.fail)
    assert cache.get("h", "other", "document", ["moth"]) == {}
    cache.close()
    assert [purpose for purpose, _ in inner.asked] == ["document", "query", "document"]


def test_texts_are_kept_as_hashes_only(tmp_path: Path) -> None:
    """A cache holds no paper: 32 bytes a text, and the vector's four bytes a number."""
    _embed(tmp_path, CountingEmbedder(), ["a secret sentence"])
    store = sqlite3.connect(tmp_path / FILE_NAME)
    rows = store.execute("SELECT host, model, purpose, length(text), length(vector) FROM vectors").fetchall()
    store.close()
    assert rows == [("h", "m", "document", 32, 8)]
    assert b"secret" not in (tmp_path / FILE_NAME).read_bytes()


def test_no_texts_ask_nobody(tmp_path: Path) -> None:
    inner = CountingEmbedder()
    assert _embed(tmp_path, inner, []) == []
    assert inner.asked == []


def test_a_folder_that_cannot_be_used_is_said_once_and_done_without(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    said: list[str] = []
    cache = EmbeddingCache(tmp_path / "file", said.append)
    inner = CountingEmbedder()
    embedder = CachedEmbedder(inner, cache, "h", "m")
    for _ in range(2):
        assert len(asyncio.run(embedder.embed(["moth"], "document"))) == 1
    assert len(inner.asked) == 2
    assert len(said) == 1
    assert said[0].endswith("embeddings are not kept from here on")


def test_a_cache_that_breaks_midway_loses_no_vector(tmp_path: Path) -> None:
    said: list[str] = []
    cache = EmbeddingCache(tmp_path, said.append)
    breaker = sqlite3.connect(tmp_path / FILE_NAME)
    breaker.execute("DROP TABLE vectors")
    breaker.commit()
    breaker.close()
    embedder = CachedEmbedder(CountingEmbedder(), cache, "h", "m")
    assert [len(vector) for vector in asyncio.run(embedder.embed(["moth"], "document"))] == [2]
    assert ["cannot read the embedding cache" in line for line in said] == [True]


def test_a_damaged_file_is_moved_aside(tmp_path: Path) -> None:
    (tmp_path / FILE_NAME).write_bytes(b"no database at all, but long enough to be read as one" * 100)
    inner = CountingEmbedder()
    _embed(tmp_path, inner, ["moth"])
    _embed(tmp_path, inner, ["moth"])
    assert len(inner.asked) == 1
    assert (tmp_path / f"{FILE_NAME}.damaged").exists()


@settings(max_examples=25)  # each opens a file twice
@given(st.lists(st.text(max_size=5), max_size=8), st.lists(st.text(max_size=5), max_size=8))
def test_each_text_gets_its_own_vector_whatever_was_kept(
    tmp_path_factory: pytest.TempPathFactory, before: list[str], texts: list[str]
) -> None:
    folder = tmp_path_factory.mktemp("cache")
    inner = CountingEmbedder()
    _embed(folder, inner, before)
    assert [vector[0] for vector in _embed(folder, inner, texts)] == [len(text) for text in texts]
    asked = [text for _, request in inner.asked for text in request]
    assert len(asked) == len(set(asked)) == len({*before, *texts})
