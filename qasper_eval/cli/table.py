"""``qasper-eval table``: the leaderboard over published results, and runs side by side."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from qasper_eval.report.leaderboard import Leaderboard
    from qasper_eval.report.leaderboard_entry import Entry

CHECK_FAILED = 3


@click.command()
@click.argument("results", nargs=-1, required=True, metavar="results/*|RUN...", type=click.Path(path_type=Path))
@click.option(
    "--write", "files", multiple=True, metavar="FILE", type=click.Path(path_type=Path), help="Renew a Markdown file."
)
@click.option("--check", is_flag=True, help="With --write: change nothing, exit 3 when a file is not up to date.")
def table(*, results: tuple[Path, ...], files: tuple[Path, ...], check: bool) -> int:
    """Rank published results by evidence F1, apart for each dataset, split, mode and form.

    An agent's results on several datasets also stand side by side, never blended into one number. Runs that are not
    published (names under ./runs, or paths) can be shown, not written.

    With --write, the part of FILE between the lines <!-- qasper-eval table --> and <!-- end of qasper-eval table -->
    is renewed in place, and likewise one of "corrections".
    """
    from qasper_eval.errors import UsageError
    from qasper_eval.report.leaderboard import Leaderboard

    if check and not files:
        raise click.UsageError("--check needs --write FILE")
    board = Leaderboard([_found(path) for path in results])
    if not files:
        click.echo(board.table(), nl=False)
        return 0
    unpublished = next((entry.folder for entry in board.entries if not entry.is_published), None)
    if unpublished is not None:
        raise UsageError(f"{unpublished}: --write takes published results only; publish it first")
    stale = [file for file in files if _renewed(file, board, write=not check)]
    for file in stale:
        click.echo(f"{file}: is not up to date; renew it without --check" if check else f"{file}: renewed", err=True)
    return CHECK_FAILED if check and stale else 0


def _found(path: Path) -> Path:
    """Return a path, or the run of that name under ./runs where the path is none."""
    from .run import RUNS

    run = RUNS / path
    return run if not path.exists() and (run / "run.json").is_file() else path


def _renewed(file: Path, board: Leaderboard, *, write: bool) -> bool:
    """Return whether a file differs from what it should hold; it is written where asked."""
    from qasper_eval.checkpoint import write_atomic
    from qasper_eval.errors import UsageError
    from qasper_eval.report.marked_blocks import with_blocks

    def link(entry: Entry) -> str:
        target = os.path.relpath(entry.folder.resolve() / "table.md", file.resolve().parent)
        return Path(target).as_posix()

    try:
        old = file.read_bytes().decode()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{file}: cannot be read as UTF-8 text: {error}") from None
    new = with_blocks(old, {"table": board.table(link), "corrections": board.log()}, str(file))
    if new == old:
        return False
    if write:
        write_atomic(file, new.encode())
    return True
