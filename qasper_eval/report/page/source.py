"""A run as its page reads it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from qasper_eval import __version__
from qasper_eval.checkpoint import find_run
from qasper_eval.errors import UsageError
from qasper_eval.report.publish.layout import MANIFEST
from qasper_eval.report.publish.privacy import public_value
from qasper_eval.report.publish.source import source_run
from qasper_eval.report.run_identity import model_that_answered, prompt_mark
from qasper_eval.report.score_run import SAMPLE_NOTE, dataset_of
from qasper_eval.scoring import Gold, SignatureFields, score
from qasper_eval.slicing import cut_slice

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from loaders.records import Dataset, Paper, Question
    from qasper_eval.checkpoint import StoredRun
    from qasper_eval.records import Prediction
    from qasper_eval.report.publish.source import SourceRun
    from qasper_eval.scoring import ScoreReport


@dataclass(frozen=True, slots=True)
class PageSource:
    """Everything that a page is made of; it holds no path of the machine."""

    name: str
    """Name of the run."""
    agent: str
    """Who answered."""
    gold: Gold
    """The dataset under the options of the run."""
    report: ScoreReport
    """Every number."""
    asked: Sequence[tuple[Paper, Question]]
    """The questions asked, each with its paper, in the order in which they were asked."""
    predictions: Mapping[str, Prediction]
    """Finished questions by id."""
    unmeasured: Mapping[str, str]
    """The others, id -> cause."""
    notes: tuple[str, ...] = ()
    """What a reader must know first, a sentence each."""
    is_whole: bool = True
    """Whether every question of the dataset was asked and the run was not stopped."""

    @property
    def dataset(self) -> Dataset:
        """The dataset, whole."""
        return self.gold.dataset


def page_source(name: str, root: Path, say: Callable[[str], None]) -> tuple[Path, PageSource]:
    """Return the folder of a stored run and what its page is made of.

    Raises:
        UsageError: there is no such run, or it is a published folder, which holds no paper texts.
        CheckpointError: the run cannot be read, or its dataset has changed since.
        DatasetError: its dataset cannot be loaded.
    """
    if (Path(name) / MANIFEST).is_file():
        raise UsageError(
            f"{name}: is a published folder, which holds no texts of papers; name the run that it was made from"
        )
    stored = find_run(name, root)
    dataset = dataset_of(stored)
    return stored.path, _source(source_run(stored, dataset, say), dataset)


def _source(run: SourceRun, dataset: Dataset) -> PageSource:
    stored = run.stored
    part = cut_slice(
        dataset,
        order=run.slice["order"],
        seed=run.slice["seed"],
        papers=run.slice["papers"],
        questions=run.slice["questions"],
    )
    gold = Gold(dataset, run.options)
    report = score(
        dataset,
        run.predictions,
        run.options,
        asked=[question.id for _, question in part.questions],
        unmeasured=run.unmeasured,
        missing="unmeasured",
        identity=_identity(run),
        gold=gold,
    )
    partial = _partial(stored, run, report)
    notes = (
        *([] if dataset.is_benchmark else [SAMPLE_NOTE]),
        *([partial] if partial else []),
        *([part.note] if part.note else []),
    )
    return PageSource(
        stored.name,
        str(stored.config["agent"]["name"]),
        gold,
        report,
        part.questions,
        run.predictions,
        run.unmeasured,
        notes,
        is_whole=not partial,
    )


def _identity(run: SourceRun) -> SignatureFields:
    """Return who answered, with no path in the name of a model."""
    config = run.stored.config
    served = {entry.model_served for entry in run.predictions.values() if entry.model is not None}
    return SignatureFields(
        version=__version__,
        agent=str(config["agent"]["name"]),
        model=model_that_answered(public_value(config.get("provider")), served),
        prompt=prompt_mark(run.stored.prompts),
    )


def _partial(stored: StoredRun, run: SourceRun, report: ScoreReport) -> str:
    """Return the note of a run that is not the whole dataset, measured; empty for one that is."""
    measured, whole = report.answer_f1.n_measured, report.loaded.questions
    progress = stored.progress()
    whys: list[str] = []
    if report.n_slice < whole:
        whys.append(f"{report.n_slice:,} asked")
    if run.stopped is not None:
        whys.append(f"stopped early ({run.stopped})")
    elif progress is not None and progress.state == "running":
        whys.append("still going on, or ended in a crash")
    whys += [f"{cause} {count:,}" for cause, count in report.unmeasured.items()]
    return f"partial run: {measured:,} of {whole:,} questions measured; {', '.join(whys)}" if whys else ""
