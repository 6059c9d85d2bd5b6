"""Rows of a CSV file, with its header as keys."""

from __future__ import annotations

import csv
import io
import zlib
from collections import Counter
from typing import TYPE_CHECKING

from .errors import DatasetError
from .json_faults import check_utf8, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .qasper_fields import Row

_BOM = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"
_TABS = (".tsv", ".tsv.gz")
CSV_NAMES = (".csv", ".csv.gz", *_TABS)
"""How the names of such files end."""
_LONGEST_CELL = 1 << 30


def read_csv(path: Path) -> Iterator[Row]:
    """Yield the rows of a file with a header line, every cell a string; blank lines are passed over.

    Cells are parted by commas, in a ``.tsv`` file by tabs; semicolons or tabs where the header has them and no comma,
    as spreadsheets write CSV in some countries. Gzip is read too. Raises DatasetError naming the file, and
    the line where there is one, when it is unreadable, empty, not UTF-8 or no CSV, when two columns have one name, or
    when a row has more or fewer cells than the header.
    """
    content = _text(path)
    reader = csv.reader(io.StringIO(content, newline=""), strict=True, delimiter=_delimiter(path, content))
    limit = csv.field_size_limit(_LONGEST_CELL)
    try:
        header = next(reader, None)
        if header is None or not any(header):
            raise DatasetError(f"{path} is empty; it should begin with a line of column names")
        twice = next((name for name, times in Counter(header).items() if name and times > 1), None)
        if twice is not None:
            raise DatasetError(f"{path}: the column {twice!r} stands twice in its first line; rename one")
        for cells in reader:
            if not cells:
                continue
            if len(cells) != len(header):
                raise DatasetError(
                    f"{path}, line {reader.line_num}: {len(cells)} cells stand under {len(header)} column names"
                )
            yield dict(zip(header, cells, strict=True))
    except csv.Error as error:
        raise DatasetError(f"{path}, line {reader.line_num}: not CSV ({error})") from None
    finally:
        csv.field_size_limit(limit)


def _delimiter(path: Path, content: str) -> str:
    if path.name.lower().endswith(_TABS):
        return "\t"
    header = content.partition("\n")[0]
    return next((mark for mark in (",", ";", "\t") if mark in header), ",")


def _text(path: Path) -> str:
    try:
        content = path.read_bytes()
        if content.startswith(_GZIP):
            import gzip

            content = gzip.decompress(content)
    except (EOFError, zlib.error) as error:
        raise DatasetError(f"{path} is a gzip file cut short or damaged ({error}); fetch it again") from None
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    content = content.removeprefix(_BOM)
    check_utf8(path, content)
    return content.decode("utf-8")
