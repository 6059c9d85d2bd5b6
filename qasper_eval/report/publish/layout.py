"""Names of the files of a published folder, and their bytes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable

Files = Mapping[str, bytes]
"""Content by name inside the folder, ``/`` between its parts."""

MANIFEST = "manifest.json"
DATASET = "dataset.json"
REFERENCES = "references.jsonl"
PAPERS = "papers.jsonl"
TABLE = "table.json"
VERIFY = "verify.py"
PREDICTIONS = "predictions.jsonl"
QUESTIONS = "questions.jsonl"
SCORES = "scores.json"
RUN = "run.json"


def of_run(run: str, name: str) -> str:
    """Return the name of a file of one run."""
    return f"runs/{run}/{name}"


def sha256(data: bytes) -> str:
    """Return the sha256 as hex digits."""
    return hashlib.sha256(data).hexdigest()


def canonical_json(value: Any) -> bytes:
    """Return the one way to write a value: sorted keys, no spaces, UTF-8, one trailing newline."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return (text + "\n").encode()


def json_lines(rows: Iterable[Any]) -> bytes:
    """Return one line of JSON a row, keys as given."""
    import orjson

    return b"".join(orjson.dumps(row) + b"\n" for row in rows)
