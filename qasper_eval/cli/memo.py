"""``qasper-eval memo``: the remembered calls."""

from __future__ import annotations

import click


@click.group()
def memo() -> None:
    """Replies and embeddings remembered across runs, so that nothing is paid for twice."""


@memo.command()
def clear() -> None:
    """Forget every remembered call and embedding; finished questions of runs stay as they are."""
    import sqlite3

    from qasper_eval.agents.retrieval.embedding_cache import clear_embeddings
    from qasper_eval.errors import UsageError
    from qasper_eval.providers import clear_memo
    from qasper_eval.runner.provider import cache_folder

    folder = cache_folder()
    try:
        calls, vectors = clear_memo(folder), clear_embeddings(folder)
    except (OSError, sqlite3.Error) as error:
        raise UsageError(f"cannot clear the call memo in {folder}: {error}") from None
    click.echo(f"forgot {calls:,} remembered calls and {vectors:,} embeddings ({folder})")
