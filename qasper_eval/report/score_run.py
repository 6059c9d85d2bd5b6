"""Scores a run folder and writes what can be derived from it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from qasper_eval import __version__
from qasper_eval.checkpoint import StoredRun, find_run, write_atomic
from qasper_eval.dataset_loading import load_described
from qasper_eval.errors import CheckpointError, UsageError
from qasper_eval.resampling_process import ResamplingProcess
from qasper_eval.scoring import ScoringOptions, SignatureFields, score
from qasper_eval.slicing import cut_slice

from .publish.layout import MANIFEST
from .run_identity import model_that_answered, prompt_mark
from .scored import Heading, Scored

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from loaders.records import Dataset
    from qasper_eval.checkpoint import Progress
    from qasper_eval.records import Prediction
    from qasper_eval.scoring import Mode
    from qasper_eval.scoring.mode_difference import ModeDifference

SAMPLE_NOTE = (
    "a sample of invented papers, bundled to show the tool: not a benchmark, its numbers compare with nothing"
)


def score_run(
    name: str,
    root: Path,
    *,
    mode: Mode | None,
    text_evidence_only: bool | None,
    say: Callable[[str], None],
    resampling: ResamplingProcess,
) -> Scored:
    """Score a stored run and rewrite its scores.json and table.md; None takes the run's own mode and form.

    Raises:
        UsageError: there is no such run, or it is a published folder.
        CheckpointError: it cannot be read, or its dataset has changed since.
        DatasetError: its dataset cannot be loaded.
    """
    if not (root / name).exists() and (Path(name) / MANIFEST).is_file():
        raise UsageError(f"{name}: is a published folder, whose scores are final; name the run that it was made from")
    run = find_run(name, root)
    return _write(run, dataset_of(run), mode, text_evidence_only, say, resampling)


def write_scores(path: Path, dataset: Dataset, say: Callable[[str], None]) -> str:
    """Score the run at ``path`` on the slice asked for last, write scores.json and table.md, return the table."""
    return _write(StoredRun(path), dataset, None, None, say, ResamplingProcess()).table()


def _write(
    run: StoredRun,
    dataset: Dataset,
    mode: Mode | None,
    text_evidence_only: bool | None,  # noqa: FBT001  # because None means the run's own
    say: Callable[[str], None],
    resampling: ResamplingProcess,
) -> Scored:
    progress = run.progress()
    if progress is None:
        raise CheckpointError(f"{run.path / 'progress.json'}: missing or damaged; run the config again to rebuild it")
    scored = _scored(run, dataset, progress, mode, text_evidence_only, say, resampling)
    write_atomic(run.path / "scores.json", scored.json().encode())
    write_atomic(run.path / "table.md", scored.table().encode())
    return scored


def _scored(
    run: StoredRun,
    dataset: Dataset,
    progress: Progress,
    mode: Mode | None,
    text_evidence_only: bool | None,  # noqa: FBT001  # because None means the run's own
    say: Callable[[str], None],
    resampling: ResamplingProcess,
) -> Scored:
    part = cut_slice(
        dataset,
        order=progress.order,
        seed=progress.seed,
        papers=progress.papers,
        questions=progress.questions,
    )
    options = ScoringOptions(
        mode=mode or cast("Mode", progress.mode),
        text_evidence_only=progress.text_evidence_only if text_evidence_only is None else text_evidence_only,
        seed=progress.seed,
        cite_abstract=bool(run.config["agent"].get("cite_abstract", False)),
    )
    resampling.expect(len({paper.id for paper, _ in part.questions}), seed=options.seed, resamples=options.resamples)
    asked = [question.id for _, question in part.questions]
    served: set[str | None] = set()
    report = score(
        dataset,
        _noting_models(run.predictions(say), served),
        options,
        asked=asked,
        unmeasured=progress.failures,
        missing="unmeasured",
        identity=SignatureFields(version=__version__),
        resample=resampling.intervals,
    )
    model = model_that_answered(run.config.get("provider"), served)
    agent = str(run.config["agent"]["name"])
    identity = SignatureFields(agent=agent, model=model, prompt=prompt_mark(run.prompts), version=__version__)
    notes = [*([] if dataset.is_benchmark else [SAMPLE_NOTE]), *([part.note] if part.note else [])]
    heading = Heading(run.name, f"{dataset.name} ({dataset.split})", agent, model, tuple(notes))

    def differences() -> list[ModeDifference]:
        from qasper_eval.scoring.mode_difference import diff_modes

        wanted = frozenset(asked)
        inside = (prediction for prediction in run.predictions(say) if prediction.question_id in wanted)
        return diff_modes(dataset, inside, text_evidence_only=options.text_evidence_only)

    return Scored(report._replace(identity=identity), heading, differences)


def _noting_models(predictions: Iterable[Prediction], served: set[str | None]) -> Iterator[Prediction]:
    for prediction in predictions:
        if prediction.model is not None:
            served.add(prediction.model_served)
        yield prediction


def dataset_of(run: StoredRun) -> Dataset:
    """Load the run's dataset again: the same file, or the pinned revision of the Hub.

    Raises:
        CheckpointError: its content has changed since the run.
        DatasetError: it cannot be loaded.
    """
    dataset = load_described(run.config["dataset"], revision=run.dataset.get("revision"))
    if dataset.fingerprint != run.dataset["sha256"]:
        raise CheckpointError(
            f"{run.path}: its dataset has changed since the run (sha256 {str(run.dataset['sha256'])[:8]}, "
            f"now {dataset.fingerprint[:8]}); restore the data or run again under another --name"
        )
    return dataset
