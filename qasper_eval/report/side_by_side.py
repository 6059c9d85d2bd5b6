"""One agent on several datasets, a row each, never blended into one number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .grid import grid
from .publish.render_markdown import plain
from .score_rows import UNMEASURED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .leaderboard_entry import Entry, OwnMetric

HEAD = ("dataset", "evidence F1", "answer F1", "declined, of unanswerable", "n", "note")
OWN_HEAD = ("dataset", "metric", "value", "95 % interval", "n")
RULE = (
    "Datasets differ in questions, evidence and annotators: their numbers do not compare, and no mean over them is "
    "given. Evidence F1 is of paragraphs everywhere, in brackets the 95 % interval."
)
LOCAL = "local"
"""Split of a local file that was given no label."""
NOT_MARKED = "n/a (none marked)"
"""Evidence F1 where nobody marked evidence."""


def agents_on_several(entries: Sequence[Entry]) -> list[list[Entry]]:
    """Return the entries of each agent that ran on more than one dataset, in their order; [] where none did."""
    settings: dict[str, list[Entry]] = {}
    for entry in entries:
        settings.setdefault(entry.setting, []).append(entry)
    return [found for found in settings.values() if _count_datasets(found) > 1]


def side_by_side(entries: Sequence[Entry], link: Callable[[Entry], str] | None = None) -> str:
    """Return a table for each agent that ran on several datasets; "" where none did.

    ``link`` gives the address of an entry where results are to be links.
    """
    return "\n".join(_table(found, link) for found in agents_on_several(entries))


def _count_datasets(entries: Sequence[Entry]) -> int:
    """Count versions of one split once; what local files hold is told by content alone."""
    groups = [entry.group for entry in entries]
    return len({group.sha256 if group.split == LOCAL else (group.dataset, group.split) for group in groups})


def _table(entries: Sequence[Entry], link: Callable[[Entry], str] | None) -> str:
    group = entries[0].group
    form = ", text evidence only" if group.text_evidence_only else ""
    heading = f"**{plain(entries[0].agent)} on {_count_datasets(entries)} datasets**, {group.mode} mode{form}"
    rows = [_row(entry, link) for entry in entries]
    own = [_own_row(entry, metric) for entry in entries for metric in entry.own]
    by_authors = (
        ["By the metrics of the datasets' own authors:", "", grid(OWN_HEAD, own, right=(2, 4))] if own else []
    )
    signatures = [f"- `{entry.name}`: `{entry.signature}`" for entry in entries]
    return "\n".join([heading, "", RULE, "", grid(HEAD, rows), *by_authors, *signatures, ""])


def _row(entry: Entry, link: Callable[[Entry], str] | None) -> tuple[str, ...]:
    declined, unanswerable = entry.declined
    name = _name(entry)
    notes = [] if entry.is_benchmark else ["no benchmark"]
    notes += [plain(entry.stamp.rstrip("."))] if entry.stamp else []
    return (
        name if link is None else f"[{name}]({link(entry)})",
        _mean(entry.evidence_f1, entry.evidence_interval) if entry.has_evidence else NOT_MARKED,
        _mean(entry.answer_f1, entry.answer_interval),
        f"{declined}/{unanswerable} = {declined / unanswerable:.3f}" if unanswerable else "none asked",
        f"{entry.questions:,} questions, {entry.papers:,} papers",
        "; ".join(notes),
    )


def _own_row(entry: Entry, metric: OwnMetric) -> tuple[str, ...]:
    value = "n/a" if metric.mean is None else f"{metric.mean:.3f}"
    limits = "" if metric.interval is None else f"[{metric.interval[0]:.3f}, {metric.interval[1]:.3f}]"
    return _name(entry), plain(metric.label), value, limits, f"{metric.n:,}"


def _name(entry: Entry) -> str:
    return f"{plain(entry.group.dataset)} ({plain(entry.group.split)})"


def _mean(value: float | None, interval: tuple[float, float] | None) -> str:
    if value is None:
        return UNMEASURED
    return f"{value:.3f}" if interval is None else f"{value:.3f} [{interval[0]:.3f}, {interval[1]:.3f}]"
