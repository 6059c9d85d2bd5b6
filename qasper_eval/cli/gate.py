"""``qasper-eval gate``: thresholds for continuous integration."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

CHECK_FAILED = 3


class Share(click.FloatRange):
    """A number from 0 to 1; NaN, with which nothing compares, is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Return the number, or fail as click does."""
        number: float = super().convert(value, param, ctx)
        if number != number:  # noqa: PLR0124  # because only NaN differs from itself
            self.fail("NaN is no threshold", param, ctx)
        return number


SHARE = Share(0, 1)


@click.command()
@click.argument("run")
@click.option("--evidence-f1-min", type=SHARE, metavar="X", help="Least evidence F1.")
@click.option("--answer-f1-min", type=SHARE, metavar="X", help="Least answer F1.")
@click.option("--decline-recall-min", type=SHARE, metavar="X", help="Least share of the unanswerable declined.")
@click.option("--over-refusal-max", type=SHARE, metavar="X", help="Largest share of the answerable declined.")
@click.option("--unmeasured-max", type=SHARE, metavar="X", help="Largest share of unmeasured questions.")
@click.option("--junit", "junit_file", type=click.Path(path_type=Path), metavar="FILE", help="Write JUnit XML too.")
def gate(*, run: str, junit_file: Path | None, **limits: Any) -> int:
    """Hold RUN against thresholds: pass, fail, or undetermined.

    A threshold passes only when the whole 95 % interval is on its right side, and fails only when the whole interval
    is on the wrong one; between the two the data do not decide. Exit 3 unless all pass.
    """
    from qasper_eval.errors import UsageError
    from qasper_eval.report.gate import Thresholds, overall
    from qasper_eval.report.gate import gate as hold
    from qasper_eval.report.gate import junit as as_junit
    from qasper_eval.report.score_run import score_run
    from qasper_eval.resampling_process import ResamplingProcess

    from .run import RUNS

    if all(limit is None for limit in limits.values()):
        raise click.UsageError("name a threshold, such as --evidence-f1-min 0.30")
    with ResamplingProcess() as resampling:
        scored = score_run(
            run,
            RUNS,
            mode=None,
            text_evidence_only=None,
            say=lambda text: click.echo(text, err=True),
            resampling=resampling,
        )
    checks = hold(scored.report, Thresholds(**limits))
    for check in checks:
        click.echo(f"{check.outcome}: {check.name}: {check.text}")
    outcome = overall(checks)
    click.echo(f"gate: {outcome}")
    click.echo(scored.report.signature())
    if junit_file is not None:
        try:
            junit_file.write_text(as_junit(checks, run, scored.report.signature()), "utf-8")
        except OSError as error:
            raise UsageError(f"--junit {junit_file}: cannot be written ({error.strerror})") from None
    return 0 if outcome == "pass" else CHECK_FAILED
