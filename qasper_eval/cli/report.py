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
    from qasper_eval.report.counted import counted
    from qasper_eval.report.page import page_source, report_page

    from .page_file import demand_folder, write_page
    from .run import RUNS

    demand_folder(to)
    folder, source = page_source(run, RUNS, lambda text: click.echo(text, err=True))
    target = folder / "report.html" if to is None else to
    size = write_page(target, report_page(source))
    click.echo(f"{target}: {counted(len(source.asked), 'question')}, {size}")
