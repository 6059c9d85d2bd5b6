"""A published folder before it has its name."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files as package_files
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qasper_eval import __version__
from qasper_eval.errors import UsageError

from .caveats import stamp
from .checks import check_one_scoring, check_private, check_same_scores
from .derived import derived_files
from .folder import read_folder
from .inputs import input_files
from .layout import MANIFEST, VERIFY, VERIFY_OWN
from .manifest import SEAL, read_manifest, sealed_manifest
from .own_metrics import OWN
from .privacy import PrivateWords
from .reading import read_inputs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from loaders.records import Dataset
    from qasper_eval.scoring import ScoreReport

    from .layout import Files
    from .options import PublishOptions
    from .source import SourceRun


@dataclass(frozen=True, slots=True)
class Draft:
    """A folder that only lacks its name."""

    inputs: Files
    """Files that depend on nothing else."""
    facts: Mapping[str, Any]
    """The manifest without name and files."""
    reports: Mapping[str, ScoreReport]
    """Score of each run."""

    def files(self, name: str) -> dict[str, bytes]:
        """Return every file under that name, the manifest last."""
        inputs = read_inputs(self.inputs, self.facts["runs"], has_text=self.facts["text"])
        derived, _ = derived_files(name, inputs, self.facts["supersedes"])
        files = {**self.inputs, **derived, **standalone_verifiers(inputs.facts)}
        return {**files, MANIFEST: sealed_manifest({**self.facts, "name": name}, files)}


def make_draft(
    runs: Sequence[SourceRun], dataset: Dataset, options: PublishOptions, say: Callable[[str], None]
) -> Draft:
    """Return what would be published, checked; raises UsageError as ``publish`` does."""
    check_one_scoring(runs)
    supersedes = _superseded(options)
    private = PrivateWords.of([run.stored.config for run in runs], [run.path for run in runs])
    inputs = input_files(dataset, runs, private, has_text=options.has_text)
    read = read_inputs(inputs, [run.stored.name for run in runs], has_text=options.has_text)
    derived, reports = derived_files("", read, supersedes)
    for run, published in zip(runs, read.runs, strict=True):
        check_same_scores(run, dataset, reports[published.name])
        if published.other_models:
            raise UsageError(
                f"{published.name}: predictions name {', '.join(published.other_models)}, but the config asks "
                "another model; a run of stored predictions needs no provider section"
            )
        stamped = stamp(reports[published.name], published)
        if stamped is not None and not options.allow_partial:
            raise UsageError(
                f"{run.stored.name}: {stamped}; --allow-partial publishes it with that stamp in every table"
            )
        if stamped is not None:
            say(f"{run.stored.name}: {stamped}")
    check_private({**inputs, **derived}, private)
    facts = {
        "qasper_eval": __version__,
        "published": options.date,
        "text": options.has_text,
        "runs": [run.stored.name for run in runs],
        "supersedes": supersedes,
    }
    return Draft(inputs, facts, reports)


def standalone_verifiers(facts: Mapping[str, Any]) -> dict[str, bytes]:
    """Return verify.py, and verify_own.py where dataset.json (``facts``) names metrics of the dataset's own."""
    sources = {VERIFY: "verify_standalone.py"}
    if facts.get(OWN, {}).get("metrics") is not None:
        sources[VERIFY_OWN] = "verify_own.py"
    return {name: (package_files("qasper_eval.report") / source).read_bytes() for name, source in sources.items()}


def _superseded(options: PublishOptions) -> dict[str, str] | None:
    """Return what the manifest says of the folder that this one corrects."""
    if (options.supersedes is None) != (options.why is None) or not (options.why is None or options.why.strip()):
        raise UsageError("--supersedes NAME and --why TEXT go together, and TEXT says what was wrong")
    if options.supersedes is None or options.why is None:
        return None
    target = Path(options.to)
    folder = (target if options.to.endswith("/") else target.parent) / Path(options.supersedes).name
    if not (folder / MANIFEST).is_file():
        raise UsageError(f"--supersedes {options.supersedes}: {folder} is no published folder")
    manifest = read_manifest(read_folder(folder))
    return {"name": folder.name, SEAL: manifest[SEAL], "why": " ".join(options.why.split())}
