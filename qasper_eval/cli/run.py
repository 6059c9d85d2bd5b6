"""``qasper-eval run``: run a config, or resume the run of the same fingerprint."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .approval import approve
from .conclusion import conclude
from .slice_options import SliceOptions, slice_options

if TYPE_CHECKING:
    from loaders.records import Dataset
    from qasper_eval.config import RunConfig
    from qasper_eval.runner import PreparedRun, RunOptions

    from .view import TerminalView

RUNS = Path("runs")


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
    The variants that CONFIG names run one after another, each in a folder NAME-VARIANT of its own; limits hold for
    each. When one stops early the command stops, and the same command goes on.
    """
    from qasper_eval.config import load_variants
    from qasper_eval.runner import Arms, RunOptions

    from .view import TerminalView

    options, view = SliceOptions(**asked), TerminalView()
    limits = {"limits.max_calls": max_calls, "limits.max_cost_usd": max_cost}
    extra = [f"{key}={value}" for key, value in limits.items() if value is not None]
    found = load_variants(options.config, [*options.config_overrides(), *extra])
    dataset = load_dataset(found.base, view)
    arms = Arms(found, dataset, options.config.resolve().parent, only=options.variant)
    approve(arms, RUNS, view, yes=yes)
    start = RunOptions(use_memo=not no_memo, wait_for_quota=wait_for_quota)
    for place, name in enumerate(arms.names):
        if name is not None:
            view.say(f"variant {name} ({place + 1} of {len(arms.names)})")
            click.echo(nl=place > 0)
        code = _run_one(arms.prepare(name), start, view)
        if code:
            return code
    return 0


def _run_one(prepared: PreparedRun, start: RunOptions, view: TerminalView) -> int:
    from qasper_eval.report.score_run import write_scores
    from qasper_eval.runner import run_config

    resume = shlex.join(["qasper-eval", *sys.argv[1:]])
    result = run_config(prepared, root=RUNS, resume=resume, view=view, options=start)
    click.echo(write_scores(result.path, prepared.dataset, view.say), nl=False)
    conclude(result, view, resume)
    return result.exit_code


def load_dataset(config: RunConfig, view: TerminalView) -> Dataset:
    """Return the config's dataset and say what was found."""
    from loaders import Patience
    from qasper_eval.dataset_loading import load_described

    dataset = load_described(config.dataset.model_dump(), patience=Patience(say=view.say))
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
