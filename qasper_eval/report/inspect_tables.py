"""The lists of an inspected question: what was retrieved, and what was called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .grid import grid, width_of
from .inspect_layout import WIDTH, harmless, shortened, wrapped
from .money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .inspect_calls import Call
    from .inspect_record import RankedParagraph

_RANKED = 12
_DETAIL = 300
_INDENT = "  "
_NARROWEST = 12


def retrieved_lines(ranked: Sequence[RankedParagraph], *, full: bool) -> Iterator[str]:
    """Yield the ranked list as a table, its first twelve lines unless ``full``."""
    if not ranked:
        return
    head = ("rank", "paragraph", "score", "cited", "marked by", "begins")
    rows = [
        (
            str(line.rank),
            str(line.ordinal),
            f"{line.score:.4f}",
            "yes" if line.cited else "",
            ", ".join(map(str, line.annotators)),
            line.start,
        )
        for line in (ranked if full else ranked[:_RANKED])
    ]
    yield from _table(head, rows, right=(0, 1, 2))
    if len(rows) < len(ranked):
        yield f"{_INDENT}… {len(ranked) - len(rows):,} more (--full)"


def calls_lines(calls: Sequence[Call], *, full: bool) -> Iterator[str]:
    """Yield every attempt as a table, the words of those that failed, and what all came to."""
    if not calls:
        return
    head = ("try", "call", "outcome", "in", "cached", "out", "cost", "s", "served by")
    yield from _table(head, [_row(call) for call in calls], right=(0, 3, 4, 5, 6, 7))
    for call in calls:
        words = call.detail or ""
        why = ": ".join(part for part in (call.cause, words if full else shortened(words, _DETAIL)) if part)
        if why:
            yield from wrapped(f"try {_count(call.attempt)}, {call.outcome}: {why}", _INDENT, hanging="  ")
    yield _INDENT + _total(calls)


def _row(call: Call) -> tuple[str, ...]:
    seconds = "" if call.seconds is None else f"{call.seconds:.2f}"
    cost = "unknown" if call.cost_usd is None else dollars(call.cost_usd)
    tokens = (_count(call.input_tokens), _count(call.cached_tokens), _count(call.output_tokens))
    return (_count(call.attempt), call.operation, call.outcome, *tokens, cost, seconds, call.model_served or "")


def _count(value: int | None) -> str:
    return "" if value is None else f"{value:,}"


def _total(calls: Sequence[Call]) -> str:
    unknown = sum(call.cost_usd is None for call in calls)
    spent = dollars(sum(call.cost_usd or 0.0 for call in calls))
    seconds = sum(call.seconds or 0.0 for call in calls)
    cost = f"{spent} and {unknown} at an unknown price" if unknown else spent
    return f"in all {cost}, {seconds:.1f} s"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]], *, right: Sequence[int]) -> Iterator[str]:
    """Yield an indented table whose last column is cut to what the page leaves it."""
    bare = grid(head[:-1], [row[:-1] for row in rows], right=right)
    room = max(_NARROWEST, WIDTH - width_of(f"{_INDENT}{bare.splitlines()[0]}  |") - 1)
    cut = [(*row[:-1], _cut(row[-1], room)) for row in rows]
    for line in grid(head, cut, right=right).splitlines():
        yield f"{_INDENT}{harmless(line)}"


def _cut(text: str, most: int) -> str:
    """Return text on one line of at most ``most`` columns."""
    flat = harmless(" ".join(text.split()))
    if width_of(flat) <= most:
        return flat
    while width_of(flat) >= most:
        flat = flat[:-1]
    return f"{flat}…"
