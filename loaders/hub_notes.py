"""Notes of what a name on the Hub meant when its files were last fetched.

A file that was downloaded by commit leaves no name in the Hub's cache, so that offline nothing but the commit finds
it again. A note keeps (repository, name, split) → (commit, files).
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import cast


@dataclass(frozen=True, slots=True)
class Note:
    """What was fetched for a name."""

    revision: str
    """Commit sha."""
    files: tuple[str, ...]
    """Paths in the repository, in the order of their rows."""


def recall(repo: str, name: str, split: str) -> Note | None:
    """Return the note; None when there is none or it cannot be read."""
    try:
        found: object = json.loads(_path(repo, name, split).read_bytes())
    except (OSError, ValueError):
        return None
    if not isinstance(found, dict):
        return None
    note = cast("dict[str, object]", found)
    revision, files = note.get("revision"), note.get("files")
    if not isinstance(revision, str) or not isinstance(files, list) or not files:
        return None
    return Note(revision, tuple(str(file) for file in cast("list[object]", files)))


def remember(repo: str, name: str, split: str, note: Note) -> None:
    """Write the note whole or not at all; raises OSError when the folder cannot be written."""
    from tempfile import NamedTemporaryFile

    path = _path(repo, name, split)
    path.parent.mkdir(parents=True, exist_ok=True)
    with NamedTemporaryFile("w", dir=path.parent, prefix=".note-", encoding="utf-8", delete=False) as file:
        aside = Path(file.name)
        try:
            json.dump(asdict(note), file)
            file.flush()
            os.fsync(file.fileno())
            aside.replace(path)
        except BaseException:
            aside.unlink(missing_ok=True)
            raise


def _path(repo: str, name: str, split: str) -> Path:
    from urllib.parse import quote

    root = os.environ.get("XDG_CACHE_HOME", "")
    cache = Path(root) if Path(root).is_absolute() else Path.home() / ".cache"
    parts = [quote(part, safe="") for part in (repo, name, split)]
    return cache / "qasper-eval" / "datasets" / ("@".join(parts) + ".json")
