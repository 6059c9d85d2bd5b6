"""HTML and SVG that escape everything by default."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable


class Markup(str):
    """Text that is markup already; any other string is escaped where it becomes content."""

    __slots__ = ()


def element(name: str, classes: str = "", /, *content: str, **attributes: str | float) -> Markup:
    """Return an element with its content, which is escaped unless it is Markup.

    In names of attributes an underscore stands for a hyphen; a trailing one is dropped (``for_``). Numbers are
    written with at most two decimals, so that the bytes do not depend on a machine's last digit.
    """
    pairs = {"class": classes, **attributes} if classes else attributes
    opening = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_written(value))}"' for key, value in pairs.items()
    )
    return Markup(f"<{name}{opening}>{joined(content)}</{name}>")


def joined(parts: Iterable[str]) -> Markup:
    """Return part after part as markup; empty for none."""
    return Markup("".join(part if isinstance(part, Markup) else escape(part, quote=False) for part in parts))


def _written(value: str | float) -> str:
    if isinstance(value, str):
        return value
    return f"{value:.2f}".rstrip("0").rstrip(".")
