"""The forest plot of differences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.report.compare.words import (
    shown_arm,
    shown_detectable,
    shown_gap,
    shown_interval,
    shown_p,
    shown_relative,
)

from .markup import Markup, element
from .rows import plain
from .strip import interval_strip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.report.compare.compared_metric import ComparedMetric

_HEAD = ("metric", "A", "B", "B − A", "", "95 % interval", "p adj.", "relative", "n", "papers", "detects")
_LEAST = 0.05


def difference_table(metrics: Sequence[ComparedMetric]) -> Markup:
    """Return every metric with A, B, and B - A drawn around 0, all on one scale."""
    reach = reach_of(metrics)
    scale = element("span", "scale", *(element("span", "", mark) for mark in _scale(reach)))
    head = element("tr", "", *(element("th", "", name or scale, scope="col") for name in _HEAD))
    table = element(
        "table",
        "plot wide",
        element("caption", "", "Every difference with its 95 % interval"),
        element("thead", "", head),
        element("tbody", "", *(_row(metric, reach) for metric in metrics)),
    )
    return element("div", "scroll", table, tabindex="0", role="group", aria_label="differences")


def reach_of(metrics: Sequence[ComparedMetric]) -> float:
    """Return the end of the scale, in tenths: it holds every difference and interval of a share."""
    ends = [_LEAST]
    for metric in metrics:
        if metric.is_share and metric.difference is not None:
            ends += [abs(metric.difference), *(abs(limit) for limit in metric.interval or ())]
    return min(1.0, -(-max(ends) * 10 // 1) / 10)


def gap_strip(metric: ComparedMetric, reach: float) -> Markup:
    """Return the difference and its interval on a scale from -reach to reach; empty for what is no share."""
    if not metric.is_share or metric.difference is None:
        return Markup("")

    def place(value: float) -> float:
        return min(max((value + reach) / (2 * reach), 0.0), 1.0)

    limits = (
        None
        if not shown_interval(metric) or metric.interval is None
        else (place(metric.interval.low), place(metric.interval.high))
    )
    said = f"{metric.name}: {shown_gap(metric)} {shown_interval(metric)}, n = {metric.n}"
    return interval_strip(place(metric.difference), limits, said)


def _scale(reach: float) -> tuple[str, str, str]:
    return f"−{100 * reach:.0f}", "0", f"+{100 * reach:.0f} pts"


def _row(metric: ComparedMetric, reach: float) -> Markup:
    is_part, is_main = metric.label.startswith("- "), metric.label.startswith("**")
    is_untold = metric.verdict in {"equal", "unmeasured"}
    cells = (
        ("value", shown_arm(metric, metric.a, metric.count_a)),
        ("value", shown_arm(metric, metric.b, metric.count_b)),
        ("value", "equal" if metric.verdict == "equal" else shown_gap(metric)),
        ("drawing", gap_strip(metric, reach)),
        ("limits", shown_interval(metric)),
        ("n", "" if is_untold else shown_p(metric.p_holm)),
        ("n", "" if is_untold else shown_relative(metric.relative)),
        ("n", f"{metric.n:,}"),
        ("n", f"{metric.papers:,}"),
        ("n", shown_detectable(metric)),
    )
    return element(
        "tr",
        f"{'main' if is_main else 'part' if is_part else 'one'} {metric.verdict.split()[0]}",
        element("th", "name", plain(metric.label), scope="row"),
        *(element("td", kind, content) for kind, content in cells),
    )
