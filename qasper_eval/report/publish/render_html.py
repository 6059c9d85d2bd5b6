"""Published tables as one HTML page that loads nothing."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from .sheet import CAVEATS_HEADING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .sheet import Block, Sheet, SheetRow

_STYLE = (
    ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;"
    "padding:0 1rem}.scroll{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
    "th,td{padding:.25rem .75rem;text-align:left;border-bottom:1px solid #8884}"
    "td:nth-child(2),th:nth-child(2){text-align:right}td.part{padding-left:2rem}"
    "code{font-size:.8rem;overflow-wrap:anywhere}"
)


def html_of(sheet: Sheet) -> str:
    """Return the page; everything in it is escaped, and its policy forbids scripts and any request."""
    title = escape(sheet.title)
    body = [f"<h1>{title}</h1>", *(f"<p>{escape(line)}</p>" for line in sheet.lines)]
    for block in (*sheet.overview, *sheet.blocks):
        body += _block(block)
    body += [f"<h2>{CAVEATS_HEADING}</h2>", "<ul>", *(f"<li>{escape(line)}</li>" for line in sheet.caveats), "</ul>"]
    head = (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n"
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
    )
    return head + "\n".join(body) + "\n</body>\n</html>\n"


def _block(block: Block) -> Iterator[str]:
    yield f"<h2>{escape(block.heading)}</h2>"
    yield from (f"<p>{escape(line)}</p>" for line in block.lines)
    yield '<div class="scroll"><table>'
    yield "<thead><tr>" + "".join(f"<th>{escape(name)}</th>" for name in block.head) + "</tr></thead>"
    yield from ("<tbody>", *map(_row, block.rows), "</tbody>", "</table></div>")
    yield from (f"<p><code>{escape(signature)}</code></p>" for signature in block.signature)


def _row(row: SheetRow) -> str:
    label, is_part = row.cells[0].removeprefix("- "), row.cells[0].startswith("- ")
    pieces = label.split("**")
    shown = "".join(
        f"<strong>{escape(piece)}</strong>" if place % 2 and len(pieces) % 2 else escape(piece)
        for place, piece in enumerate(pieces)
    )
    opening = '<td class="part">' if is_part else "<td>"
    return f"<tr>{opening}{shown}</td>" + "".join(f"<td>{escape(cell)}</td>" for cell in row.cells[1:]) + "</tr>"
