"""``qasper-eval verify``: re-derives published folders."""

from __future__ import annotations

from pathlib import Path

import click

CHECK_FAILED = 3
SHOWN = 12


@click.command()
@click.argument("folders", nargs=-1, required=True, metavar="results/NAME...", type=click.Path(path_type=Path))
@click.option(
    "--gold", type=click.Path(path_type=Path), help="The dataset's file, for what a folder without text left out."
)
def verify(folders: tuple[Path, ...], gold: Path | None) -> int:
    """Re-derive every number of published folders from the files in them, offline.

    Exit 3 with the first differences when anything is changed, missing, extra or not what the inputs come to.
    """
    from qasper_eval.report.verify import verify as verify_folder

    failed = False
    for folder in folders:
        verdict = verify_folder(folder, gold)
        failed = failed or bool(verdict.differences)
        for line in verdict.differences[:SHOWN]:
            click.echo(f"{folder}: {line}")
        n = len(verdict.differences)
        click.echo(f"{folder}: {f'{n} differences' if n else 'verified, every number is re-derived'}")
        for line in verdict.unchecked:
            click.echo(f"{folder}: {line}")
    return CHECK_FAILED if failed else 0
