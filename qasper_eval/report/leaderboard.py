"""The tables over all published results, and the log of corrections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.errors import UsageError

from .grid import grid
from .leaderboard_entry import Correction, Entry, RankedGroup, read_entries
from .publish.layout import MANIFEST, RUN
from .publish.render_markdown import plain
from .run_entry import run_entry
from .score_rows import UNMEASURED, size_of
from .side_by_side import NOT_MARKED, agents_on_several, side_by_side

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

HEAD = ("#", "result", "agent", "evidence F1", "95 % interval", "answer F1", "95 % interval", "n", "note")
NOTHING = "No results are published yet.\n"


class Leaderboard:
    """Every run below some paths, published or not."""

    def __init__(self, paths: Iterable[Path]) -> None:
        """Read the folders, and those inside a path that is none itself; files are passed over.

        Raises PublishedFolderError when one is not as it was published, UsageError for a run without scores.
        """
        self.entries: list[Entry] = []
        self.corrections: list[Correction] = []
        for folder in _folders(paths):
            if _is_run(folder):
                self.entries.append(run_entry(folder))
                continue
            entries, correction = read_entries(folder)
            self.entries += entries
            self.corrections += [] if correction is None else [correction]

    def table(self, link: Callable[[Entry], str] | None = None) -> str:
        """Return each agent's datasets side by side, then one ranking for each dataset, never mixed.

        A ranking is of one dataset, split, content, mode and form, by evidence F1, or by answer F1 where nobody
        marked evidence. Rankings are left out where each would rank one entry and the rows side by side show them
        all. ``link`` gives the address of an entry where results are to be links. A superseded result has no rank.
        """
        if not self.entries:
            return NOTHING
        superseded = {one.old for one in self.corrections}
        current = [entry for entry in self.entries if entry.folder.name not in superseded]
        beside = side_by_side(current, link)
        groups: dict[RankedGroup, list[Entry]] = {}
        for entry in self.entries:
            groups.setdefault(entry.group, []).append(entry)
        ordered = sorted(groups, key=lambda group: (group.dataset, group.split, group.mode, group.sha256))
        shown = sum(map(len, agents_on_several(current)))
        if beside and shown == len(self.entries) == len(groups):
            return beside
        rankings = (self._ranking(group, groups[group], link) for group in ordered)
        return "\n".join([*([beside] if beside else []), *rankings])

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
        ranked = sorted(entries, key=lambda one: (one.folder.name in superseded, -(one.headline or 0.0), one.name))
        rows: list[tuple[str, ...]] = []
        for rank, entry in enumerate(ranked, start=1):
            newer = superseded.get(entry.folder.name)
            place = "-" if newer is not None or entry.headline is None else str(rank)
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


def _is_run(path: Path) -> bool:
    return (path / RUN).is_file() and not (path / MANIFEST).is_file()


def _folders(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if not path.exists() and "*" not in path.name:  # a shell leaves a pattern that matches nothing as it is
            raise UsageError(f"{path}: no such folder")
        if not path.is_dir() or (path / MANIFEST).is_file() or _is_run(path):
            yield from [path] if path.is_dir() else []
        else:
            inside = sorted(part for part in path.iterdir() if part.is_dir() and not part.name.startswith("."))
            yield from inside or [path]


def _row(entry: Entry, place: str, newer: str | None, link: Callable[[Entry], str] | None) -> tuple[str, ...]:
    name = plain(entry.name)
    notes = [f"superseded by {plain(newer)}"] if newer is not None else []
    notes += [plain(entry.stamp.rstrip("."))] if entry.stamp else []
    notes += [] if entry.is_published else ["not published"]
    return (
        place,
        name if link is None else f"[{name}]({link(entry)})",
        plain(entry.agent),
        NOT_MARKED if not entry.has_evidence else _value(entry.evidence_f1),
        _limits(entry.evidence_interval),
        _value(entry.answer_f1),
        _limits(entry.answer_interval),
        size_of(entry.questions, entry.papers),
        "; ".join(notes),
    )


def _value(value: float | None) -> str:
    return UNMEASURED if value is None else f"{value:.3f}"


def _limits(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f"[{interval[0]:.3f}, {interval[1]:.3f}]"
