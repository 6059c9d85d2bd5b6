"""Rows of a CSV file, with its header as keys."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from .errors import DatasetError
from .json_faults import check_utf8, unreadable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .qasper_fields import Row

_BOM = b"\xef\xbb\xbf"
_LONGEST_CELL = 1 << 30


def read_csv(path: Path) -> Iterator[Row]:
    """Yield the rows of a file with a header line, every cell a string; blank lines are passed over.

    Raises DatasetError naming the file, and the line where there is one, when it is unreadable, empty, not UTF-8 or
    no CSV, or when a row has more or fewer cells than the header.
    """
    reader = csv.reader(io.StringIO(_text(path), newline=""), strict=True)
    limit = csv.field_size_limit(_LONGEST_CELL)
    try:
        header = next(reader, None)
        if header is None or not any(header):
            raise DatasetError(f"{path} is empty; it should begin with a line of column names")
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


def _text(path: Path) -> str:
    try:
        content = path.read_bytes().removeprefix(_BOM)
    except (OSError, ValueError) as error:
        raise unreadable(path, error) from None
    check_utf8(path, content)
    return content.decode("utf-8")
