"""The numbers that a reader sees first, and what stands above and below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.report.score_rows import score_rows
from qasper_eval.report.table import score_notes, sentence

from .markup import Markup, element, joined
from .rows import plain
from .strip import interval_strip

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qasper_eval.report.score_rows import ScoreRow
    from qasper_eval.scoring import ScoreReport
    from scorers.summary import Summary

    from .source import PageSource

_CARDS = (
    ("evidence_f1", "evidence F1", "do the citations match what people marked?"),
    ("answer_f1", "answer F1", "how many words does the answer share with theirs?"),
    ("evidence_exact", "exact evidence", "cites exactly one annotator's paragraphs"),
    ("declining.structured.recall", "declined, of the unanswerable", "more is better"),
    ("declining.structured.over_refusal", "declined, of the answerable", "less is better"),
)


def lead(source: PageSource) -> Markup:
    """Return who answered what, and the notes that a reader must not miss."""
    report = source.report
    who = source.agent if report.identity.model is None else f"{source.agent} with {report.identity.model}"
    line = f"agent {who} on {source.dataset.name} ({source.dataset.split}), {report.options.mode} mode"
    notes = [*source.notes, *score_notes(report)]
    return joined(
        [
            element("p", "who", line),
            element("ul", "notes", *(_note(note, source) for note in notes)),
        ]
    )


def _note(note: str, source: PageSource) -> Markup:
    return element("li", "warn" if note in source.notes else "", sentence(note))


def cards(report: ScoreReport) -> Markup:
    """Return the headline figures, each with n and interval, drawn on one scale from 0 to 1."""
    rows = {row.key: row for row in score_rows(report)}
    return joined(_card(rows[key], name, said, report) for key, name, said in _CARDS if key in rows)


def _card(row: ScoreRow, name: str, said: str, report: ScoreReport) -> Markup:
    value = "n/a" if row.value is None else f"{row.value:.3f}"
    rate = "" if row.count is None else f"{row.count}/{row.n}"
    basis = rate or (row.n_text if row.n else "")
    limits = f"95 % {row.limits}" if row.limits else "no interval"
    if row.value is None:
        limits = row.shown.removeprefix("n/a (").removesuffix(")") if row.count is None else "nothing to measure"
    return element(
        "div",
        "card",
        element("h3", "", name),
        element("p", "figure", value),
        interval_strip(row.value, row.interval, f"{plain(row.label)} {row.shown} {row.limits}".strip()),
        element("p", "limits", limits),
        element("p", "n", basis),
        *_ceiling(row.key, report),
        element("p", "said", said),
    )


def _ceiling(key: str, report: ScoreReport) -> Iterator[Markup]:
    ceiling = report.human_ceiling
    if ceiling is None or key not in {"evidence_f1", "answer_f1"}:
        return
    place = 0 if key == "answer_f1" else 1
    human, system = _shown(ceiling.human[place]), _shown(ceiling.system[place])
    counts = f"{ceiling.n} questions, {ceiling.papers} papers"
    lines = (f"people {human}", f"this agent {system}", f"on the same references, {counts}")
    yield element("p", "ceiling", *(element("span", "", line) for line in lines))


def _shown(summary: Summary) -> str:
    if summary.mean is None:
        return "n/a (unmeasured)"
    limits = summary.interval
    return f"{summary.mean:.3f}" + ("" if limits is None else f" [{limits.low:.3f}, {limits.high:.3f}]")
