"""From a config file to runs that can be planned or started: its suites, their datasets, their variants."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from loaders.records import Dataset
    from qasper_eval.config import ConfigSet, RunConfig, Suite
    from qasper_eval.runner import Arms, PreparedRun

    from .slice_options import SliceOptions
    from .view import TerminalView


@dataclass(frozen=True, slots=True)
class Arm:
    """One run of a config file."""

    suite: str | None
    """Its dataset among the ``suites``; None where the file has none."""
    variant: str | None
    """Its variant; None where the file has none."""
    arms: Arms
    """The runs on the same dataset."""

    @property
    def title(self) -> str:
        """What tells it from the other runs of the file; empty where it is the only one by nature."""
        named = (("suite", self.suite), ("variant", self.variant))
        return ", ".join(f"{what} {name}" for what, name in named if name is not None)

    @property
    def config(self) -> RunConfig:
        """Its config."""
        return self.arms.config(self.variant)

    def prepare(self) -> PreparedRun:
        """Return it ready to be planned or started; raises ConfigError."""
        return self.arms.prepare(self.variant)


def open_config(options: SliceOptions, extra: Sequence[str], view: TerminalView) -> tuple[Arm, ...]:
    """Load every dataset of a config and return its runs in file order, all of a dataset together.

    Everything is loaded before anything is started, so that a fault of the last dataset costs nothing. A run that
    was begun reads the commit that it began on, wherever the Hub has moved since. Raises ConfigError, DatasetError,
    and UsageError for a ``--suite`` or ``--variant`` that is not there.
    """
    from qasper_eval.config import load_suites
    from qasper_eval.runner import Arms

    suites = load_suites(options.config, [*options.config_overrides(), *extra])
    chosen = chosen_suites(suites, options.suite, options.config)
    folder = options.config.resolve().parent
    opened = [
        (suite, Arms(suite.found, _load_of_suite(suite, view), folder, only=options.variant)) for suite in chosen
    ]
    return tuple(Arm(suite.name, variant, arms) for suite, arms in opened for variant in arms.names)


def chosen_suites(suites: Sequence[Suite], name: str | None, config: Path) -> tuple[Suite, ...]:
    """Return all suites, or the one of that name; raises UsageError when the config names no such suite."""
    from qasper_eval.errors import UsageError

    chosen = tuple(suite for suite in suites if name in {None, suite.name})
    if not chosen:
        known = [suite.name for suite in suites if suite.name is not None]
        has = f"its suites are {', '.join(known)}" if known else "it has no suites"
        raise UsageError(f"--suite {name}: {config} names no such suite; {has}")
    return chosen


def _load_of_suite(suite: Suite, view: TerminalView) -> Dataset:
    """Return the dataset of a suite; a fault names the suite."""
    from loaders import DatasetError

    try:
        return _load_dataset(suite.found, view)
    except DatasetError as error:
        if suite.name is None:
            raise
        raise DatasetError(f"suites.{suite.name}: {error}") from None


def _load_dataset(found: ConfigSet, view: TerminalView) -> Dataset:
    """Return the dataset of a config's runs and say what was found."""
    from loaders import Patience
    from qasper_eval.dataset_loading import load_described

    wanted = found.base.dataset.model_dump()
    dataset = load_described(wanted, revision=_begun_on(found, view), patience=Patience(say=view.say))
    for line in _found(dataset):
        view.say(line)
    return dataset


def _begun_on(found: ConfigSet, view: TerminalView) -> str | None:
    """Return the commit that one of the runs began on, where the config leaves it open; None where none did."""
    from qasper_eval.checkpoint import StoredRun
    from qasper_eval.errors import CheckpointError

    from .run import RUNS

    wanted = _given(found.base.dataset.model_dump())
    for config in (*(variant.config for variant in found.variants), found.base):
        try:
            stored = StoredRun(RUNS / config.name)
        except CheckpointError:
            continue
        revision = stored.dataset.get("revision")
        if revision and "revision" not in wanted and _given(stored.config["dataset"]) == wanted:
            view.say(f"{config.name} began on revision {revision[:8]} of {stored.dataset['name']} and stays on it")
            return str(revision)
    return None


def _given(section: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in section.items() if value is not None}


def _found(dataset: Dataset) -> Iterator[str]:
    found = dataset.counts
    yield (
        f"{dataset.name} ({dataset.split}): {found.papers} papers, {found.questions} questions, "
        f"{found.annotations} annotations; unanswerable by all {found.unanswerable}, split {found.split}; "
        f"evidence strings that are no paragraph {found.evidence_not_paragraph}, "
        f"duplicated paragraphs {found.duplicated_paragraphs}"
    )
    yield from (f"note: {warning}" for warning in dataset.warnings)
