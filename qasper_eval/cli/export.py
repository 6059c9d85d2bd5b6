"""``qasper-eval export``: results in the forms that other tools read."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("source", metavar="RUN|results/NAME")
@click.option("--to", required=True, metavar="FOLDER", type=click.Path(path_type=Path), help="Folder to make.")
def export(*, source: str, to: Path) -> None:
    """Export a run or a published folder for other tools.

    Writes predictions in the official format, per-question rows as CSV and as parquet with a dataset card (FOLDER
    loads with datasets.load_dataset), and a Hugging Face model index in YAML.
    """
    from qasper_eval.report.export import export as export_to

    from .run import RUNS

    folder = export_to(source, RUNS, to, lambda text: click.echo(text, err=True))
    click.echo(f"exported to {folder}")
