"""What a reader of a comparison must know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval import __version__
from qasper_eval.report.score_run import SAMPLE_NOTE
from qasper_eval.scoring.score_report import FEW_PAPERS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .measured_in_both import MeasuredInBoth
    from .source import Content, Source


def notes_of(
    sources: tuple[Source, Source], contents: tuple[Content, Content], pairing: MeasuredInBoth
) -> Iterator[str]:
    """Yield what a reader must know of a comparison, a sentence each."""
    if not contents[0].dataset.is_benchmark:
        yield SAMPLE_NOTE
    if not pairing.questions:
        yield "no question was measured in both, so nothing compares"
    elif pairing.papers < FEW_PAPERS:
        yield f"few papers ({pairing.papers}): the intervals are wide and rest on few independent papers"
    yield from _left_out(contents, pairing)
    if contents[0].options.seed != contents[1].options.seed:
        yield f"the runs have different seeds; papers are resampled with that of A ({contents[0].options.seed})"
    for name, source in zip("AB", sources, strict=True):
        if not source.has_text:
            yield f"{name} was published without text, so its claims are unknown"
        if source.is_published and source.metrics_version != __version__:
            version = source.metrics_version
            yield f"{name} was published with metrics version {version} and is scored anew with {__version__}"


def _left_out(contents: tuple[Content, Content], pairing: MeasuredInBoth) -> Iterator[str]:
    """Yield why evidence or retrieval is not in the table, where it could be expected."""
    searched = [any(prediction.retrieved is not None for prediction in one.predictions.values()) for one in contents]
    if not pairing.has_evidence:
        yield "the dataset marks no evidence, so nothing of evidence or retrieval is compared"
    elif not pairing.is_one_retrieval:
        yield "retrieval is left out: the abstract counts as something to find in one run only (agent.cite_abstract)"
    elif pairing.questions and searched[0] != searched[1]:
        yield f"retrieval is left out: only {'A' if searched[0] else 'B'} recorded what its search returned"
