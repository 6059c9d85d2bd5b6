r"""Published tables as LaTeX, to be taken in with ``\input``; they need the package booktabs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from .sheet import CAVEATS_HEADING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .sheet import Block, Sheet, SheetRow

_ESCAPED = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": "{-}",
} | {mark: f"\\{mark}" for mark in "&%$#_{}"}
_BEYOND_LATIN = re.compile("\\S*[^\x00-\u017f]\\S*")


def latex_of(sheet: Sheet) -> str:
    """Return one table environment a block, with what stands around it as text."""
    lines = ["% needs \\usepackage{booktabs} and, for pdflatex, \\usepackage[T1]{fontenc} and \\usepackage{textcomp}"]
    lines += [rf"\paragraph{{{_escaped(sheet.title)}}}", *map(_escaped, sheet.lines), ""]
    for block in (*sheet.overview, *sheet.blocks):
        lines += _block(block)
    lines += [rf"\paragraph{{{CAVEATS_HEADING}}}", *map(_escaped, sheet.caveats)]
    return "\n".join(lines) + "\n"


def _block(block: Block) -> Iterator[str]:
    yield from (r"\begin{table}", r"\centering\small", rf"\caption{{{_escaped(block.heading)}}}")
    yield from (rf"{_escaped(line)}\par" for line in block.lines)
    yield from (r"\begin{tabular}{lrll}", r"\toprule", " & ".join(map(_escaped, block.head)) + r" \\", r"\midrule")
    yield from map(_row, block.rows)
    yield from (r"\bottomrule", r"\end{tabular}\par")
    for signature in block.signature:
        yield rf"{{\footnotesize\ttfamily {_escaped(signature)}\par}}"
    yield from (r"\end{table}", "")


def _row(row: SheetRow) -> str:
    label, is_part = row.cells[0].removeprefix("- "), row.cells[0].startswith("- ")
    pieces = label.split("**")
    shown = "".join(
        rf"\textbf{{{_escaped(piece)}}}" if place % 2 and len(pieces) % 2 else _escaped(piece)
        for place, piece in enumerate(pieces)
    )
    indent = r"\quad " if is_part else ""
    return " & ".join((indent + shown, *map(_escaped, row.cells[1:]))) + r" \\"


def _escaped(text: str) -> str:
    r"""Return text that LaTeX prints as it is, on one line, breakable after a bar.

    A word with letters beyond the Latin ones is printed by XeLaTeX and LuaLaTeX, and as ``?`` by pdflatex, which
    would stop at it.
    """
    words: list[str] = []
    for word in text.split():
        shown = "".join(_ESCAPED.get(char, char) for char in word).replace(r"\textbar{}", r"\textbar\allowbreak{}")
        if _BEYOND_LATIN.fullmatch(word):
            shown = rf"\ifx\Umathcode\undefined ?\else {shown}\fi{{}}"
        words.append(shown)
    return " ".join(words)
