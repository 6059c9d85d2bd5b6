"""The tables of a published folder as Markdown, LaTeX, HTML, CSV and JSON."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from .inputs import pretty
from .render_html import html_of
from .render_latex import latex_of
from .render_markdown import markdown_of
from .sheet import sheet_json

if TYPE_CHECKING:
    from .sheet import Sheet


def render(sheet: Sheet) -> dict[str, bytes]:
    """Return the content of each table file by name."""
    return {
        "table.md": markdown_of(sheet).encode(),
        "table.tex": latex_of(sheet).encode(),
        "table.html": html_of(sheet).encode(),
        "table.csv": _csv(sheet).encode(),
        "table.json": pretty(sheet_json(sheet)),
    }


def _csv(sheet: Sheet) -> str:
    """Return a line a run and metric, numbers in full, empty where there is none; it loads into pandas as it is."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("run", "metric", "value", "low", "high", "count", "n"))
    for block in sheet.blocks:
        writer.writerows((row.run, row.key, *row.numbers) for row in block.rows)
    return file.getvalue()
