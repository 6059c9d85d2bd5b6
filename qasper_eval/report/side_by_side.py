"""One agent on several datasets, a row each, never blended into one number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from loaders.dataset_facts import facts_of

from .grid import grid
from .publish.render_markdown import plain
from .score_rows import UNMEASURED

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .leaderboard_entry import Entry

HEAD = ("dataset", "evidence F1", "answer F1", "declined, of unanswerable", "n", "note")
RULE = (
    "Datasets differ in questions, evidence and annotators: their numbers do not compare, and no mean over them is "
    "given. Evidence F1 is of paragraphs everywhere, in brackets the 95 % interval."
)
LOCAL = "local"
"""Split of a local file that was given no label."""
NOT_MARKED = "n/a (none marked)"


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
    signatures = [f"- `{entry.name}`: `{entry.signature}`" for entry in entries]
    return "\n".join([heading, "", RULE, "", grid(HEAD, rows), *signatures, ""])


def _row(entry: Entry, link: Callable[[Entry], str] | None) -> tuple[str, ...]:
    group, (declined, unanswerable) = entry.group, entry.declined
    name = f"{plain(group.dataset)} ({plain(group.split)})"
    facts = facts_of(group.dataset)
    is_marked = facts is None or facts.has_evidence
    notes = [] if entry.is_benchmark else ["no benchmark"]
    notes += [plain(entry.stamp.rstrip("."))] if entry.stamp else []
    return (
        name if link is None else f"[{name}]({link(entry)})",
        _mean(entry.evidence_f1, entry.evidence_interval) if is_marked else NOT_MARKED,
        _mean(entry.answer_f1, entry.answer_interval),
        f"{declined}/{unanswerable} = {declined / unanswerable:.3f}" if unanswerable else "none asked",
        f"{entry.questions:,} questions, {entry.papers:,} papers",
        "; ".join(notes),
    )


def _mean(value: float | None, interval: tuple[float, float] | None) -> str:
    if value is None:
        return UNMEASURED
    return f"{value:.3f}" if interval is None else f"{value:.3f} [{interval[0]:.3f}, {interval[1]:.3f}]"
