"""The options that ``run`` and ``plan`` share."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

Command = TypeVar("Command", bound="Callable[..., Any]")


@dataclass(frozen=True, slots=True)
class SliceOptions:
    """Which run of which config, and how much of it."""

    config: Path
    """The config file."""
    limit: int | None
    """--limit."""
    papers: int | None
    """--papers."""
    overrides: tuple[str, ...]
    """--set, each ``key=value``."""
    name: str | None
    """--name."""
    variant: str | None = None
    """--variant."""
    suite: str | None = None
    """--suite."""

    def config_overrides(self) -> list[str]:
        """Return all of them as ``key=value``."""
        asked = {
            "slice.questions": self.limit,
            "slice.papers": self.papers,
            "name": None if self.name is None else _quoted(self.name),
        }
        return [*self.overrides, *(f"{key}={value}" for key, value in asked.items() if value is not None)]

    def run_command(self, *, with_slice: bool) -> list[str]:
        """Return the ``run`` command that asks for the same, with or without --papers and --limit."""
        command = ["qasper-eval", "run", str(self.config)]
        for override in self.overrides:
            command += ["--set", override]
        if self.name is not None:
            command += ["--name", self.name]
        if self.variant is not None:
            command += ["--variant", self.variant]
        if self.suite is not None:
            command += ["--suite", self.suite]
        if with_slice:
            command += [] if self.papers is None else ["--papers", str(self.papers)]
            command += [] if self.limit is None else ["--limit", str(self.limit)]
        return command


def slice_options(command: Command) -> Command:
    """Add CONFIG, --limit, --papers, --set, --name, --variant and --suite to a command."""
    for option in (
        click.option("--suite", metavar="NAME", help="Only this one of the config's suites (datasets)."),
        click.option("--variant", metavar="NAME", help="Only this one of the config's variants."),
        click.option("--name", metavar="NAME", help="Run folder's name instead of the config's."),
        click.option(
            "--set", "overrides", multiple=True, metavar="KEY=VALUE", help="Override a config key; repeatable."
        ),
        click.option("--papers", type=click.IntRange(min=1), metavar="N", help="At most N papers (slice.papers)."),
        click.option(
            "--limit", type=click.IntRange(min=1), metavar="N", help="At most N questions (slice.questions)."
        ),
        click.argument("config", type=click.Path(path_type=Path)),
    ):
        command = option(command)
    return command


def _quoted(text: str) -> str:
    """Quote for YAML, so that a run may be called 2026 or null."""
    return "'" + text.replace("'", "''") + "'"
