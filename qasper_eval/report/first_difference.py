"""Where two contents of one file part."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Iterator


def first_difference(published: bytes | None, derived: bytes) -> str:
    """Say where published and re-derived content of a file first differ; None is a missing file."""
    if published is None:
        return "missing"
    try:
        places = _different_places(json.loads(published), json.loads(derived))
        return next(places, "the numbers agree, the bytes do not")
    except (ValueError, RecursionError):  # no JSON, or too deep to be read
        pass
    was, now = published.split(b"\n"), derived.split(b"\n")  # only here, so that CRLF shows
    for number, (old, new) in enumerate(zip(was, now, strict=False), start=1):
        if old != new:
            return f"line {number}: published {_short(old)}, re-derived {_short(new)}"
    return f"{len(was) - 1} lines published, {len(now) - 1} re-derived"


def _different_places(published: Any, derived: Any, place: str = "") -> Iterator[str]:
    was, now = _parts(published), _parts(derived)
    if was is None or now is None:
        if repr(published) != repr(derived):
            yield f"{place}: published {published!r}, re-derived {derived!r}"
        return
    for key in dict.fromkeys([*was, *now]):
        inner = f"{place}.{key}" if place else key
        yield from _different_places(was.get(key, "nothing"), now.get(key, "nothing"), inner)


def _parts(value: Any) -> dict[str, Any] | None:
    """Return the parts of an object or list by name; None for a value without parts."""
    if isinstance(value, dict):
        return cast("dict[str, Any]", value)
    if isinstance(value, list | tuple):
        return {str(number): part for number, part in enumerate(cast("list[Any]", value))}
    return None


def _short(line: bytes) -> str:
    text = line.decode(errors="replace")
    return text if len(text) <= 120 else f"{text[:117]}..."
