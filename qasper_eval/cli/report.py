"""``qasper-eval report``: one run as one HTML page."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("run")
@click.option("--to", type=click.Path(path_type=Path, dir_okay=False), help="File to write; default RUN/report.html.")
def report(*, run: str, to: Path | None) -> None:
    """Make one self-contained HTML page of RUN (a name under ./runs or a path).

    Headline numbers with intervals, what went wrong and how often, and every question beside the paragraphs that it
    cites and those that people marked. The page loads nothing and can be sent as one file; it is made from what is
    on the disk, without any call, and holds the texts of the papers.
    """
    from qasper_eval.checkpoint import write_atomic
    from qasper_eval.errors import UsageError
    from qasper_eval.report.page import page_source, report_page

    from .run import RUNS

    if to is not None and not to.absolute().parent.is_dir():
        raise UsageError(f"{to}: its folder does not exist; make it first")
    folder, source = page_source(run, RUNS, lambda text: click.echo(text, err=True))
    content = report_page(source).encode("utf-8", "backslashreplace")
    target = folder / "report.html" if to is None else to
    write_atomic(target, content)
    click.echo(f"{target}: {len(source.asked):,} questions, {len(content) / 1e6:.1f} MB; open it in a browser")
