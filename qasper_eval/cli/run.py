"""``qasper-eval run``: run a config, or resume the run of the same fingerprint."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .conclusion import conclude
from .slice_options import SliceOptions, slice_options

if TYPE_CHECKING:
    from loaders.records import Dataset
    from qasper_eval.config import RunConfig
    from qasper_eval.runner import PreparedRun

    from .view import TerminalView

RUNS = Path("runs")
PROMPTS_FOR_ONE_LINE = 120
"""Prompts that a run makes beforehand to say what it will cost; more questions are extrapolated from these."""


@click.command()
@slice_options
@click.option("--max-calls", type=click.IntRange(min=0), metavar="N", help="Stop before call N + 1 to the model.")
@click.option("--max-cost", type=click.FloatRange(min=0), metavar="USD", help="Stop before spending more than USD.")
@click.option("--wait-for-quota", is_flag=True, help="Sleep till a used-up quota resets instead of stopping.")
@click.option("--no-memo", is_flag=True, help="Neither replay remembered calls nor remember new ones.")
@click.option("--yes", is_flag=True, help="Spend what the plan says, also above limits.confirm_usd.")
def run(
    *,
    max_calls: int | None,
    max_cost: float | None,
    wait_for_quota: bool,
    no_memo: bool,
    yes: bool,
    **asked: Any,
) -> int:
    """Run CONFIG, or go on where an earlier run of it stopped.

    A longer run (--limit 40 after --limit 20) extends a shorter one. Finished questions are never asked again.
    """
    from qasper_eval.config import load_config
    from qasper_eval.report.score_run import write_scores
    from qasper_eval.runner import RunOptions, prepare_run, run_config

    from .view import TerminalView

    options, view = SliceOptions(**asked), TerminalView()
    limits = {"limits.max_calls": max_calls, "limits.max_cost_usd": max_cost}
    extra = [f"{key}={value}" for key, value in limits.items() if value is not None]
    config = load_config(options.config, [*options.config_overrides(), *extra])
    dataset = load_dataset(config, view)
    prepared = prepare_run(config, dataset, options.config.resolve().parent)
    if prepared.asks_model:
        _approve(prepared, view, yes=yes)
    resume = shlex.join(["qasper-eval", *sys.argv[1:]])
    result = run_config(
        prepared,
        root=RUNS,
        resume=resume,
        view=view,
        options=RunOptions(use_memo=not no_memo, wait_for_quota=wait_for_quota),
    )
    click.echo(write_scores(result.path, dataset, view.say), nl=False)
    conclude(result, view, resume)
    return result.exit_code


def _approve(prepared: PreparedRun, view: TerminalView, *, yes: bool) -> None:
    """Say what is about to be spent; raise UsageError where that needs the user's word."""
    from qasper_eval.checkpoint import finished_before
    from qasper_eval.errors import UsageError
    from qasper_eval.report.plan_text import one_line
    from qasper_eval.report.plan_width import Spread
    from qasper_eval.runner.provider import provider_settings

    from .planning import plan_maker

    settings = provider_settings(prepared.config)
    done = finished_before(RUNS, prepared.manifest)
    maker = plan_maker(prepared, settings, done, spread=Spread(), most_prompts=PROMPTS_FOR_ONE_LINE)
    if not maker.left:
        return
    view.say(one_line(maker.plan()))
    why = maker.confirmation
    if why is not None and not yes:
        raise UsageError(f"{why}: add --yes to spend it, or ask less with --papers, --max-calls or --max-cost")


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
