"""The two curves of a run: its number as n grows, and its risk as it declines more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .chart import Axes, Curve, line_chart, span_of
from .groups import evidence_f1_by
from .growth import growth, running_means
from .markup import Markup, element, joined
from .risk import FEWEST, is_answered, risk_coverage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.scoring.question_score import QuestionScore
    from scorers.summary import Summary

    from .growth import GrowthPoint
    from .risk import RiskPoint
    from .source import PageSource

_NOTHING = "Nothing is measured yet."


def in_order(source: PageSource) -> list[QuestionScore]:
    """Return the counted rows in the order in which the questions were asked."""
    rows = {row.question.id: row for row in source.report.rows}
    return [rows[question.id] for _, question in source.asked if question.id in rows]


def growth_figure(source: PageSource) -> Markup:
    """Return the running evidence F1 with its band, and a table of the same."""
    rows = in_order(source)
    points = growth(rows, source.report.options)
    if not points:
        return element("p", "", _NOTHING)
    line = list(enumerate(running_means([row.evidence_f1 for row in rows]), start=1))
    band = [
        (float(point.n), point.evidence.interval.low, point.evidence.interval.high)
        for point in points
        if point.evidence.interval is not None
    ]
    later = band[len(band) // 4 :]
    low, high = span_of(
        [
            *(low for _, low, _ in later),
            *(high for _, _, high in later),
            *(value for _, value in line[len(line) // 4 :]),
        ]
    )
    dots = [(float(point.n), point.evidence.mean or 0.0, growth_words(point)) for point in points]
    said = growth_sentence(points)
    axes = Axes(float(len(rows)), "questions, in the order asked", low, high)
    curve = Curve("evidence", [(float(n), value) for n, value in line], band, dots)
    return _figure(said, line_chart("growth", "Evidence F1 as n grows", said, axes, [curve]), _growth_table(points))


def growth_sentence(points: Sequence[GrowthPoint]) -> str:
    """Say what evidence F1 was after about half of the questions and after all."""
    half, last = points[(len(points) - 1) // 2], points[-1]
    said = [growth_words(last)] if half.n == last.n else [growth_words(half), growth_words(last)]
    return f"Evidence F1 {'; '.join(said)}. The band is its 95 % interval."


def growth_words(point: GrowthPoint) -> str:
    """Return one point in words."""
    return f"{_mean(point.evidence)} {_limits(point.evidence)} after {point.n:,} questions, {point.papers:,} papers"


def _growth_table(points: Sequence[GrowthPoint]) -> Markup:
    head = ("questions", "papers", "evidence F1", "95 % interval", "answer F1", "95 % interval")
    rows = [
        (
            f"{point.n:,}",
            f"{point.papers:,}",
            _mean(point.evidence),
            _limits(point.evidence),
            _mean(point.answer),
            _limits(point.answer),
        )
        for point in points
    ]
    return plain_table(head, rows)


def risk_figure(source: PageSource) -> Markup:
    """Return what is wrong in the answers given over how many are given, and a table of the same."""
    rows = in_order(source)
    points = risk_coverage(rows, source.predictions)
    if not points:
        return element("p", "", "Nothing is answered." if rows else _NOTHING)
    n = len(rows)
    said = _risk_sentence(points, source, n)
    shares = [(point.answered / n, point.risk) for point in reversed(points)]
    low, high = span_of([risk for _, risk in shares])
    curve = Curve("answer", shares, dots=[(*shares[-1], said)])
    axes = Axes(1.0, "share of questions answered", low, high, as_share=True)
    kept = points[:: max(1, len(points) // 20)]
    table_rows = [(f"{point.answered}/{n} = {point.answered / n:.3f}", f"{point.risk:.3f}") for point in kept]
    table = plain_table(("answered", "1 - mean evidence F1 over those"), table_rows)
    return _figure(said, line_chart("risk", "Risk over coverage", said, axes, [curve]), table)


def _risk_sentence(points: Sequence[RiskPoint], source: PageSource, n: int) -> str:
    answered = points[0].answered
    split = evidence_f1_by(
        source.report.rows, lambda row: "answered" if is_answered(row) else "declined", source.report.options
    )
    over = split["answered"]
    said = f"It answers {answered:,}/{n:,} questions; evidence F1 over those is {_mean(over)} {_limits(over)}. "
    if len(points) == 1:
        return said + "They carry no search scores to rank them by, so the risk (1 - evidence F1) is a point."
    return said + (
        "The line is the risk (1 - evidence F1) if it answered only where its search scored higher, "
        f"down to {FEWEST} answers; no interval, as the thresholds are these questions' own."
    )


def plain_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Markup:
    """Return a table of text."""
    names = element("tr", "", *(element("th", "", name, scope="col") for name in head))
    body = joined(element("tr", "", *(element("td", "", cell) for cell in row)) for row in rows)
    table = element("table", "plain", element("thead", "", names), element("tbody", "", body))
    return element("div", "scroll", table, tabindex="0", role="group", aria_label="table")


def _figure(said: str, drawing: Markup, table: Markup) -> Markup:
    details = element("details", "", element("summary", "", "Table of the figure"), table)
    return joined([element("p", "says", said), drawing, details])


def _mean(summary: Summary) -> str:
    return "n/a" if summary.mean is None else f"{summary.mean:.3f}"


def _limits(summary: Summary) -> str:
    return (
        "(no interval)" if summary.interval is None else f"[{summary.interval.low:.3f}, {summary.interval.high:.3f}]"
    )
