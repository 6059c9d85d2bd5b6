"""``qasper-eval runs``: what run folders there are and how each stands."""

from __future__ import annotations

from pathlib import Path

import click

from .run import RUNS


@click.command()
def runs() -> None:
    """List the runs under ./runs: state, done / left / unmeasured, why stopped, how to go on."""
    from qasper_eval.report.runs_list import list_runs

    click.echo(list_runs(Path(RUNS)), nl=False)
