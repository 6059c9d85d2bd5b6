"""Runs and published folders, by name or path."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from qasper_eval import __version__
from qasper_eval.checkpoint import StoredRun, find_run
from qasper_eval.errors import CheckpointError, PublishedFolderError, UsageError
from qasper_eval.report.publish.folder import read_folder
from qasper_eval.report.publish.layout import MANIFEST
from qasper_eval.report.publish.manifest import read_manifest, seal_differences
from qasper_eval.report.publish.reading import read_inputs
from qasper_eval.report.publish.source import source_run
from qasper_eval.report.run_identity import model_that_answered
from qasper_eval.report.score_run import dataset_of
from qasper_eval.scoring.own_side import own_side

from .source import Content, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from loaders.records import Dataset

    from .settings import Settings


def find_source(name: str, root: Path, say: Callable[[str], None]) -> Source:
    """Return the run under ``root``, the run folder or the published folder that ``name`` names.

    One run of a published folder with several is ``results/NAME/runs/RUN``.

    Raises:
        UsageError: there is none, or a published folder holds several runs.
        CheckpointError: the run folder cannot be read.
        PublishedFolderError: the published folder is not as it was published.
    """
    path, label = Path(name), _label(name)
    if path.is_absolute() or not (root / name / "run.json").is_file():
        if (path / MANIFEST).is_file():
            return _published(label, path, None)
        if path.parent.name == "runs" and (path.parent.parent / MANIFEST).is_file():
            return _published(label, path.parent.parent, path.name)
    return _stored(label, find_run(name, root), say)


def _label(name: str) -> str:
    """Return how the run is called: as typed, but without the folders of a path that tells where someone works."""
    path = Path(name)
    if not path.is_absolute() and ".." not in path.parts:
        return name
    parts = path.absolute().parts
    return "/".join(parts[-3:] if len(parts) > 3 and parts[-2] == "runs" and _is_published(path) else parts[-1:])


def _is_published(run: Path) -> bool:
    return (run.parent.parent / MANIFEST).is_file()


def _stored(label: str, run: StoredRun, say: Callable[[str], None]) -> Source:
    progress = run.progress()
    if progress is None:
        raise CheckpointError(f"{run.path / 'progress.json'}: missing or damaged; run the config again to rebuild it")

    def read(known: Dataset | None) -> Content:
        dataset = dataset_of(run) if known is None else known
        found = source_run(run, dataset, say)
        served = {one.model_served for one in found.predictions.values() if one.model is not None}
        model = model_that_answered(run.config.get("provider"), served)
        return Content(dataset, found.options, found.predictions, found.unmeasured, model, own_side(dataset.name))

    facts = _facts(run.prompts, run.versions, run.git_commit)
    facts["agent.file_sha256"] = run.fingerprint_fields.get("agent.file_sha256")
    return Source(
        label,
        run.name,
        is_published=False,
        has_text=True,
        dataset=run.dataset,
        mode=progress.mode,
        text_evidence_only=progress.text_evidence_only,
        metrics_version=__version__,
        config=run.config,
        facts=facts,
        open=read,
    )


def _published(label: str, folder: Path, wanted: str | None) -> Source:
    files = read_folder(folder)
    faults = seal_differences(files)
    if faults:
        raise PublishedFolderError(f"{folder}: {faults[0]}; see `qasper-eval verify {folder}`")
    manifest = read_manifest(files)
    names: list[str] = manifest["runs"]
    if wanted is None and len(names) > 1:
        paths = ", ".join(f"{folder}/runs/{name}" for name in names)
        raise UsageError(f"{label}: holds {len(names)} runs; name one of {paths}")
    if wanted is not None and wanted not in names:
        raise UsageError(f"{label}: {folder} holds no run {wanted!r}; it has {', '.join(names)}")
    inputs = read_inputs(files, names, has_text=manifest["text"])
    run = next(run for run in inputs.runs if wanted in {None, run.name})
    facts = _facts(run.facts["prompts"], run.facts["versions"], run.facts["git_commit"])
    played: Any = run.facts["config"]["agent"].get("file")
    facts["agent.file_sha256"] = played["sha256"] if isinstance(played, dict) else None

    own = own_side(inputs.dataset.name)._replace(tally=None)

    def read(_known: Dataset | None) -> Content:
        return Content(inputs.dataset, run.options, run.predictions, run.unmeasured, run.identity.model, own)

    return Source(
        label,
        run.name,
        is_published=True,
        has_text=manifest["text"],
        dataset=inputs.facts,
        mode=run.options.mode,
        text_evidence_only=run.options.text_evidence_only,
        metrics_version=run.facts["version"],
        config=run.facts["config"],
        facts=facts,
        open=read,
    )


def _facts(prompts: Mapping[str, str], versions: Mapping[str, str], git_commit: str | None) -> Settings:
    """Return what stands beside the config; libraries, Python and the commit are the environment."""
    own = {"qasper-eval": "version", "agent_source_sha256": "agent.source_sha256"}
    facts: Settings = {own.get(name, f"environment.{name}"): version for name, version in versions.items()}
    facts["environment.git_commit"] = git_commit
    facts["prompt"] = " + ".join(f"{name} {sha256}" for name, sha256 in sorted(prompts.items())) or None
    return facts
