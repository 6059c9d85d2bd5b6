"""``qasper-eval inspect``: one question of a run, as a person wants to read it."""

from __future__ import annotations

import click


@click.command()
@click.argument("run")
@click.argument("question_id")
@click.option("--full", is_flag=True, help="Shorten nothing: whole traces, whole lists.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def inspect(*, run: str, question_id: str, full: bool, as_json: bool) -> None:
    """Show one question of RUN (a name under ./runs or a path).

    Question, answer, each cited paragraph beside the human evidence, what was missed and whether it was retrieved,
    the scores against each annotator, the trace and the calls. QUESTION_ID may be the beginning of an id.
    """
    from qasper_eval.report.inspect import inspect_question
    from qasper_eval.report.inspect_text import inspection_text

    from .run import RUNS

    def say(text: str) -> None:
        click.echo(text, err=True)

    shown = inspect_question(run, RUNS, question_id, say)
    if as_json:
        import json

        click.echo(json.dumps(shown.to_json(), indent=1, ensure_ascii=False, allow_nan=False))
    else:
        click.echo(inspection_text(shown, full=full), nl=False)
