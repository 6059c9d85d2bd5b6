"""What can be loaded, for ``qasper-eval datasets list``."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from loaders.facts_table import FACTS

from .grid import width_of
from .inspect_layout import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from loaders.dataset_facts import DatasetFacts

NON_COMMERCIAL = "(non-commercial)"
_FOOT = (
    "! forbids commercial use. Everything that is known of each: qasper-eval datasets list --json. An example: "
    "qasper-eval datasets show NAME. A dataset of your own is custom: docs/add-a-dataset.md."
)
_HEAD = ("name", "evidence", "licence", "from the Hub, or by path")


def list_datasets(facts: Mapping[str, DatasetFacts] = FACTS) -> str:
    """Return a line of columns and a few of details for each dataset, at most 100 columns wide."""
    rows = [_row(one) for one in facts.values()]
    widths = [max(width_of(row[column]) for row in (_HEAD, *rows)) for column in range(len(_HEAD))]
    lines = [_line(_HEAD, widths)]
    for one, row in zip(facts.values(), rows, strict=True):
        lines += ["", _line(row, widths), *_details(one)]
    return "\n".join([*lines, "", *wrapped(_FOOT)]) + "\n"


def datasets_json(facts: Mapping[str, DatasetFacts] = FACTS) -> list[dict[str, Any]]:
    """Return every fact of every dataset as JSON values."""
    return [asdict(one) | {"default_split": one.default_split} for one in facts.values()]


def splits_of(facts: DatasetFacts) -> str:
    """Return the splits with the questions that each holds, papers where only these are known."""
    return ", ".join(_split(facts, split) for split in facts.splits)


def source_of(facts: DatasetFacts) -> str:
    """Return where it comes from: the Hub, a local file or both."""
    if facts.name == "sample":
        return "bundled"
    by_path = f"a local file: {facts.obtain}"
    if facts.hub is None:
        return f"not on the Hub; {by_path}" if facts.name != "custom" else by_path
    return f"the Hub: {' and '.join((facts.hub, *facts.other_hubs))}; or {by_path}"


def _split(facts: DatasetFacts, split: str) -> str:
    expected = facts.expected.get(split)
    if expected is None:
        return split
    return (
        f"{split} {expected.papers or 0:,} papers"
        if expected.questions is None
        else (f"{split} {expected.questions:,}")
    )


def _row(facts: DatasetFacts) -> tuple[str, ...]:
    licence = f"{facts.license} !" if facts.is_non_commercial else facts.license
    repository = {"sample": "bundled", "custom": "any repository"}.get(facts.name, facts.hub or "by path only")
    return facts.name, facts.evidence_unit, licence, repository


def _line(cells: tuple[str, ...], widths: list[int]) -> str:
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _details(facts: DatasetFacts) -> Iterator[str]:
    unanswerable = facts.unanswerable or "nothing is"
    yield from wrapped(f"{facts.title}; splits: {splits_of(facts) or 'any'}", "    ", hanging="  ")
    yield from wrapped(f"answers: {facts.answers}; unanswerable: {unanswerable}", "    ", hanging="  ")
    if facts.name != "sample":
        also = f"{' and '.join(facts.other_hubs)} too; " if facts.other_hubs else ""
        yield from wrapped(f"{also}by path: {facts.obtain}", "    ", hanging="  ")
    if facts.license_note:
        yield from wrapped(f"licence: {facts.license} {facts.license_note}", "    ", hanging="  ")
