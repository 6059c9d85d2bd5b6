"""``qasper-eval run``: run a config, or resume the run of the same fingerprint."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from loaders.records import Dataset
    from qasper_eval.config import RunConfig
    from qasper_eval.runner import JobResult
    from qasper_eval.runner.options import RunOptions

    from .view import TerminalView

RUNS = Path("runs")


@click.command()
@click.argument("config", type=click.Path(path_type=Path))
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="At most N questions (slice.questions).")
@click.option("--papers", type=click.IntRange(min=1), metavar="N", help="At most N papers (slice.papers).")
@click.option("--set", "overrides", multiple=True, metavar="KEY=VALUE", help="Override a config key; repeatable.")
@click.option("--name", metavar="NAME", help="Run folder's name instead of the config's.")
@click.option("--max-calls", type=click.IntRange(min=0), metavar="N", help="Stop before call N + 1 to the model.")
@click.option("--max-cost", type=click.FloatRange(min=0), metavar="USD", help="Stop before spending more than USD.")
@click.option("--wait-for-quota", is_flag=True, help="Sleep till a used-up quota resets instead of stopping.")
@click.option("--no-memo", is_flag=True, help="Neither replay remembered calls nor remember new ones.")
def run(
    config: Path,
    limit: int | None,
    papers: int | None,
    overrides: tuple[str, ...],
    name: str | None,
    max_calls: int | None,
    max_cost: float | None,
    wait_for_quota: bool,  # noqa: FBT001  # because click passes flags by name
    no_memo: bool,  # noqa: FBT001  # because click passes flags by name
) -> int:
    """Run CONFIG, or go on where an earlier run of it stopped.

    A longer run (--limit 40 after --limit 20) extends a shorter one. Finished questions are never asked again.
    """
    from qasper_eval.config import load_config
    from qasper_eval.runner.options import RunOptions

    from .view import TerminalView

    asked = {
        "slice.questions": limit,
        "slice.papers": papers,
        "name": None if name is None else _quoted(name),
        "limits.max_calls": max_calls,
        "limits.max_cost_usd": max_cost,
    }
    extra = [*overrides, *(f"{key}={value}" for key, value in asked.items() if value is not None)]
    options = RunOptions(use_memo=not no_memo, wait_for_quota=wait_for_quota)
    return _run(load_config(config, extra), config.resolve().parent, options, TerminalView())


def _quoted(text: str) -> str:
    """Quote for YAML, so that a run may be called 2026 or null."""
    return "'" + text.replace("'", "''") + "'"


def _run(config: RunConfig, folder: Path, options: RunOptions, view: TerminalView) -> int:
    from qasper_eval.report.score_run import write_scores
    from qasper_eval.runner import run_config

    dataset = load_dataset(config, view)
    resume = shlex.join(["qasper-eval", *sys.argv[1:]])
    result = run_config(config, dataset, root=RUNS, config_folder=folder, resume=resume, view=view, options=options)
    table = write_scores(result.path, dataset, view.say)
    click.echo(table, nl=False)
    _conclude(result, view, resume)
    return result.exit_code


def load_dataset(config: RunConfig, view: TerminalView) -> Dataset:
    """Return the config's dataset and say what was found."""
    from loaders import Patience, load

    wanted = config.dataset
    dataset = load(
        wanted.name,
        split=wanted.split,
        revision=wanted.revision,
        path=Path(wanted.path) if wanted.path else None,
        patience=Patience(say=view.say),
    )
    found = dataset.counts
    view.say(
        f"{dataset.name} ({dataset.split}): {found.papers} papers, {found.questions} questions, "
        f"{found.annotations} annotations; unanswerable by all {found.unanswerable}, split {found.split}; "
        f"evidence strings that are no paragraph {found.evidence_not_paragraph}, "
        f"duplicated paragraphs {found.duplicated_paragraphs}"
    )
    for warning in dataset.warnings:
        view.say(f"note: {warning}")
    return dataset


def _conclude(result: JobResult, view: TerminalView, resume: str) -> None:
    failures, stopped = result.progress.failures, result.stopped
    view.say(f"run folder: {result.path}")
    if failures:
        causes = ", ".join(f"{cause} {count}" for cause, count in result.progress.causes().items())
        view.say(f"{len(failures)} of {result.progress.n_slice} questions are unmeasured ({causes}); retry: {resume}")
    if stopped is not None:
        detail = f": {stopped.detail}" if stopped.detail else ""
        reset = f"; may go on at {stopped.reset_at}" if stopped.reset_at else ""
        view.say(f"stopped ({stopped.cause}){detail}; done {stopped.done}, left {stopped.left}{reset}")
        view.say(f"go on with: {stopped.resume}")
