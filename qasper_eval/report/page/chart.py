"""A line chart with axes: curves, bands and points, from our own SVG."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .markup import Markup, element, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_WIDE, _TALL = 420, 250
_LEFT, _RIGHT, _TOP, _BOTTOM = 34, 14, 10, 36


@dataclass(frozen=True, slots=True)
class Curve:
    """One line of a chart."""

    kind: str
    """CSS class that gives it its colour."""
    points: Sequence[tuple[float, float]]
    """From left to right."""
    band: Sequence[tuple[float, float, float]] = ()
    """(x, low, high) of the band around it; empty for none."""
    dots: Sequence[tuple[float, float, str]] = ()
    """(x, y, tooltip) of marked points."""


@dataclass(frozen=True, slots=True)
class Axes:
    """The frame of a chart."""

    x_max: float
    """Right end of the horizontal axis, which starts at 0; positive."""
    x_label: str
    """What it counts."""
    y_min: float = 0.0
    """Lower end of the vertical axis."""
    y_max: float = 1.0
    """Upper end of the vertical axis."""
    as_share: bool = False
    """Whether the horizontal axis reads as a share of 1."""


def line_chart(name: str, title: str, description: str, axes: Axes, curves: Sequence[Curve]) -> Markup:
    """Return the chart as an image with a title and a description for those who do not see it."""
    frame = _Frame(axes)
    return element(
        "svg",
        "chart",
        element("title", "", title, id=f"{name}-title"),
        element("desc", "", description, id=f"{name}-desc"),
        joined(frame.grid()),
        joined(part for curve in curves for part in frame.curve(curve)),
        viewBox=f"0 0 {_WIDE} {_TALL}",
        role="img",
        aria_labelledby=f"{name}-title {name}-desc",
    )


def span_of(values: Sequence[float]) -> tuple[float, float]:
    """Return the ends of an axis in tenths, within [0, 1], that holds every value; (0, 1) for none."""
    if not values:
        return 0.0, 1.0
    low, high = math.floor(min(values) * 10) / 10, math.ceil(max(values) * 10) / 10
    low = min(max(0.0, low), 0.9)
    return low, max(min(1.0, high), low + 0.1)


class _Frame:
    def __init__(self, axes: Axes) -> None:
        self._axes = axes

    def grid(self) -> Iterator[Markup]:
        axes = self._axes
        step = 0.1 if axes.y_max - axes.y_min <= 0.5 else 0.2
        count = round((axes.y_max - axes.y_min) / step)
        for number in range(count + 1):
            value = axes.y_min + step * number
            yield element(
                "line", "grid", x1=float(_LEFT), x2=float(_WIDE - _RIGHT), y1=self._y(value), y2=self._y(value)
            )
            yield _label(f"{value:.1f}", _LEFT - 6, self._y(value) + 4, "end")
        for value in _ticks(axes):
            shown = f"{value:.2f}".rstrip("0").rstrip(".") if axes.as_share else f"{value:,.0f}"
            yield _label(shown, self._x(value), _TALL - _BOTTOM + 16, "middle")
        yield _label(axes.x_label, (_LEFT + _WIDE - _RIGHT) / 2, _TALL - 4, "middle")

    def curve(self, curve: Curve) -> Iterator[Markup]:
        if curve.band:
            upper = [self._at(x, high) for x, _, high in curve.band]
            lower = [self._at(x, low) for x, low, _ in reversed(curve.band)]
            yield element("polygon", f"band {curve.kind}", points=" ".join([*upper, *lower]))
        if len(curve.points) > 1:
            path = " ".join(self._at(x, y) for x, y in curve.points)
            yield element("polyline", f"curve {curve.kind}", points=path)
        for x, y, said in curve.dots:
            yield element(
                "circle", f"point {curve.kind}", element("title", "", said), cx=self._x(x), cy=self._y(y), r=4
            )

    def _x(self, value: float) -> float:
        return _LEFT + (_WIDE - _LEFT - _RIGHT) * value / self._axes.x_max

    def _y(self, value: float) -> float:
        axes = self._axes
        share = (min(max(value, axes.y_min), axes.y_max) - axes.y_min) / (axes.y_max - axes.y_min)
        return _TALL - _BOTTOM - (_TALL - _TOP - _BOTTOM) * share

    def _at(self, x: float, y: float) -> str:
        return f"{self._x(x):.1f},{self._y(y):.1f}"


def _ticks(axes: Axes) -> list[float]:
    if axes.as_share:
        return [0, 0.25, 0.5, 0.75, 1]
    raw = axes.x_max / 5
    power = 10 ** math.floor(math.log10(raw)) if raw > 0 else 1
    step = max(1, next((power * factor for factor in (1, 2, 5) if power * factor >= raw), power * 10))
    return [step * number for number in range(math.floor(axes.x_max / step) + 1)]


def _label(shown: str, x: float, y: float, anchor: str) -> Markup:
    return element("text", "label", shown, x=float(x), y=float(y), text_anchor=anchor)
