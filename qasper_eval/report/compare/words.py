"""How the numbers of a comparison read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .compared_metric import FEWEST_PAPERS

if TYPE_CHECKING:
    from scorers.interval import Interval

    from .compared_metric import ComparedMetric

NO_QUESTION = "n/a (no question)"


def conclusion(metric: ComparedMetric, tested: int) -> str:
    """Return what the data say of one metric, a plain sentence; ``tested`` metrics share the adjustment."""
    match metric.verdict:
        case "unmeasured":
            return f"{metric.name}: no question to compare on"
        case "equal":
            return f"{metric.name}: {values(metric)}: equal on every question"
        case "no conclusion":
            return f"{metric.name}: {values(metric)}: no conclusion{_why_not(metric, tested)}"
        case verdict:
            gap = shown_gap(metric, signed=False)
            limits = shown_interval(metric)
            p_value = f"p = {shown_p(metric.p_holm)} adjusted"
            return f"{metric.name}: {values(metric)}: B is {verdict} by {gap} {limits}, {p_value}"


def values(metric: ComparedMetric) -> str:
    """Return A and B over their denominator, such as ``3 vs 2 of 166``."""
    if metric.count_a is not None and metric.count_b is not None:
        return f"{metric.count_a} vs {metric.count_b} of {metric.n}"
    return f"{shown_value(metric, metric.a)} vs {shown_value(metric, metric.b)} on {metric.n} questions"


def _why_not(metric: ComparedMetric, tested: int) -> str:
    if metric.interval is None:
        return " (one paper, so no interval)"
    if metric.differing_papers < FEWEST_PAPERS:
        number = metric.differing_papers
        return f" (A and B differ in {number} paper{'' if number == 1 else 's'}; below 6 no p reaches 0.05)"
    if not metric.interval.low <= 0 <= metric.interval.high:
        return f" (0 is outside the interval, but p = {shown_p(metric.p_holm)} after adjusting for {tested} metrics)"
    return f" (this n detects {shown_detectable(metric)} or more, four times in five)"


def shown_value(metric: ComparedMetric, value: float | None) -> str:
    """Return a mean or rate as printed."""
    if value is None:
        return NO_QUESTION
    return f"{value:.3f}" if metric.is_share else f"{value:.2f}"


def shown_arm(metric: ComparedMetric, value: float | None, count: int | None) -> str:
    """Return a value with its numerator and denominator where it is a rate."""
    shown = shown_value(metric, value)
    return shown if count is None or value is None else f"{count}/{metric.n} = {shown}"


def shown_gap(metric: ComparedMetric, *, signed: bool = True) -> str:
    """Return the difference with its unit."""
    if metric.difference is None:
        return ""
    return f"{_number(metric, metric.difference if signed else abs(metric.difference), signed=signed)} {unit(metric)}"


def shown_interval(metric: ComparedMetric) -> str:
    """Return the interval of the difference, in its unit; empty where there is none.

    Also where nothing differs: [0, 0] would say that other papers cannot differ either, which nobody measured.
    """
    limits: Interval | None = metric.interval
    if limits is None or metric.verdict == "equal":
        return ""
    return f"[{_number(metric, limits.low)}, {_number(metric, limits.high)}]"


def shown_detectable(metric: ComparedMetric) -> str:
    """Return the smallest detectable difference with its unit; empty where nothing differs, n/a at too few papers."""
    if metric.detectable is None:
        return "n/a" if metric.standard_error else ""
    return f"{_number(metric, metric.detectable, signed=False)} {unit(metric)}"


def unit(metric: ComparedMetric) -> str:
    """Return what differences of the metric are counted in."""
    return "pts" if metric.is_share else "cit."


def shown_p(value: float | None) -> str:
    """Return a p value, never as 0."""
    if value is None:
        return ""
    return f"{value:.3f}" if value >= 0.001 else f"{value:.1e}"


def shown_relative(value: float | None) -> str:
    """Return a relative change; ``n/a`` where A is 0 or unmeasured."""
    return "n/a" if value is None else f"{_signed(100 * value, 0)} %"


def shown_points(share: float) -> str:
    """Return a difference of shares in points, with its sign."""
    return _signed(100 * share, 1)


def _number(metric: ComparedMetric, value: float, *, signed: bool = True) -> str:
    scaled, digits = (100 * value, 1) if metric.is_share else (value, 2)
    return _signed(scaled, digits) if signed else f"{scaled:.{digits}f}"


def _signed(value: float, digits: int) -> str:
    """Return a number with its sign; what rounds to zero has none."""
    text = f"{value:+.{digits}f}".replace("-", "−")
    return text[1:] if not any(digit in "123456789" for digit in text) else text
