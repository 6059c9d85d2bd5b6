"""``qasper-eval publish``: runs into a write-once folder."""

from __future__ import annotations

import click


@click.command()
@click.argument("runs", nargs=-1, required=True, metavar="RUN...")
@click.option(
    "--to", required=True, metavar="results/NAME", help="Folder to make; results/ takes the next free name."
)
@click.option("--no-text", is_flag=True, help="Leave out questions, answers and paragraphs.")
@click.option("--allow-partial", is_flag=True, help="Publish a partial run, stamped as such in every table.")
@click.option("--supersedes", metavar="NAME", help="The published result that this one corrects; it stays.")
@click.option("--why", metavar="TEXT", help="What was wrong with it.")
def publish(
    *, runs: tuple[str, ...], to: str, no_text: bool, allow_partial: bool, supersedes: str | None, why: str | None
) -> None:
    """Publish RUN... (names under ./runs, or paths) as a folder that anyone can re-derive offline.

    The folder holds predictions, references, scores, tables, hashes and a verifier. It is written once: an existing
    one is never touched. A run of less than the whole split, or with more than 5 % unmeasured, needs --allow-partial.
    """
    import datetime as dt

    from qasper_eval.report.publish.options import PublishOptions
    from qasper_eval.report.publish.publication import publish as publish_runs

    from .run import RUNS

    date = dt.datetime.now(dt.UTC).date().isoformat()
    options = PublishOptions(to, date, not no_text, allow_partial, supersedes, why)
    folder = publish_runs(runs, RUNS, options, lambda text: click.echo(text, err=True))
    click.echo(f"published {folder}; check it with: qasper-eval verify {folder}")
