"""The page of one run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.report.score_rows import dataset_rows, score_rows
from qasper_eval.report.table import own_note

from .blocks import list_block, paper_blocks
from .curves import growth_figure, risk_figure
from .document import document
from .entries import entries_of
from .figures import declining_figure, fault_figure
from .groups import COUNTS, TYPES, evidence_count_of, means_by, type_of
from .headline import cards, lead
from .headline_metric import headline_metric
from .markup import Markup, element
from .rows import plot_rows, plot_table, summary_row

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from qasper_eval.scoring import ScoreReport
    from qasper_eval.scoring.question_score import QuestionScore

    from .source import PageSource

_HEAD = ("metric", "value", "95 % interval", "n")
_SCALE = ("0", "0.5", "1")


def report_page(source: PageSource) -> str:
    """Return the page of a run: one document that loads nothing, the same bytes for the same run."""
    entries = entries_of(source)
    slots = {
        "title": element("title", "", f"{source.name}: evidence F1 and citations"),
        "heading": element("h1", "", source.name),
        "lead": lead(source),
        "cards": cards(source.report),
        "faults": fault_figure(entries, has_evidence=source.report.has_evidence),
        "growth": growth_figure(source),
        "types": _group_table(source, "annotators' answer type", type_of, TYPES),
        "counts": _group_table(source, "paragraphs needed", evidence_count_of, COUNTS),
        "declining": declining_figure(source.report),
        "risk": risk_figure(source),
        "forest": plot_table(
            "Every number with its 95 % interval", _HEAD, plot_rows(score_rows(source.report)), _SCALE
        ),
        "own": _own_metrics(source.report),
        "signature": element("code", "", source.report.signature()),
        "index": list_block(source, entries),
        "papers": paper_blocks(source, entries),
    }
    return document("page.html", slots, own=("run_list.js", "run_open.js"))


def _group_table(
    source: PageSource, name: str, group_of: Callable[[QuestionScore], str], order: Sequence[str]
) -> Markup:
    metric = headline_metric(source.report)
    found = means_by(source.report.rows, group_of, metric, source.report.options)
    rows = [summary_row(group, found[group]) for group in order if group in found]
    return plot_table(f"{metric.name} by {name}", (name, metric.name, "95 % interval", "n"), rows, _SCALE)


def _own_metrics(report: ScoreReport) -> Markup:
    """Return the section of the metrics of the dataset's own authors; empty where those are the ones above."""
    own = report.dataset_metrics
    if own is None:
        return Markup("")
    note = own_note(own)
    table = plot_table(note, _HEAD, plot_rows(dataset_rows(report)), _SCALE)
    return element("section", "", element("h2", "", f"{own.title}'s own metrics"), element("p", "about", note), table)
