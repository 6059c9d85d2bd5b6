"""Rows as the files that a dataset is released in."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from loaders import load
from qasper_documents import Json, parquet

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from loaders import Dataset


def json_file(folder: Path, document: object, name: str = "rows.json") -> Path:
    """Write a document as JSON."""
    path = folder / name
    path.write_text(json.dumps(document, ensure_ascii=False), encoding="utf-8")
    return path


def lines_file(folder: Path, rows: Sequence[object], name: str = "rows.jsonl") -> Path:
    """Write rows as JSON Lines."""
    path = folder / name
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    return path


def parquet_file(folder: Path, rows: Sequence[Json], name: str = "rows.parquet") -> Path:
    """Write rows as parquet."""
    path = folder / name
    path.write_bytes(parquet(rows))
    return path


def load_document(name: str, folder: Path, document: object) -> Dataset:
    """Load a document written as JSON."""
    return load(name, path=json_file(folder, document))


def columns_of(rows: Sequence[Json]) -> Json:
    """Give rows with the same keys as the Hub's object of lists."""
    return {key: [row[key] for row in rows] for key in rows[0]} if rows else {}
