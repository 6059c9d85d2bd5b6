"""Parts of a Markdown file that are generated, between two markers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping


def start_marker(name: str) -> str:
    """Return the line above a generated part."""
    return f"<!-- qasper-eval {name} -->"


def end_marker(name: str) -> str:
    """Return the line below it."""
    return f"<!-- end of qasper-eval {name} -->"


def with_blocks(text: str, blocks: Mapping[str, str], where: str) -> str:
    """Return ``text`` with every part between the markers of a block (name -> content) replaced; the rest stays.

    Raises UsageError when it has none of the markers, or one without its other.
    """
    found = 0
    for name, content in blocks.items():
        start, end = start_marker(name), end_marker(name)
        before, *parts = text.split(start)
        if len(parts) != text.count(end) or any(end not in part for part in parts):
            raise UsageError(f"{where}: {start} and {end} must come in pairs")
        after = (part.split(end, 1)[1] for part in parts)
        text = before + "".join(f"{start}\n{content.rstrip()}\n{end}{rest}" for rest in after)
        found += len(parts)
    if not found:
        first = next(iter(blocks))
        raise UsageError(f"{where}: has no place for it; add the lines {start_marker(first)} and {end_marker(first)}")
    return text
