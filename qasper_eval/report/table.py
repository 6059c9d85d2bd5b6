"""table.md: the numbers of one score, each with its n and interval, and the signature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .grid import grid
from .score_rows import dataset_rows, score_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qasper_eval.scoring import ScoreReport
    from qasper_eval.scoring.dataset_metrics import DatasetMetrics

    from .scored import Heading

HEAD = ("metric", "value", "95 % interval", "n")
FLAGS = {
    "empty_after_normalisation": "answer or reference empty after normalisation",
    "not_answerable_from_text": "human evidence in figures or tables only",
}
"""Plain words for the flags of a score."""


def table(report: ScoreReport, heading: Heading) -> str:
    """Return the Markdown table of a score; what nothing was measured for says so and is never a zero."""
    rows = [row.cells for row in score_rows(report)]
    who = heading.agent if heading.model is None else f"{heading.agent} with {heading.model}"
    lines = [f"# {heading.title}", "", f"dataset {heading.dataset}, agent {who}, {report.options.mode} mode", ""]
    lines += [sentence(note) for note in (*heading.notes, *score_notes(report))]
    return "\n".join([*lines, "", grid(HEAD, rows, right=(1,)), *_own(report), f"`{report.signature()}`", ""])


def _own(report: ScoreReport) -> Iterator[str]:
    """Yield the lines of the metrics of the dataset's own authors."""
    if report.dataset_metrics is not None:
        rows = [row.cells for row in dataset_rows(report)]
        yield from (sentence(own_note(report.dataset_metrics)), "", grid(HEAD, rows, right=(1,)))


def own_note(own: DatasetMetrics) -> str:
    """Return the line above the metrics of the dataset's own authors."""
    return f"{own.title}'s own metrics: {own.source}"


def sentence(note: str) -> str:
    """Return a note with a capital letter and a full stop."""
    return f"{note[:1].upper()}{note[1:]}{'' if note.endswith('.') else '.'}"


def score_notes(report: ScoreReport) -> Iterator[str]:
    """Yield what a reader must know of a score: how much was asked and measured, and what to look at."""
    if report.n_slice < report.loaded.questions:
        yield f"asked {report.n_slice} of the dataset's {report.loaded.questions} questions"
    if report.unmeasured:
        causes = ", ".join(f"{cause} {count}" for cause, count in report.unmeasured.items())
        yield f"measured {report.answer_f1.n_measured} of {report.n_slice} questions; unmeasured: {causes}"
    elif report.missing_predictions:
        yield f"{report.missing_predictions} of {report.n_slice} predictions are missing and count as 0"
    else:
        yield f"measured {report.answer_f1.n_measured} of {report.n_slice} questions; unmeasured: none"
    if report.unknown_predictions:
        yield f"ignored {report.unknown_predictions} predictions for questions that the dataset does not hold"
    if report.excluded:
        yield "excluded: " + ", ".join(f"{cause} {count}" for cause, count in report.excluded.items())
    flags = [f"{FLAGS.get(flag, flag)}: {count}" for flag, count in report.flags.items() if count]
    if flags:
        yield "questions to look at: " + ", ".join(flags)
    if report.few_papers:
        yield f"few papers ({report.papers}): the intervals are wide and rest on few independent papers"
