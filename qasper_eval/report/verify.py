"""Whether a published folder is what its inputs come to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qasper_eval import __version__
from qasper_eval.errors import ItemUnmeasuredError, PublishedFolderError, UsageError

from .first_difference import first_difference
from .publish.derived import derived_files
from .publish.draft import standalone_verifiers
from .publish.folder import read_folder
from .publish.layout import PREDICTIONS, of_run
from .publish.manifest import read_manifest, seal_differences
from .publish.own_metrics import OWN, own_facts
from .publish.reading import read_inputs
from .verify_gold import gold_differences
from .verify_inputs import input_differences

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from loaders.records import Paragraph

    from .publish.layout import Files
    from .publish.reading import PublishedInputs, PublishedRun

_FAULTS = (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, ItemUnmeasuredError, UsageError)
"""What values of another kind than published bring about."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What became of verifying a folder."""

    differences: tuple[str, ...]
    """Everything that is not as it should be, a line each; empty where all is."""
    unchecked: tuple[str, ...]
    """What the files at hand cannot show, a sentence each."""


def verify(folder: Path, gold: Path | None = None) -> Verdict:
    """Re-derive every file of a published folder from its inputs, offline; the folder's own name does not matter.

    ``gold`` is the dataset's file, against which what stands for its texts is held too. A folder that is damaged has
    differences; only one that is no folder raises PublishedFolderError.
    """
    files = read_folder(folder)
    try:
        manifest = read_manifest(files)
        found = seal_differences(files)
        inputs = read_inputs(files, manifest["runs"], has_text=manifest["text"])
        found += input_differences(files, manifest["runs"], has_text=manifest["text"])
        found += _dangling(inputs)
        found += _other_side(inputs.facts, has_text=manifest["text"])
        found += [
            f"{of_run(run.name, PREDICTIONS)}: names {model}" for run in inputs.runs for model in run.other_models
        ]
        found += _not_as_derived(files, manifest, inputs)
        if gold is not None:
            found += gold_differences(files, manifest, inputs, gold)
    except PublishedFolderError as error:
        return Verdict((*_seal_of_damaged(files), str(error)), ())
    except _FAULTS as error:
        fault = f"its inputs do not fit together ({type(error).__name__}: {error})"
        return Verdict((*_seal_of_damaged(files), fault), ())
    unchecked = [*_unchecked(manifest, has_gold=gold is not None), *_strange_verifiers(files, inputs.facts)]
    return Verdict(tuple(dict.fromkeys(found)), tuple(unchecked))


def _seal_of_damaged(files: Files) -> list[str]:
    try:
        return seal_differences(files)
    except PublishedFolderError:
        return []


def _unchecked(manifest: dict[str, Any], *, has_gold: bool) -> Iterator[str]:
    if manifest["text"]:
        return
    if not has_gold:
        yield "texts are not published: not checked that evidence and paragraphs are the dataset's (--gold FILE does)"
        yield "not checked that the tokens of human answers are those of the dataset (--gold FILE does)"
    yield "predicted answers are not published: not checked that their tokens are theirs, nor whether prose declines"


def _strange_verifiers(files: Files, facts: Mapping[str, Any]) -> Iterator[str]:
    """Yield a warning where a verifier in the folder is another program than ours, as it is of another version."""
    for name, program in standalone_verifiers(facts).items():
        if files.get(name) != program:
            yield f"its {name} is not the one of this qasper-eval {__version__}; read it before you run it"


def _other_side(facts: Mapping[str, Any], *, has_text: bool) -> Iterator[str]:
    """Yield a line where dataset.json says other things of the dataset than are known of it."""
    if facts.get(OWN) != own_facts(facts["name"], has_text=has_text).get(OWN):
        yield f"dataset.json: {OWN} is not what is known of {facts['name']}"


def _dangling(inputs: PublishedInputs) -> Iterator[str]:
    """Yield citations that name no shown paragraph, or one that is not among the evidence."""
    papers = {question.id: paper.paragraphs for paper, question in inputs.dataset.questions()}
    for run in inputs.runs:
        for question_id, prediction in run.predictions.items():
            for citation in prediction.citations:
                if not _resolves(citation.paragraph, papers.get(question_id, ()), prediction.predicted_evidence):
                    name = of_run(run.name, PREDICTIONS)
                    yield f"{name}: {question_id} cites paragraph {citation.paragraph}, which does not resolve"


def _resolves(ordinal: int, paragraphs: tuple[Paragraph, ...], evidence: tuple[str, ...]) -> bool:
    if not 0 <= ordinal < len(paragraphs):
        return False
    return not paragraphs[ordinal].is_blank and paragraphs[ordinal].text in evidence


def _not_as_derived(files: Files, manifest: dict[str, Any], inputs: PublishedInputs) -> Iterator[str]:
    """Yield each derived file that the inputs do not come to, byte for byte, with its first difference."""
    derived, _ = derived_files(manifest["name"], inputs, manifest.get("supersedes"))
    for name, data in derived.items():
        if files.get(name) != data:
            yield f"{name}: {first_difference(files.get(name), data)}{_hint(inputs.runs)}"
    expected = {*derived, *_input_names(inputs.runs), *standalone_verifiers(inputs.facts), "manifest.json"}
    yield from (f"{name}: is no part of a published folder" for name in sorted(files.keys() - expected))


def _input_names(runs: Sequence[PublishedRun]) -> Iterator[str]:
    yield from ("dataset.json", "references.jsonl", "papers.jsonl")
    for run in runs:
        yield from (of_run(run.name, "run.json"), of_run(run.name, PREDICTIONS))


def _hint(runs: Sequence[PublishedRun]) -> str:
    """Say where another version may be the reason."""
    versions = {run.facts["version"] for run in runs} - {__version__}
    if not versions:
        return ""
    return (
        f" (published with {', '.join(sorted(versions))}, this is {__version__}; the folder's own verify.py decides)"
    )
