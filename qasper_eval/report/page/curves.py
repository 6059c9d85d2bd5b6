"""The two curves of a run: its number as n grows, and its risk as it declines more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .chart import Axes, Curve, line_chart, span_of
from .groups import means_by
from .growth import growth, running_means
from .headline_metric import EVIDENCE, headline_metric
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
    """Return the running mean of the headline metric with its band, and a table of the same."""
    rows, metric = in_order(source), headline_metric(source.report)
    points = growth(rows, source.report.options)
    if not points:
        return element("p", "", _NOTHING)
    shown = [(point, point.evidence if metric is EVIDENCE else point.answer) for point in points]
    line = list(enumerate(running_means([metric.of(row) for row in rows]), start=1))
    band = [
        (float(point.n), found.interval.low, found.interval.high)
        for point, found in shown
        if found.interval is not None
    ]
    later = band[len(band) // 4 :]
    low, high = span_of(
        [
            *(low for _, low, _ in later),
            *(high for _, _, high in later),
            *(value for _, value in line[len(line) // 4 :]),
        ]
    )
    dots = [(float(point.n), found.mean or 0.0, _growth_words(point, found)) for point, found in shown]
    half = shown[(len(shown) - 1) // 2]
    ends = dict.fromkeys(_growth_words(*end) for end in (half, shown[-1]))
    said = f"{_capital(metric.name)} {'; '.join(ends)}. The band is its 95 % interval."
    axes = Axes(float(len(rows)), "questions, in the order asked", low, high)
    curve = Curve("evidence", [(float(n), value) for n, value in line], band, dots)
    drawing = line_chart("growth", f"{_capital(metric.name)} as n grows", said, axes, [curve])
    return _figure(said, drawing, _growth_table(shown, metric.name))


def _growth_words(point: GrowthPoint, found: Summary) -> str:
    return f"{_mean(found)} {_limits(found)} after {point.n:,} questions, {point.papers:,} papers"


def _growth_table(shown: Sequence[tuple[GrowthPoint, Summary]], name: str) -> Markup:
    rows = [(f"{point.n:,}", f"{point.papers:,}", _mean(found), _limits(found)) for point, found in shown]
    return plain_table(("questions", "papers", name, "95 % interval"), rows)


def risk_figure(source: PageSource) -> Markup:
    """Return what is wrong in the answers given over how many are given, and a table of the same."""
    rows, metric = in_order(source), headline_metric(source.report)
    points = risk_coverage(rows, source.predictions, metric)
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
    table = plain_table(("answered", f"1 - mean {metric.name} over those"), table_rows)
    return _figure(said, line_chart("risk", "Risk over coverage", said, axes, [curve]), table)


def _risk_sentence(points: Sequence[RiskPoint], source: PageSource, n: int) -> str:
    answered = points[0].answered
    metric = headline_metric(source.report)
    split = means_by(
        source.report.rows, lambda row: "answered" if is_answered(row) else "declined", metric, source.report.options
    )
    over = split["answered"]
    said = f"It answers {answered:,}/{n:,} questions; {metric.name} over those is {_mean(over)} {_limits(over)}. "
    if len(points) == 1:
        return said + "They carry no search scores to rank them by, so the risk (1 - that) is a point."
    return said + (
        "The line is the risk (1 - that) if it answered only where its search scored higher, "
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


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _mean(summary: Summary) -> str:
    return "n/a" if summary.mean is None else f"{summary.mean:.3f}"


def _limits(summary: Summary) -> str:
    return (
        "(no interval)" if summary.interval is None else f"[{summary.interval.low:.3f}, {summary.interval.high:.3f}]"
    )
