"""A local file as one parsed document, each way of being unreadable in one clear line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import DatasetError

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
    content = content.removeprefix(_BOM)
    if not content.strip():
        raise DatasetError(f"{path} is empty; give a file in Qasper's released JSON layout or parquet")
    return _parsed(path, content)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise DatasetError(f"{path} does not exist; check the path of the dataset") from None
    except IsADirectoryError:
        raise DatasetError(f"{path} is a folder; name one file in it") from None
    except OSError as error:
        raise DatasetError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise DatasetError(f"{str(path)!r} is no path: {error}") from None


def _parsed(path: Path, content: bytes) -> object:
    import orjson

    try:
        return orjson.loads(content)
    except orjson.JSONDecodeError as error:
        _check_utf8(path, content)
        lines = _json_lines(path, content)
        if lines is not None:
            return lines
        raise DatasetError(f"{path}, line {error.lineno}, column {error.colno}: {_reason(error, content)}") from None


def _check_utf8(path: Path, content: bytes) -> None:
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        if error.reason == "unexpected end of data":
            reason = "the file is cut short inside a character, so fetch it again"
        else:
            reason = f"byte 0x{content[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise DatasetError(f"{path}, line {line}: {reason}") from None


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
            raise DatasetError(f"{path}, line {number}: {_reason(error, line)}") from None
    return rows


def _reason(error: ValueError, content: bytes) -> str:
    words = str(error).partition(": line ")[0]
    if getattr(error, "pos", 0) >= len(content.decode("utf-8").rstrip()):
        return f"the JSON ends too early ({words}); the file is cut short, so fetch it again"
    return f"not JSON ({words})"
