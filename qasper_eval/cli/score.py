"""``qasper-eval score``: all deterministic metrics of a run, or of a predictions file against a gold file."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

if TYPE_CHECKING:
    from collections.abc import Generator

    from qasper_eval.report.scored import Scored

Mode = Literal["official", "strict"]


@contextmanager
def _collector_off() -> Generator[None]:
    """Never look for garbage, at the exit neither: what is read stays until then."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_on:
            gc.enable()


@click.command()
@click.argument("run", required=False)
@click.option("--gold", type=click.Path(path_type=Path), help="Gold file: released JSON layout or parquet.")
@click.option("--predictions", type=click.Path(path_type=Path), help="Predictions, official JSON lines.")
@click.option("--mode", type=click.Choice(["official", "strict"]), help="Default: official, or the run's own.")
@click.option("--text-evidence-only", is_flag=True, default=None, help="Leave figures and tables out of the gold.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the table.")
@click.option("--diff-modes", is_flag=True, help="List each question whose value differs between the modes, and why.")
def score(
    run: str | None,
    gold: Path | None,
    predictions: Path | None,
    mode: Mode | None,
    text_evidence_only: bool | None,  # noqa: FBT001  # because click passes flags by name
    as_json: bool,  # noqa: FBT001  # because click passes flags by name
    diff_modes: bool,  # noqa: FBT001  # because click passes flags by name
) -> None:
    """Score RUN (a name under ./runs or a path), or --gold FILE with --predictions FILE.

    For a run, scores.json and table.md are rewritten. For files, a missing prediction counts as 0, as in the
    authors' evaluator; for a run, unmeasured questions are counted beside the mean and never become a number.
    """

    def say(text: str) -> None:
        click.echo(text, err=True)

    from qasper_eval.resampling_process import ResamplingProcess

    context = click.get_current_context()
    context.with_resource(_collector_off())
    resampling = context.with_resource(ResamplingProcess())
    scored: Scored
    if run is not None and gold is None and predictions is None:
        from qasper_eval.report.score_run import score_run

        from .run import RUNS

        scored = score_run(
            run, RUNS, mode=mode, text_evidence_only=text_evidence_only, say=say, resampling=resampling
        )
    elif run is None and gold is not None and predictions is not None:
        from qasper_eval.report.score_files import score_files

        scored = score_files(
            gold,
            predictions,
            mode=mode or "official",
            text_evidence_only=bool(text_evidence_only),
            say=say,
            resampling=resampling,
        )
    else:
        raise click.UsageError("name a RUN, or give both --gold FILE and --predictions FILE")
    held: list[object] | None = context.obj
    if held is not None:  # see cli/entry.py
        held.append(scored)
    if diff_modes:
        click.echo(scored.mode_differences(as_json=as_json), nl=False)
    else:
        click.echo(scored.json() if as_json else scored.table(), nl=False)
