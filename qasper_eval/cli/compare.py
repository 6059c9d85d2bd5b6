"""``qasper-eval compare``: two runs on the questions that both measured."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from qasper_eval.report.compare.comparison import Comparison
    from qasper_eval.report.compare.volume import VolumeComparison

Counts = tuple[str, str]


@click.command()
@click.argument("runs", nargs=-1, metavar="A B")
@click.option(
    "--only", metavar="KEY", help="Exit 2 unless nothing but this config key differs, such as agent.decline."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of the table.")
@click.option("--html", type=click.Path(path_type=Path, dir_okay=False), help="Also write one HTML page, with texts.")
@click.option("--failing", nargs=2, metavar="K/N K/N", help="No runs: failing of checked citations of A and of B.")
@click.option(
    "--claims", nargs=2, metavar="[K/]N [K/]N", help="With --failing: claims of A and B, or failing of them."
)
def compare(
    *,
    runs: tuple[str, ...],
    only: str | None,
    as_json: bool,
    html: Path | None,
    failing: Counts | None,
    claims: Counts | None,
) -> None:
    """Compare run B with run A, paired by question.

    A and B are names under ./runs, run folders, or published folders (results/NAME, or results/NAME/runs/RUN where it
    holds several). Refused when dataset, split, metrics version, mode or form differ; everything else that differs
    stands under the title.

    With --failing instead of runs, the volume test of counts from elsewhere, such as --failing 39/395 12/289 --claims
    3/166 5/164: how many failures fewer citations alone would explain.
    """
    if failing is not None and not runs and only is None and html is None:
        click.echo(_volume(failing, claims, as_json=as_json), nl=False)
        return
    if failing is not None or claims is not None or len(runs) != 2:
        raise click.UsageError("name two runs, A and B; or none, with --failing K/N K/N (and --claims)")
    from qasper_eval.report.compare.as_json import comparison_json
    from qasper_eval.report.compare.make import compare_runs
    from qasper_eval.report.compare.text import comparison_text

    from .page_file import demand_folder
    from .run import RUNS

    demand_folder(html)
    found = compare_runs(*runs, Path(RUNS), only=only, say=lambda text: click.echo(text, err=True))
    click.echo(comparison_json(found) if as_json else comparison_text(found), nl=False)
    if html is not None:
        _write_page(found, runs, html)


def _write_page(found: Comparison, runs: tuple[str, ...], html: Path) -> None:
    from qasper_eval.report.counted import counted
    from qasper_eval.report.page import compare_page, paired_source

    from .page_file import write_page
    from .run import RUNS

    def quiet(_: str) -> None:
        """What there is to say was said when the numbers were made."""

    a, b = runs
    size = write_page(html, compare_page(found, paired_source(a, b, RUNS, quiet)))
    click.echo(f"{html}: {counted(found.questions, 'paired question')}, {size}", err=True)


def _volume(failing: Counts, claims: Counts | None, *, as_json: bool) -> str:
    from qasper_eval.report.compare.as_json import volume_json
    from qasper_eval.report.compare.volume_text import volume_lines

    found = _volume_of(failing, claims)
    return volume_json(found) if as_json else "\n".join(volume_lines(found)) + "\n"


def _volume_of(failing: Counts, claims: Counts | None) -> VolumeComparison:
    from qasper_eval.report.compare.volume import volume_of_counts

    (failing_a, checked_a), (failing_b, checked_b) = (_pair("--failing", text) for text in failing)
    if failing_a is None or failing_b is None:
        raise click.UsageError("--failing takes failing/checked twice, such as 39/395 12/289")
    citations = (failing_a, checked_a), (failing_b, checked_b)
    if claims is None:
        return volume_of_counts(citations)
    (some_a, claims_a), (some_b, claims_b) = (_pair("--claims", text) for text in claims)
    if (some_a is None) != (some_b is None):
        raise click.UsageError("--claims takes two numbers of claims, or failing/claims twice, such as 3/166 5/164")
    some = None if some_a is None or some_b is None else (some_a, some_b)
    return volume_of_counts(citations, some, (claims_a, claims_b))


def _pair(option: str, text: str) -> tuple[int | None, int]:
    """Return numerator (None without one) and denominator."""
    found = re.fullmatch(r"(?:([0-9]{1,12})/)?([0-9]{1,12})", text)
    if found is None:
        raise click.UsageError(f"{option}: {text!r} is not a count such as 39/395")
    count, n = found[1] and int(found[1]), int(found[2])
    if count and count > n:
        raise click.UsageError(f"{option}: {text} has more failing than checked")
    return (None if found[1] is None else int(found[1])), n
