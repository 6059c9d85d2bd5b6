"""Type guards and tolerant readers for JSON values that a server may have shaped wrongly."""

from __future__ import annotations

import math
from typing import Any, TypeGuard


def is_object(value: Any) -> TypeGuard[dict[str, Any]]:
    """Return whether a JSON value is an object."""
    return isinstance(value, dict)


def is_array(value: Any) -> TypeGuard[list[Any]]:
    """Return whether a JSON value is an array."""
    return isinstance(value, list)


def objects(value: Any) -> list[dict[str, Any]]:
    """Return the objects of an array; [] when it is none."""
    return [item for item in value if is_object(item)] if is_array(value) else []


def field_of(value: Any, *path: str) -> Any:
    """Return the value at a path of keys, None where the path ends early."""
    for key in path:
        if not is_object(value):
            return None
        value = value.get(key)
    return value


def text_of(value: Any) -> str:
    """Return a scalar as text; "" for None and containers."""
    return "" if value is None or is_object(value) or is_array(value) else str(value)


def count_of(value: Any) -> int | None:
    """Return a count (Cohere sends floats), None when there is none or it makes no sense."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value) or value < 0:
        return None
    return int(value)


def vector_of(value: Any) -> tuple[float, ...]:
    """Return an array of finite numbers; () when it is none."""
    if not is_array(value) or not all(isinstance(item, (int, float)) and math.isfinite(item) for item in value):
        return ()
    return tuple(float(item) for item in value)
