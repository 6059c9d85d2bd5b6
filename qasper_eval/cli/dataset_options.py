"""Which datasets a command is about: one by its name in the registry, or those of a config."""

from __future__ import annotations

import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from qasper_eval.config import RunConfig

Command = TypeVar("Command", bound="Callable[..., Any]")


@dataclass(frozen=True, slots=True)
class DatasetTarget:
    """One dataset that is asked about."""

    section: Mapping[str, Any]
    """The ``dataset`` section of a config."""
    title: str = ""
    """What tells it from the other datasets of a config; empty where there is one only."""
    configs: tuple[RunConfig, ...] = ()
    """The runs on it; () where it is named without a config."""
    folder: Path = Path()
    """Folder of the config."""


@dataclass(frozen=True, slots=True)
class DatasetOptions:
    """NAME or CONFIG, with the options that go with each."""

    target: str
    """Name of a dataset, or a config file."""
    split: str | None
    """--split."""
    revision: str | None
    """--revision."""
    path: Path | None
    """--path."""
    corpus: Path | None
    """--corpus."""
    suite: str | None
    """--suite."""

    @property
    def is_config(self) -> bool:
        """Whether the target is a config file."""
        return self.target.endswith((".yaml", ".yml")) or Path(self.target).is_file()

    def targets(self, *, only_one: bool = False) -> tuple[DatasetTarget, ...]:
        """Return the datasets asked about.

        Raises:
            ConfigError: the config is faulty.
            UsageError: the options do not fit, or it names several datasets where ``only_one`` is wanted.
        """
        from qasper_eval.errors import UsageError

        if not self.is_config:
            return (self._named(),)
        given = {"--split": self.split, "--revision": self.revision, "--path": self.path, "--corpus": self.corpus}
        wrong = next((option for option, value in given.items() if value is not None), None)
        if wrong is not None:
            raise UsageError(f"{wrong}: {self.target} is a config, which says so itself; leave it out")
        found = self._of_config()
        if only_one and len(found) > 1:
            raise UsageError(f"{self.target} names several datasets; choose one with --suite")
        return found

    def _named(self) -> DatasetTarget:
        from loaders import LOADERS
        from qasper_eval.errors import UsageError

        if self.target not in LOADERS:
            close = difflib.get_close_matches(self.target, LOADERS, n=1)
            hint = f"did you mean {close[0]}?" if close else "qasper-eval datasets list names the datasets"
            raise UsageError(f"{self.target}: neither a dataset nor a config file; {hint}")
        if self.target == "custom":
            raise UsageError("custom: a dataset of one's own is described in a config (dataset.map); name the config")
        if self.suite is not None:
            raise UsageError(f"--suite {self.suite}: only a config has suites; {self.target} is a dataset")
        return DatasetTarget(
            {
                "name": self.target,
                "split": self.split,
                "revision": self.revision,
                "path": None if self.path is None else str(self.path),
                "corpus": None if self.corpus is None else str(self.corpus),
            }
        )

    def _of_config(self) -> tuple[DatasetTarget, ...]:
        from qasper_eval.config import load_suites

        from .opened_config import chosen_suites

        path = Path(self.target)
        return tuple(
            DatasetTarget(
                suite.found.base.dataset.model_dump(),
                "" if suite.name is None else f"suite {suite.name}",
                tuple(variant.config for variant in suite.found.variants) or (suite.found.base,),
                path.resolve().parent,
            )
            for suite in chosen_suites(load_suites(path), self.suite, path)
        )


def dataset_options(command: Command) -> Command:
    """Add NAME or CONFIG, --split, --revision, --path, --corpus and --suite to a command."""
    file = click.Path(path_type=Path)
    for option in (
        click.option("--suite", metavar="NAME", help="Only this dataset of a config with suites."),
        click.option("--corpus", type=file, help="File with the texts, where they are kept apart."),
        click.option("--path", type=file, help="A local file instead of the Hub."),
        click.option("--revision", metavar="REV", help="Branch, tag or commit on the Hub."),
        click.option("--split", metavar="SPLIT", help="Split; with --path only a label."),
        click.argument("target", metavar="NAME|CONFIG"),
    ):
        command = option(command)
    return command
