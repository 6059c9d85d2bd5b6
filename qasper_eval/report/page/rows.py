"""Tables whose rows carry a drawing of their numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval.report.score_rows import UNMEASURED

from .markup import Markup, element, joined
from .strip import interval_strip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.report.score_rows import ScoreRow
    from scorers.summary import Summary


@dataclass(frozen=True, slots=True)
class PlotRow:
    """One row: what it is called, its value, its drawing and what the value rests on."""

    label: str
    """Name, escaped unless it is Markup."""
    value: str
    """Value as printed."""
    drawing: Markup
    """A strip; empty where there is nothing to draw."""
    limits: str
    """95 % interval as printed; empty where there is none."""
    n: str
    """Denominator as printed."""
    classes: str = ""
    """CSS classes of the row."""


def plot_table(caption: str, head: Sequence[str], rows: Sequence[PlotRow], scale: Sequence[str] = ()) -> Markup:
    """Return a table of name, value, drawing, interval and n; ``scale`` labels the ends of the drawings."""
    marks = element("span", "scale", *(element("span", "", mark) for mark in scale))
    names = (head[0], head[1], marks, head[2], head[3])
    cells = (
        element("th", kind, name, scope="col", role="columnheader")
        for kind, name in zip(_COLUMNS, names, strict=True)
    )
    return element(
        "table",
        "plot",
        element("caption", "", caption),
        element("thead", "", element("tr", "", *cells, role="row"), role="rowgroup"),
        element("tbody", "", joined(map(_row, rows)), role="rowgroup"),
        role="table",
    )


_COLUMNS = ("name", "value", "drawing", "limits", "n")


def _row(row: PlotRow) -> Markup:
    cells = zip(_COLUMNS[1:], (row.value, row.drawing, row.limits, row.n), strict=True)
    return element(
        "tr",
        row.classes,
        element("th", "name", row.label, scope="row", role="rowheader"),
        *(element("td", kind, content, role="cell") for kind, content in cells),
        role="row",
    )


def plot_rows(rows: Sequence[ScoreRow]) -> list[PlotRow]:
    """Return the rows of a score's table with their intervals drawn from 0 to 1."""
    return [_score_row(row) for row in rows]


def _score_row(row: ScoreRow) -> PlotRow:
    name, is_part = row.label.removeprefix("- "), row.label.startswith("- ")
    bold = name.startswith("**")
    drawn = row.value is None or 0 <= row.value <= 1
    drawing = interval_strip(row.value, row.interval, f"{plain(row.label)}: {row.shown} {row.limits}".strip())
    is_plain_number = row.key == "citations.per_answer"
    return PlotRow(
        plain(row.label),
        row.shown,
        drawing if drawn and not is_plain_number else Markup(""),
        row.limits,
        row.n_text,
        "main" if bold else "part" if is_part else "",
    )


def summary_row(name: str, summary: Summary) -> PlotRow:
    """Return the row of one mean over questions; what was not measured says so."""
    limits = "" if summary.interval is None else f"[{summary.interval.low:.3f}, {summary.interval.high:.3f}]"
    value = UNMEASURED if summary.mean is None else f"{summary.mean:.3f}"
    drawing = interval_strip(summary.mean, summary.interval, f"{name}: {value} {limits}, n = {summary.n}")
    return PlotRow(name, value, drawing, limits, str(summary.n))


def plain(label: str) -> str:
    """Return a label without its light Markdown."""
    return label.removeprefix("- ").replace("**", "")
