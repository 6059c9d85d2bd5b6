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
VERIFY_OWN = "verify_own.py"
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


def strict_json(data: bytes) -> Any:
    """Return the value of UTF-8 JSON; ValueError for what readers take differently: a key given twice, NaN, a BOM.

    JSON nested too deeply to be read is a ValueError too.
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise ValueError("a key is there twice")
        return found

    def refused(name: str) -> Any:
        raise ValueError(f"{name} is no number")

    try:
        return json.loads(data.decode(), object_pairs_hook=once, parse_constant=refused)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def json_lines(rows: Iterable[Any]) -> bytes:
    """Return one line of JSON a row, keys as given."""
    import orjson

    return b"".join(orjson.dumps(row) + b"\n" for row in rows)
