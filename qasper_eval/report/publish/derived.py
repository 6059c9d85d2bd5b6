"""Everything in a published folder that follows from its inputs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from qasper_eval.scoring import Gold, score
from qasper_eval.scoring.count import NOT_REACHED

from .layout import QUESTIONS, SCORES, json_lines, of_run
from .own_metrics import published_side
from .question_rows import question_rows
from .render import render
from .sheet import make_sheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from qasper_eval.scoring import ScoreReport
    from qasper_eval.scoring.own_side import OwnSide

    from .reading import PublishedInputs, PublishedRun


def derived_files(
    name: str, inputs: PublishedInputs, supersedes: Mapping[str, str] | None
) -> tuple[dict[str, bytes], dict[str, ScoreReport]]:
    """Return scores, question rows and tables by file name, and each run's score.

    The same inputs give the same bytes. ``name`` is the name under which the folder was published.
    """
    files: dict[str, bytes] = {}
    reports: dict[str, ScoreReport] = {}
    for run in inputs.runs:
        gold = Gold(inputs.dataset, run.options)
        own = published_side(inputs.facts, inputs.dataset, inputs.layouts, run.options)
        report = reports[run.name] = _report(inputs, run, gold, own)
        scores = json.dumps(report.to_json(), indent=1, ensure_ascii=False, allow_nan=False) + "\n"
        files[of_run(run.name, SCORES)] = scores.encode()
        files[of_run(run.name, QUESTIONS)] = json_lines(question_rows(gold, run, report, own))
    files |= render(make_sheet(name, inputs, reports, supersedes))
    return files, reports


def _report(inputs: PublishedInputs, run: PublishedRun, gold: Gold, own: OwnSide) -> ScoreReport:
    report = score(
        inputs.dataset,
        run.predictions,
        run.options,
        asked=run.asked,
        unmeasured={key: cause for key, cause in run.unmeasured.items() if cause != NOT_REACHED},
        missing="unmeasured",
        identity=run.identity,
        gold=gold,
        own=own,
    )
    whole = inputs.facts
    return report._replace(loaded=report.loaded._replace(questions=whole["questions"], papers=whole["papers"]))
