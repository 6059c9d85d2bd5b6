"""The tables over all published results, and the log of corrections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.errors import UsageError

from .grid import grid
from .leaderboard_entry import Correction, Entry, RankedGroup, read_entries
from .publish.layout import MANIFEST
from .publish.render_markdown import plain
from .score_rows import UNMEASURED

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

HEAD = ("#", "result", "agent", "evidence F1", "95 % interval", "answer F1", "95 % interval", "n", "note")
NOTHING = "No results are published yet.\n"


class Leaderboard:
    """Every published run below some paths."""

    def __init__(self, paths: Iterable[Path]) -> None:
        """Read the folders, and those inside a path that is none itself; files are passed over.

        Raises PublishedFolderError when one is not as it was published.
        """
        self.entries: list[Entry] = []
        self.corrections: list[Correction] = []
        for folder in _folders(paths):
            entries, correction = read_entries(folder)
            self.entries += entries
            self.corrections += [] if correction is None else [correction]

    def table(self, link: Callable[[Entry], str] | None = None) -> str:
        """Return one ranking by evidence F1 for each dataset, split, content, mode and form; never mixed.

        ``link`` gives the address of an entry where results are to be links. A superseded result has no rank.
        """
        if not self.entries:
            return NOTHING
        groups: dict[RankedGroup, list[Entry]] = {}
        for entry in self.entries:
            groups.setdefault(entry.group, []).append(entry)
        ordered = sorted(groups, key=lambda group: (group.dataset, group.split, group.mode, group.sha256))
        return "\n".join(self._ranking(group, groups[group], link) for group in ordered)

    def log(self) -> str:
        """Return the corrections, the newest first, a line each."""
        if not self.corrections:
            return "No published number has been corrected.\n"
        ordered = sorted(self.corrections, key=lambda one: (one.date, one.new), reverse=True)
        return "".join(
            f"- {one.date}: `{one.old}` is superseded by `{one.new}`: {plain(one.why)}\n" for one in ordered
        )

    def _ranking(self, group: RankedGroup, entries: Sequence[Entry], link: Callable[[Entry], str] | None) -> str:
        superseded = {one.old: one.new for one in self.corrections}
        ranked = sorted(entries, key=lambda one: (one.folder.name in superseded, -(one.evidence_f1 or 0.0), one.name))
        rows: list[tuple[str, ...]] = []
        for rank, entry in enumerate(ranked, start=1):
            newer = superseded.get(entry.folder.name)
            place = "-" if newer is not None or entry.evidence_f1 is None else str(rank)
            rows.append(_row(entry, place, newer, link))
        form = ", text evidence only" if group.text_evidence_only else ""
        heading = (
            f"**{plain(group.dataset)} ({plain(group.split)})**, content {group.sha256[:8]}, {group.mode} mode{form}"
        )
        sample = (
            [] if entries[0].is_benchmark else ["The sample is no benchmark: its numbers compare with nothing.", ""]
        )
        signatures = [f"- `{entry.name}`: `{entry.signature}`" for entry in ranked]
        return "\n".join([heading, "", *sample, grid(HEAD, rows, right=(0, 3, 5)), *signatures, ""])


def _folders(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.exists() and "*" not in path.name:  # a shell leaves a pattern that matches nothing as it is
            raise UsageError(f"{path}: no such folder")
        if not path.is_dir() or (path / MANIFEST).is_file():
            yield from [path] if path.is_dir() else []
        else:
            inside = sorted(part for part in path.iterdir() if part.is_dir() and not part.name.startswith("."))
            yield from inside or [path]


def _row(entry: Entry, place: str, newer: str | None, link: Callable[[Entry], str] | None) -> tuple[str, ...]:
    name = plain(entry.name)
    notes = [f"superseded by {plain(newer)}"] if newer is not None else []
    notes += [plain(entry.stamp.rstrip("."))] if entry.stamp else []
    return (
        place,
        name if link is None else f"[{name}]({link(entry)})",
        plain(entry.agent),
        UNMEASURED if entry.evidence_f1 is None else f"{entry.evidence_f1:.3f}",
        _limits(entry.evidence_interval),
        UNMEASURED if entry.answer_f1 is None else f"{entry.answer_f1:.3f}",
        _limits(entry.answer_interval),
        f"{entry.questions} questions, {entry.papers} papers",
        "; ".join(notes),
    )


def _limits(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f"[{interval[0]:.3f}, {interval[1]:.3f}]"
