"""Markdown tables that also read well in a terminal."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def grid(head: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int] = ()) -> str:
    """Return a Markdown table with padded columns, those named in ``right`` right-aligned; rows may be empty.

    Pipes and line breaks in cells are escaped, so that no cell can break the table.
    """
    cells = [[_safe(cell) for cell in row] for row in (head, *rows)]
    widths = [max(3, *(width_of(row[column]) for row in cells)) for column in range(len(head))]
    lines = [_line(row, widths, right) for row in cells]
    rule = "|".join(
        f" {'-' * (width - 1)}: " if column in right else f" {'-' * width} " for column, width in enumerate(widths)
    )
    return "\n".join([lines[0], f"|{rule}|", *lines[1:]]) + "\n"


def _line(row: Sequence[str], widths: Sequence[int], right: Sequence[int]) -> str:
    padded: list[str] = []
    for column, (cell, width) in enumerate(zip(row, widths, strict=True)):
        space = " " * (width - width_of(cell))
        padded.append(f" {space}{cell} " if column in right else f" {cell}{space} ")
    return "|" + "|".join(padded) + "|"


def _safe(cell: str) -> str:
    return " ".join(cell.replace("|", "\\|").split())


def width_of(cell: str) -> int:
    """Columns that a terminal uses: wide East Asian characters take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in cell
    )
