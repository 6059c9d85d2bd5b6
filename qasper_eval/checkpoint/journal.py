"""An append-only file of JSON lines that repairs its own damage (trap T17)."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

from .files import sync_folder

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

KeyOf = Callable[[bytes], str | None]
"""Gives a line's key, or None when the line is damaged."""


@dataclass(slots=True)
class _Scan:
    keys: set[str] = field(default_factory=set[str])
    """Keys of the good lines."""
    good_end: int = 0
    """Offset one past the last good line."""
    last_good: int = 0
    """Number of the last good line."""
    ends_in_newline: bool = True
    """Whether the last good line has its newline."""
    torn: int | None = None
    """Number of a damaged last line, the mark of a crash while writing."""
    damaged: set[int] = field(default_factory=set[int])
    """Numbers of the other damaged lines."""
    repeated: dict[int, str] = field(default_factory=dict[int, str])
    """Lines with a key that an earlier line has: number -> key."""


class Journal:
    r"""Appends records one line at a time, each on the disk before the call returns.

    Opening it repairs it: a torn last line is dropped, a damaged line elsewhere or a second line of the same key is
    moved to ``NAME.damaged``; each is said with its line number. Lines end in ``\n`` only (T18).
    """

    def __init__(self, path: Path, key_of: KeyOf, say: Callable[[str], None]) -> None:
        scan = _scan(path, key_of)
        if scan.torn is not None:
            say(f"{path}: line {scan.torn} was cut off by a crash; dropped")
        if scan.damaged or scan.repeated:
            _move_aside(path, scan, say)
            scan = _scan(path, key_of)
        self.keys = scan.keys
        self.path = path
        self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        try:
            os.ftruncate(self._handle, scan.good_end)
            self._size = os.lseek(self._handle, scan.good_end, os.SEEK_SET)
            if not scan.ends_in_newline:
                self._write(b"\n")
            sync_folder(path.parent)
        except OSError:
            os.close(self._handle)
            raise

    def append(self, line: bytes, *, key: str | None = None) -> None:
        """Add one record, flushed to the disk; on an error the file is as before and OSError is raised."""
        self._write(line + b"\n")
        if key is not None:
            self.keys.add(key)

    def close(self) -> None:
        """Close the file."""
        os.close(self._handle)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, data: bytes) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._handle, left) :]
            os.fsync(self._handle)
        except OSError:
            with suppress(OSError):  # the first error is the one to report; opening again repairs the tail anyway
                os.ftruncate(self._handle, self._size)
                os.lseek(self._handle, self._size, os.SEEK_SET)
            raise
        self._size += len(data)


def lines_of(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield (number from 1, line without its newline) of each line that is not blank; nothing for a missing file."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            if line.strip():
                yield number, line.removesuffix(b"\n")


def _scan(path: Path, key_of: KeyOf) -> _Scan:
    scan = _Scan()
    if not path.exists():
        return scan
    offset = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            offset += len(line)
            if not line.strip():
                continue
            key = key_of(line)
            if key is None:
                scan.damaged.add(number)
            elif key in scan.keys:
                scan.repeated[number] = key
            else:
                scan.keys.add(key)
                scan.good_end, scan.last_good, scan.ends_in_newline = offset, number, line.endswith(b"\n")
    last = max(scan.damaged, default=0)
    if last > max([scan.last_good, *scan.repeated]):
        scan.damaged.discard(last)
        scan.torn = last
    return scan


def _move_aside(path: Path, scan: _Scan, say: Callable[[str], None]) -> None:
    """Copy bad lines to NAME.damaged first, then replace the file by one without them."""
    aside, fresh = path.with_name(path.name + ".damaged"), path.with_name(f".{path.name}.tmp")
    with aside.open("ab") as bad, fresh.open("wb") as kept:
        for number, line in lines_of(path):
            if number in scan.damaged:
                say(f"{path}: line {number} is damaged; moved to {aside.name}, what it held will be done again")
            elif number in scan.repeated:
                say(
                    f"{path}: line {number} repeats {scan.repeated[number]}; moved to {aside.name}, the first is kept"
                )
            elif number != scan.torn:
                kept.write(line + b"\n")
                continue
            bad.write(line + b"\n")
        for file in (bad, kept):
            file.flush()
            os.fsync(file.fileno())
    fresh.replace(path)
    sync_folder(path.parent)
