"""What must hold before anything is published."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval import __version__
from qasper_eval.errors import UsageError
from qasper_eval.scoring import SignatureFields, score

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loaders.records import Dataset
    from qasper_eval.checkpoint import StoredRun
    from qasper_eval.scoring import ScoreReport

    from .layout import Files
    from .privacy import PrivateWords
    from .source import SourceRun

_NAMES_CHECKED = ("run.json", "manifest.json", "table.json", "dataset.json")
_OWN_WORDS = ("references.jsonl", "papers.jsonl")
"""Files that hold what the dataset says anyway."""


def check_one_dataset(stored: Sequence[StoredRun]) -> None:
    """Raise UsageError unless all runs are about the same content under the same name."""
    for run in stored[1:]:
        if any(run.dataset[key] != stored[0].dataset[key] for key in ("sha256", "name", "split")):
            raise UsageError(
                f"{run.name} and {stored[0].name} ran on different datasets; publish them in folders of their own"
            )


def check_one_scoring(runs: Sequence[SourceRun]) -> None:
    """Raise UsageError unless all runs are scored in the same mode and form."""
    for run in runs[1:]:
        for key in ("mode", "text_evidence_only"):
            first, other = getattr(runs[0].options, key), getattr(run.options, key)
            if first != other:
                raise UsageError(
                    f"{runs[0].stored.name} is scored with {key} {first} and {run.stored.name} with {other}; "
                    "one folder holds one kind of score"
                )


def check_same_scores(run: SourceRun, dataset: Dataset, published: ScoreReport) -> None:
    """Raise UsageError when the score of what is published is not the score of the run itself."""
    own = score(
        dataset,
        run.predictions,
        run.options,
        asked=sorted(run.asked),
        unmeasured=run.unmeasured,
        missing="unmeasured",
        identity=SignatureFields(version=__version__),
    )
    mine, theirs = own.to_json(), published.to_json()
    left_out = ("signature", "dataset_metrics") if published.dataset_metrics is None else ("signature",)
    differing = [key for key in mine if key not in left_out and mine[key] != theirs[key]]
    if differing:
        raise UsageError(
            f"{run.stored.name}: without what is left out, {', '.join(differing)} cannot be re-derived; "
            "nothing was published, please report this"
        )


def check_private(files: Files, private: PrivateWords) -> None:
    """Raise UsageError when a file would tell something of this machine or its user."""
    for name, data in files.items():
        if name in _OWN_WORDS:
            continue
        what = private.found_in(data, with_names=name.rpartition("/")[2] in _NAMES_CHECKED)
        if what is not None:
            where = "a name, the agent or the model" if name.endswith(".json") else "an answer"
            raise UsageError(f"{name} would hold {what} (look at {where}); nothing was published")
