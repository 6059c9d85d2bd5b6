"""A local file as one parsed document, each way of being unreadable in one clear line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import DatasetError
from .json_faults import check_utf8, json_reason, unreadable

if TYPE_CHECKING:
    from pathlib import Path

_BOM = b"\xef\xbb\xbf"
_PARQUET_MAGIC = b"PAR1"


def read_document(path: Path) -> object:
    """Return the parsed content of a JSON, JSON Lines or parquet file.

    A byte-order mark, CRLF and a missing last newline are accepted. Raises DatasetError naming the file, and the line
    where there is one, when it is missing, unreadable, a folder, empty, not UTF-8, cut or not JSON.
    """
    content = _bytes(path)
    if path.suffix.lower() == ".parquet" or content.startswith(_PARQUET_MAGIC):
        from .hub_parquet import read_parquet

        return read_parquet([path])
    return parse_document(path, content, "Qasper's released JSON layout or parquet")


def parse_document(path: Path, content: bytes, expected: str) -> object:
    """Return the parsed content of a JSON or JSON Lines file; ``expected`` says what an empty one should hold."""
    content = content.removeprefix(_BOM)
    if not content or content.isspace():
        raise DatasetError(f"{path} is empty; give a file in {expected}")
    return _parsed(path, content)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def _parsed(path: Path, content: bytes) -> object:
    import orjson

    try:
        return orjson.loads(content)
    except orjson.JSONDecodeError as error:
        check_utf8(path, content)
        lines = _json_lines(path, content)
        if lines is not None:
            return lines
        raise DatasetError(
            f"{path}, line {error.lineno}, column {error.colno}: {json_reason(error, content)}"
        ) from None


def _json_lines(path: Path, content: bytes) -> list[object] | None:
    """Return the rows of a JSON Lines file, None when its first line is no object of its own."""
    import orjson

    rows: list[object] = []
    for number, line in enumerate(content.split(b"\n"), 1):
        if not line.strip():
            continue
        if not rows and not line.lstrip().startswith(b"{"):
            return None
        try:
            rows.append(orjson.loads(line))
        except orjson.JSONDecodeError as error:
            if not rows:
                return None
            raise DatasetError(f"{path}, line {number}: {json_reason(error, line)}") from None
    return rows
