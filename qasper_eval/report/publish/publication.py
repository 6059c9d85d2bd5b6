"""What `publish` makes of runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from qasper_eval.checkpoint import find_run
from qasper_eval.errors import UsageError
from qasper_eval.report.score_run import dataset_of

from .checks import check_one_dataset
from .draft import make_draft
from .folder import write_once
from .naming import result_names
from .source import source_run

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from loaders.records import Dataset

    from .draft import Draft
    from .options import PublishOptions
    from .source import SourceRun


def publish(names: Sequence[str], root: Path, options: PublishOptions, say: Callable[[str], None]) -> Path:
    """Write a folder of the runs ``names`` (under ``root``, or paths) and return it.

    Raises:
        UsageError: the name is taken, a run is partial without leave, the runs do not belong together, or something
            private would be published; nothing is written.
    """
    draft = draft_of(names, root, options, say)
    identities = [report.identity for report in draft.reports.values()]
    agents = [identity.agent for identity in identities if identity.agent is not None]
    models = [identity.model for identity in identities if identity.model is not None]
    places = result_names(options.to, Path(options.to), date=options.date, agents=agents, models=models)
    return write_once(places, draft.files)


def draft_of(names: Sequence[str], root: Path, options: PublishOptions, say: Callable[[str], None]) -> Draft:
    """Return what ``publish`` would write but for the folder's name; raises as it does."""
    runs, dataset = source_runs(names, root, say)
    return make_draft(runs, dataset, options, say)


def source_runs(names: Sequence[str], root: Path, say: Callable[[str], None]) -> tuple[list[SourceRun], Dataset]:
    """Return the runs and their one dataset; raises UsageError where they have none in common."""
    stored = [find_run(name, root) for name in names]
    if len({run.name for run in stored}) < len(stored):
        raise UsageError("a run is named twice; each can be published once in a folder")
    check_one_dataset(stored)
    dataset = dataset_of(stored[0])
    return [source_run(run, dataset, say) for run in stored], dataset
