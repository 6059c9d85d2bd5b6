"""``qasper-eval memo``: the remembered calls."""

from __future__ import annotations

import click


@click.group()
def memo() -> None:
    """Replies remembered across runs, so that nothing is paid for twice."""


@memo.command()
def clear() -> None:
    """Forget every remembered call; finished questions of runs stay as they are."""
    import sqlite3

    from qasper_eval.errors import UsageError
    from qasper_eval.providers import clear_memo
    from qasper_eval.runner.provider import cache_folder

    folder = cache_folder()
    try:
        count = clear_memo(folder)
    except (OSError, sqlite3.Error) as error:
        raise UsageError(f"cannot clear the call memo in {folder}: {error}") from None
    click.echo(f"forgot {count:,} remembered calls ({folder})")
