"""A row's numbers as a strip: an interval with its point, or parts of a whole, from 0 to 1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .markup import Markup, element, joined

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDE, _TALL = 200, 16
_MIDDLE = _TALL / 2


def interval_strip(value: float | None, interval: tuple[float, float] | None, said: str) -> Markup:
    """Return the strip of a mean or rate; only the scale where nothing was measured. ``said`` is its tooltip."""
    parts = [_line(_WIDE * share, 0, _WIDE * share, _TALL, "tick") for share in (0, 0.25, 0.5, 0.75, 1)]
    if interval is not None:
        low, high = interval
        parts.append(_line(_WIDE * low, _MIDDLE, _WIDE * high, _MIDDLE, "range"))
    if value is not None:
        parts.append(_line(_WIDE * value, _MIDDLE, _WIDE * value, _MIDDLE, "dot"))
    return _strip(parts, said)


def parts_strip(counts: Sequence[tuple[str, int]], said: str) -> Markup:
    """Return the strip of (class, count) parts of one whole; empty parts draw nothing."""
    whole = sum(count for _, count in counts)
    parts: list[Markup] = []
    start = 0
    for name, count in counts:
        if count:
            left, right = _WIDE * start / whole, _WIDE * (start + count) / whole
            bar = {"x": left, "y": 1.0, "width": right - left, "height": _TALL - 2.0}
            parts.append(element("rect", f"part {name}", **bar))
        start += count
    return _strip(parts, said)


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> Markup:
    return element("line", kind, x1=float(x1), y1=float(y1), x2=float(x2), y2=float(y2))


def _strip(parts: Sequence[Markup], said: str) -> Markup:
    """Return the drawing; it stretches with its cell, so strokes do not scale (page.css).

    Screen readers pass over it: they have the row's own text.
    """
    return element(
        "svg",
        "strip",
        element("title", "", said),
        joined(parts),
        viewBox=f"0 0 {_WIDE} {_TALL}",
        preserveAspectRatio="none",
        aria_hidden="true",
        focusable="false",
    )
