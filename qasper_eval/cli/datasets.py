"""``qasper-eval datasets``: what can be loaded, one example of it, and a check before anything is spent."""

from __future__ import annotations

from typing import Any

import click

from .dataset_options import DatasetOptions, dataset_options


@click.group()
def datasets() -> None:
    """List datasets, show an example, check one before a run."""


@datasets.command("list")
@click.option("--json", "as_json", is_flag=True, help="Print every fact as one JSON list.")
def list_(*, as_json: bool) -> None:
    """List what can be loaded.

    Of each dataset: the unit that people marked evidence in, splits with their sizes, licence, answer types, what
    unanswerable means there, and whether it comes from the Hub or from a file of yours. Nothing is downloaded.
    """
    from qasper_eval.report.datasets_list import datasets_json, list_datasets

    if as_json:
        import json

        click.echo(json.dumps(datasets_json(), indent=1, ensure_ascii=False))
    else:
        click.echo(list_datasets(), nl=False)


@datasets.command()
@dataset_options
@click.option("--question", metavar="ID", help="Id of a question, or the beginning of one; the first by default.")
@click.option("--full", is_flag=True, help="Shorten nothing.")
def show(*, question: str | None, full: bool, **asked: Any) -> None:
    """Show one example of a dataset (NAME, or a CONFIG that names it), what people marked highlighted.

    --path reads a local file in place of the Hub.
    """
    from loaders import Patience
    from qasper_eval.dataset_loading import load_described
    from qasper_eval.report.datasets_show import show_example
    from qasper_eval.report.inspect_find import find_question

    from .view import TerminalView

    (target,) = DatasetOptions(**asked).targets(only_one=True)
    view = TerminalView()
    dataset = load_described(target.section, patience=Patience(say=view.say))
    for warning in dataset.warnings:
        view.say(f"note: {warning}")
    first = next(dataset.questions())
    hint = f"they look like {first[1].id}"
    paper, found = first if question is None else find_question(dataset, question, hint=hint)
    click.echo(show_example(dataset, paper, found, full=full), nl=False)


@datasets.command()
@dataset_options
def doctor(**asked: Any) -> int:
    """Check CONFIG, or the dataset NAME, before anything is spent; exit 2 on a fault.

    Says what would be loaded, from where, in which layout, how much, what is odd about it, under which licence, and
    whether the keys that the models need are set. No model is called, and no key is shown.
    """
    from .checkup import check_target

    options = DatasetOptions(**asked)
    targets = options.targets()
    faults = 0
    for place, target in enumerate(targets):
        lines, found = check_target(target)
        click.echo(nl=place > 0)
        click.echo("\n".join(lines))
        faults += found
    if faults:
        click.echo(f"\n{faults} fault{'' if faults == 1 else 's'} to mend; nothing was sent to a model")
        return 2
    command = f"; go on with: qasper-eval run {options.target}" if options.is_config else ""
    click.echo(f"\nno fault{command}")
    return 0
