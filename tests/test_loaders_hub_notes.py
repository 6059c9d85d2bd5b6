"""Notes of what a name on the Hub meant: whole or absent, and never in the way."""

from __future__ import annotations

from pathlib import Path

import pytest

from loaders.hub_notes import Note, recall, remember

NOTE = Note("0123456789abcdef0123456789abcdef01234567", ("data/test-0.parquet", "data/test-1.parquet"))


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Point the cache at an empty folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "qasper-eval" / "datasets"


def test_a_note_comes_back_for_its_own_name_only(cache: Path) -> None:
    """Repository, name and split each tell notes apart, whatever characters they hold; nothing else is left there."""
    remember("allenai/qasper", "refs/convert/parquet", "test", NOTE)
    assert recall("allenai/qasper", "refs/convert/parquet", "test") == NOTE
    assert recall("allenai/qasper", "refs/convert/parquet", "train") is None
    assert recall("allenai/qasper", "main", "test") is None
    assert recall("org/qasper", "refs/convert/parquet", "test") is None
    assert len(list(cache.iterdir())) == 1


@pytest.mark.parametrize("name", ["..", "../../x", "/etc/passwd", "a@b", "ü\n"])
def test_a_name_never_leaves_the_folder(cache: Path, name: str) -> None:
    """A revision is the user's text."""
    remember("allenai/qasper", name, name, NOTE)
    assert recall("allenai/qasper", name, name) == NOTE
    assert [path.parent for path in cache.rglob("*")] == [cache]


def test_the_last_note_wins() -> None:
    """A name that moved means its newest commit."""
    newer = Note("f" * 40, ("test.parquet",))
    remember("allenai/qasper", "main", "test", NOTE)
    remember("allenai/qasper", "main", "test", newer)
    assert recall("allenai/qasper", "main", "test") == newer


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"\xff", b'{"revision": 1, "files": ["a"]}', b'{"revision": "a", "files": []}', b"{}"],
)
def test_a_damaged_note_is_none(cache: Path, content: bytes) -> None:
    """It is written anew the next time the Hub is asked."""
    remember("allenai/qasper", "main", "test", NOTE)
    next(cache.iterdir()).write_bytes(content)
    assert recall("allenai/qasper", "main", "test") is None


def test_a_folder_that_cannot_be_written_is_an_oserror(cache: Path) -> None:
    """The caller says so in a warning."""
    cache.parent.mkdir()
    cache.write_text("a file")
    with pytest.raises(OSError, match="File exists"):
        remember("allenai/qasper", "main", "test", NOTE)


def test_a_relative_cache_home_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the XDG specification asks; the default is ~/.cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    remember("allenai/qasper", "main", "test", NOTE)
    assert len(list((tmp_path / "home" / ".cache" / "qasper-eval" / "datasets").iterdir())) == 1
    assert not Path("relative").exists()
