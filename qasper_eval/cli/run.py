"""``qasper-eval run``: run a config, or resume the run of the same fingerprint."""

from __future__ import annotations

import shlex
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .approval import approve
from .conclusion import conclude
from .opened_config import open_config
from .slice_options import SliceOptions, slice_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.runner import PreparedRun, RunOptions

    from .opened_config import Arm
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
    each. Its suites (datasets) run likewise, as NAME-SUITE, and share the limits; at the end they stand in one table.
    When one run stops early the command stops, and the same command goes on.
    """
    from qasper_eval.runner import RunOptions

    from .view import TerminalView

    options, view = SliceOptions(**asked), TerminalView()
    limits = {"limits.max_calls": max_calls, "limits.max_cost_usd": max_cost}
    extra = [f"{key}={value}" for key, value in limits.items() if value is not None]
    arms = open_config(options, extra, view)
    approve(arms, RUNS, view, yes=yes)
    code = _run_all(arms, RunOptions(use_memo=not no_memo, wait_for_quota=wait_for_quota), view)
    if len({arm.suite for arm in arms}) > 1:
        _show_side_by_side(arms)
    return code


def _run_all(arms: Sequence[Arm], start: RunOptions, view: TerminalView) -> int:
    """Run all, one after another, till one stops early; return its exit code."""
    from qasper_eval.runner import Spent

    for place, arm in enumerate(arms):
        if arm.title:
            view.say(f"{arm.title} ({place + 1} of {len(arms)})")
            click.echo(nl=place > 0)
        code = _run_one(arm.prepare(), start if arm.suite is not None else replace(start, spent=Spent()), view)
        if code:
            later = ", ".join(one.title for one in arms[place + 1 :])
            if later:
                view.say(f"not reached: {later}")
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


def _show_side_by_side(arms: Sequence[Arm]) -> None:
    from qasper_eval.report.run_entry import run_entry
    from qasper_eval.report.side_by_side import side_by_side

    begun = [path for path in (RUNS / arm.config.name for arm in arms) if (path / "scores.json").is_file()]
    table = side_by_side([run_entry(path) for path in begun])
    if table:
        click.echo(f"\n{table}", nl=False)
