"""Rows of one local file, one at a time where the format allows it."""

from __future__ import annotations

import zlib
from typing import IO, TYPE_CHECKING, cast

from .errors import DatasetError
from .json_faults import check_utf8, json_reason, unreadable
from .qasper_file import parse_document

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_BOM = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"
_PARQUET = b"PAR1"
_LINES = (".jsonl", ".ndjson", ".jsonl.gz", ".ndjson.gz")


def stream_rows(path: Path, expected: str, *, batch: int = 1000) -> Iterator[object]:
    """Yield the rows of a JSON Lines, JSON or parquet file; the first two may be compressed with gzip.

    Parquet is read ``batch`` rows at a time, JSON Lines (``.jsonl``) line by line, any other JSON whole: a list gives
    its elements, an object is the one row. A byte-order mark, CRLF and a missing last newline are accepted. Raises
    DatasetError naming the file, and the line where there is one; ``expected`` says what an empty file should hold.
    """
    head = _head(path)
    if path.suffix.lower() == ".parquet" or head.startswith(_PARQUET):
        from .hub_parquet import stream_parquet

        yield from stream_parquet(path, batch)
    elif path.name.lower().endswith(_LINES):
        yield from _lines(path, expected)
    else:
        yield from _whole(path, expected)


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(4)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None


def _opened(path: Path) -> IO[bytes]:
    if _head(path).startswith(_GZIP):
        import gzip

        return cast("IO[bytes]", gzip.open(path))
    return path.open("rb")


def _whole(path: Path, expected: str) -> Iterator[object]:
    try:
        with _opened(path) as file:
            content = file.read()
    except (EOFError, zlib.error) as error:
        raise _cut(path, error) from None
    except OSError as error:
        raise unreadable(path, error) from None
    document = parse_document(path, content, expected)
    yield from cast("list[object]", document) if isinstance(document, list) else [document]


def _lines(path: Path, expected: str) -> Iterator[object]:
    import orjson

    is_begun = False
    for number, line in _numbered(path):
        if not line.strip():
            continue
        try:
            row: object = orjson.loads(line)
        except orjson.JSONDecodeError as error:
            if not is_begun:
                break
            check_utf8(path, line, number)
            raise DatasetError(f"{path}, line {number}: {json_reason(error, line)}") from None
        if not is_begun and isinstance(row, list):
            break
        is_begun = True
        yield row
    if not is_begun:
        # No line of its own: an indented document, a list, an empty or a broken file, which the whole tells apart.
        yield from _whole(path, expected)


def _numbered(path: Path) -> Iterator[tuple[int, bytes]]:
    try:
        with _opened(path) as file:
            for number, line in enumerate(file, 1):
                yield number, line.removeprefix(_BOM) if number == 1 else line
    except (EOFError, zlib.error) as error:
        raise _cut(path, error) from None
    except OSError as error:
        raise unreadable(path, error) from None


def _cut(path: Path, error: Exception) -> DatasetError:
    return DatasetError(f"{path} is a gzip file cut short or damaged ({error}); fetch it again")
