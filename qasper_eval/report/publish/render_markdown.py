"""Published tables as Markdown."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qasper_eval.report.grid import grid

from .sheet import CAVEATS_HEADING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .sheet import Block, Sheet

_MARKS = re.compile(r"([\\`*_{}\[\]<>#~])")


def markdown_of(sheet: Sheet) -> str:
    """Return the Markdown of all tables."""
    lines = [f"# {plain(sheet.title)}", "", *map(plain, sheet.lines), ""]
    for block in (*sheet.overview, *sheet.blocks):
        lines += _block(block)
    lines += [f"## {CAVEATS_HEADING}", "", *(f"- {plain(caveat)}" for caveat in sheet.caveats)]
    return "\n".join(lines) + "\n"


def _block(block: Block) -> Iterator[str]:
    yield from (f"## {plain(block.heading)}", "")
    for line in block.lines:
        yield plain(line)
    if block.lines:
        yield ""
    rows = [(_label(row.cells[0]), *row.cells[1:]) for row in block.rows]  # the others are figures
    yield grid(block.head, rows, right=(1,))
    for signature in block.signature:
        yield from (_code(signature), "")


def _label(text: str) -> str:
    """Return a row's label, whose bold and leading dash are meant."""
    parts = text.split("**")
    return "**".join(map(plain, parts)) if len(parts) % 2 else plain(text)


def plain(text: str) -> str:
    """Escape what Markdown would take for markup, on one line."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))


def _code(text: str) -> str:
    """Return text as inline code, with a fence longer than any in it."""
    fence = "`" * (1 + max((len(run) for run in re.findall("`+", text)), default=0))
    space = " " if "`" in text else ""
    return f"{fence}{space}{text}{space}{fence}"
