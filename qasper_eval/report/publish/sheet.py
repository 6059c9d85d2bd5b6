"""The tables of a published folder before they take a form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qasper_eval.report.counted import counted
from qasper_eval.report.score_rows import dataset_rows, score_rows
from qasper_eval.report.table import HEAD, own_note, score_notes, sentence

from .caveats import caveats, stamp

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from qasper_eval.report.score_rows import ScoreRow
    from qasper_eval.scoring import ScoreReport

    from .reading import PublishedInputs, PublishedRun

CAVEATS_HEADING = "Read with care"


@dataclass(frozen=True, slots=True)
class SheetRow:
    """One printed row with the numbers behind it."""

    run: str
    """Run that it is about."""
    key: str
    """Dotted path of the number in the run's scores.json."""
    cells: tuple[str, str, str, str]
    """Metric or run, value, 95 % interval and n, light Markdown."""
    numbers: tuple[float | None, float | None, float | None, int | None, int]
    """Value, low, high, count and n in full."""


@dataclass(frozen=True, slots=True)
class Block:
    """One table with what stands around it."""

    heading: str
    """Above it."""
    lines: tuple[str, ...]
    """Between heading and table, a sentence each."""
    head: tuple[str, str, str, str]
    """Column names."""
    rows: tuple[SheetRow, ...]
    """Its rows."""
    signature: tuple[str, ...]
    """How each number was made; one line a run."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All tables of a folder; every form is rendered from it."""

    title: str
    """Name under which it was published."""
    lines: tuple[str, ...]
    """What all runs share."""
    overview: tuple[Block, ...]
    """The headlines of all runs side by side; empty for one run."""
    blocks: tuple[Block, ...]
    """All numbers of each run."""
    caveats: tuple[str, ...]
    """What a reader must know."""


def make_sheet(
    name: str, inputs: PublishedInputs, reports: Mapping[str, ScoreReport], supersedes: Mapping[str, str] | None
) -> Sheet:
    """Return the tables of all runs; ``supersedes`` names the folder that this one corrects, and why."""
    facts = inputs.facts
    size = f"{counted(facts['questions'], 'question')}, {counted(facts['papers'], 'paper')}"
    lines = [f"dataset {facts['name']} ({facts['split']}), {size}; licence: {facts['license']}; {facts['citation']}"]
    if supersedes is not None:
        lines.append(f"supersedes {supersedes['name']}: {supersedes['why']}")
    blocks = tuple(_block(run, reports[run.name]) for run in inputs.runs)
    return Sheet(
        name,
        tuple(map(sentence, lines)),
        tuple(_overview(inputs.runs, reports)) if len(blocks) > 1 else (),
        blocks,
        tuple(map(sentence, caveats(inputs))),
    )


def _block(run: PublishedRun, report: ScoreReport) -> Block:
    who = report.identity.agent or ""
    if report.identity.model is not None:
        who += f" with {report.identity.model}"
    stamped = stamp(report, run)
    notes = [*([] if stamped is None else [stamped]), *_cut(run), *score_notes(report)]
    own = report.dataset_metrics
    if own is not None:
        notes.append(own_note(own))
    return Block(
        f"{run.name}: {who}, {report.options.mode} mode",
        tuple(map(sentence, notes)),
        HEAD,
        (*(_row(run.name, row, row.label) for row in score_rows(report)), *_own_rows(run.name, report)),
        (report.signature(),),
    )


def _own_rows(run: str, report: ScoreReport) -> Iterator[SheetRow]:
    """Yield the rows of the dataset's own metrics, whose bold labels name the dataset."""
    own = report.dataset_metrics
    for row in dataset_rows(report):
        title = "" if own is None else own.title
        yield _row(run, row, row.label.replace("**", f"**{title} ", 1) if row.label.startswith("**") else row.label)


def _cut(run: PublishedRun) -> list[str]:
    note = run.facts["slice"]["cut"]
    return [note] if note else []


def _overview(runs: Sequence[PublishedRun], reports: Mapping[str, ScoreReport]) -> Iterator[Block]:
    """Yield one table a headline with a row a run, in the order given."""
    for key, metric in (("evidence_f1", "evidence F1"), ("answer_f1", "answer F1")):
        rows: list[SheetRow] = []
        for run in runs:
            row = next(row for row in score_rows(reports[run.name]) if row.key == key)
            mark = "" if stamp(reports[run.name], run) is None else " (partial run)"
            rows.append(_row(run.name, row, run.name + mark))
        yield Block(f"{metric} of all runs", (), ("run", *HEAD[1:]), tuple(rows), ())


def _row(run: str, row: ScoreRow, label: str) -> SheetRow:
    low, high = row.interval or (None, None)
    return SheetRow(run, row.key, (label, *row.cells[1:]), (row.value, low, high, row.count, row.n))


def sheet_json(sheet: Sheet) -> dict[str, Any]:
    """Return table.json."""

    def block(one: Block) -> dict[str, Any]:
        return {
            "heading": one.heading,
            "lines": one.lines,
            "head": one.head,
            "rows": [
                {"run": row.run, "key": row.key, "cells": row.cells, "numbers": row.numbers} for row in one.rows
            ],
            "signature": one.signature,
        }

    return {
        "title": sheet.title,
        "lines": sheet.lines,
        "overview": [block(one) for one in sheet.overview],
        "blocks": [block(one) for one in sheet.blocks],
        "caveats_heading": CAVEATS_HEADING,
        "caveats": sheet.caveats,
    }
