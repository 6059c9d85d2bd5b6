"""What is wrong with a file of JSON, in the words of one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import DatasetError

if TYPE_CHECKING:
    from pathlib import Path


def unreadable(path: Path, error: OSError | ValueError) -> DatasetError:
    """Return the error to raise for a path that cannot be opened or read."""
    if isinstance(error, FileNotFoundError):
        return DatasetError(f"{path} does not exist; check the path of the dataset")
    if isinstance(error, IsADirectoryError):
        return DatasetError(f"{path} is a folder; name one file in it")
    if isinstance(error, OSError):
        return DatasetError(f"{path} cannot be read: {error.strerror or error}")
    return DatasetError(f"{str(path)!r} is no path: {error}")


def check_utf8(path: Path, content: bytes, first_line: int = 1) -> None:
    """Raise DatasetError naming the line of the first byte that is not UTF-8, counted from ``first_line``."""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + first_line
        if error.reason == "unexpected end of data":
            reason = "the file is cut short inside a character, so fetch it again"
        else:
            reason = f"byte 0x{content[error.start]:02x} is not UTF-8; save the file as UTF-8"
        raise DatasetError(f"{path}, line {line}: {reason}") from None


def json_reason(error: ValueError, content: bytes) -> str:
    """Return why UTF-8 content is not JSON, given what the parser said."""
    words = str(error).partition(": line ")[0]
    if getattr(error, "pos", 0) >= len(content.decode("utf-8").rstrip()):
        return f"the JSON ends too early ({words}); the file is cut short, so fetch it again"
    return f"not JSON ({words})"
