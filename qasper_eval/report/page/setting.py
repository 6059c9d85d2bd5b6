"""A setting as a page may tell it."""

from __future__ import annotations

from typing import Any

from qasper_eval.report.compare.settings import shown
from qasper_eval.report.publish.privacy import public_value

HIDDEN = "not told"


def told_setting(key: str, value: Any) -> str:
    """Return the value of a dotted key for a person, as publishing would tell it.

    An address becomes what kind of server it names, an absolute path its base name, the name of an environment
    variable nothing.
    """
    if value is None:
        return shown(None)
    leaf = key.rpartition(".")[2]
    public = public_value({leaf: value}).get(leaf, HIDDEN)
    if isinstance(public, dict):
        parts: dict[str, Any] = public  # pyright: ignore[reportUnknownVariableType]  # because JSON values are untyped
        return str(parts.get("file") or f"a {parts.get('host')} server")
    return shown(public)
