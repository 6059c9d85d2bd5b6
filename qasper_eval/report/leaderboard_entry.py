"""One line of the leaderboard, read from a published folder."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from loaders.dataset_facts import facts_of
from qasper_eval.errors import PublishedFolderError
from scorers.signature import parse_signature

from .publish.folder import read_folder
from .publish.layout import DATASET, RUN, SCORES, TABLE, of_run
from .publish.manifest import read_manifest, seal_differences
from .publish.privacy import public_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from .publish.layout import Files


@dataclass(frozen=True, slots=True)
class RankedGroup:
    """What must be equal for two results to stand in one ranking."""

    dataset: str
    """Name of the dataset."""
    split: str
    """Its split."""
    sha256: str
    """Content of the data."""
    mode: str
    """official or strict."""
    text_evidence_only: bool
    """Whether figures and tables are left out of the human evidence."""


@dataclass(frozen=True, slots=True)
class OwnMetric:
    """One headline of the dataset's own authors."""

    label: str
    """What a person reads."""
    mean: float | None
    """Its value; None where it applies to no question."""
    interval: tuple[float, float] | None
    """Its 95 % interval."""
    n: int
    """Questions that it applies to."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One published run."""

    folder: Path
    """Where it lies."""
    run: str
    """Name of the run."""
    is_alone: bool
    """Whether its folder holds no other run."""
    group: RankedGroup
    """In which ranking it stands."""
    agent: str
    """Agent, with the model that answered."""
    evidence_f1: float | None
    """Evidence F1; None where nothing was measured."""
    evidence_interval: tuple[float, float] | None
    """Its 95 % interval."""
    answer_f1: float | None
    """Answer F1."""
    answer_interval: tuple[float, float] | None
    """Its 95 % interval."""
    questions: int
    """Questions measured."""
    papers: int
    """Papers that they are about."""
    stamp: str
    """Marks a partial run; empty for others."""
    signature: str
    """How evidence F1 was made."""
    is_benchmark: bool
    """False for the bundled sample."""
    declined: tuple[int, int]
    """Declines among the unanswerable questions, and how many those are."""
    setting: str
    """Stands for agent, provider, search, prompts, mode and form: equal for two runs that differ in the dataset."""
    own: tuple[OwnMetric, ...] = ()
    """Headlines of the dataset's own authors; () where those are evidence F1 and answer F1."""
    is_published: bool = True
    """False for a run folder."""

    @property
    def has_evidence(self) -> bool:
        """Whether people marked evidence in the dataset, so that evidence F1 says something."""
        facts = facts_of(self.group.dataset)
        return facts is None or facts.has_evidence

    @property
    def headline(self) -> float | None:
        """What a ranking goes by: evidence F1, answer F1 where nobody marked evidence; None where unmeasured."""
        return self.evidence_f1 if self.has_evidence else self.answer_f1

    @property
    def name(self) -> str:
        """Folder, with the run where it holds several."""
        return self.folder.name if self.is_alone else f"{self.folder.name} / {self.run}"


@dataclass(frozen=True, slots=True)
class Correction:
    """One folder that another supersedes."""

    old: str
    """Name of the folder that is wrong."""
    new: str
    """Name of the one to use."""
    why: str
    """What was wrong."""
    date: str
    """Day of the correction."""


def read_entries(folder: Path) -> tuple[list[Entry], Correction | None]:
    """Return the runs of a published folder and what it corrects.

    Raises PublishedFolderError when it is none, or is not as it was published.
    """
    files = read_folder(folder)
    manifest = read_manifest(files)
    faults = seal_differences(files)
    if faults:
        raise PublishedFolderError(f"{folder}: {faults[0]}; see `qasper-eval verify {folder}`")
    try:
        entries = [_entry(folder, files, manifest, run) for run in manifest["runs"]]
        supersedes: Mapping[str, str] | None = manifest["supersedes"]
        if supersedes is None:
            return entries, None
        return entries, Correction(supersedes["name"], folder.name, supersedes["why"], manifest["published"])
    except (KeyError, TypeError, ValueError) as error:
        raise PublishedFolderError(f"{folder}: damaged ({type(error).__name__}: {error})") from None


def _entry(folder: Path, files: Files, manifest: Mapping[str, Any], run: str) -> Entry:
    scores, facts = _json(files, of_run(run, SCORES)), _json(files, of_run(run, RUN))
    dataset = _json(files, DATASET)
    block = next(block for block in _json(files, TABLE)["blocks"] if block["rows"][0]["run"] == run)
    stamp = next((line for line in block["lines"] if line.startswith("Partial run")), "")
    entry = entry_of(folder, run, scores, facts, dataset)
    return replace(
        entry, is_alone=len(manifest["runs"]) == 1, stamp=stamp, is_benchmark=bool(dataset["is_benchmark"])
    )


def entry_of(
    folder: Path, run: str, scores: Mapping[str, Any], facts: Mapping[str, Any], dataset: Mapping[str, Any]
) -> Entry:
    """Return an entry from the JSON of scores.json, run.json and what run.json or dataset.json say of the dataset."""
    evidence, answer, recall = scores["evidence_f1"], scores["answer_f1"], scores["declining"]["structured"]["recall"]
    return Entry(
        folder=folder,
        run=run,
        is_alone=True,
        group=RankedGroup(
            dataset["name"], dataset["split"], dataset["sha256"], scores["mode"], bool(scores["text_evidence_only"])
        ),
        agent=_agent(scores["signature"]),
        evidence_f1=evidence["mean"],
        evidence_interval=_pair(evidence["interval"]),
        answer_f1=answer["mean"],
        answer_interval=_pair(answer["interval"]),
        questions=scores["questions"],
        papers=scores["papers"],
        stamp="",
        signature=scores["signature"],
        is_benchmark=True,
        declined=(recall["count"], recall["n"]),
        setting=_setting(scores, facts),
        own=tuple(_own_metrics(dataset["name"], scores.get("dataset_metrics") or {})),
    )


def _own_metrics(dataset: str, values: Mapping[str, Any]) -> Iterator[OwnMetric]:
    """Yield the headlines, which a score prints in bold."""
    from qasper_eval.scoring.metric_sets import METRIC_SETS

    facts = facts_of(dataset)
    known = METRIC_SETS.get(facts.name) if facts is not None else None
    for key, (label, _) in known.names.items() if known is not None else ():
        if label.startswith("**") and key in values:
            value = values[key]
            yield OwnMetric(label.replace("**", ""), value["mean"], _pair(value["interval"]), value["n"])


def _setting(scores: Mapping[str, Any], facts: Mapping[str, Any]) -> str:
    config = facts["config"]
    who = {key: public_value(config.get(key)) for key in ("agent", "provider", "retrieval")}
    return json.dumps([who, facts["prompts"], scores["mode"], scores["text_evidence_only"]], sort_keys=True)


def _agent(signature: str) -> str:
    parts = parse_signature(signature)
    agent, model = parts.get("agent") or "", parts.get("model")
    return agent if model in {None, "none"} else f"{agent} with {model}"


def _json(files: Files, name: str) -> Any:
    return json.loads(files[name])


def _pair(limits: list[float] | None) -> tuple[float, float] | None:
    return None if limits is None else (limits[0], limits[1])
