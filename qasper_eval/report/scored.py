"""A score with what its table needs to name itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from qasper_eval.scoring import ScoreReport
    from qasper_eval.scoring.mode_difference import ModeDifference


class Heading(NamedTuple):
    """What stands above a table."""

    title: str
    """Run name, or the name of the predictions file."""
    dataset: str
    """Dataset and split."""
    agent: str
    """Who answered."""
    model: str | None = None
    """Model that answered; None for agents without one."""
    notes: tuple[str, ...] = ()
    """What a reader must know, one sentence each."""


class Scored(NamedTuple):
    """Every metric, ready to print."""

    report: ScoreReport
    """The numbers."""
    heading: Heading
    """What stands above them."""
    differences: Callable[[], Sequence[ModeDifference]]
    """Finds the questions whose value differs between the modes; costs a second scoring, so only on demand."""

    def json(self) -> str:
        """Return the one object of ``score --json`` with a trailing newline; floats keep every digit."""
        import json

        return json.dumps(self.report.to_json(), indent=1, ensure_ascii=False, allow_nan=False) + "\n"

    def table(self) -> str:
        """Return table.md."""
        from .table import table

        return table(self.report, self.heading)

    def mode_differences(self, *, as_json: bool) -> str:
        """Return the questions whose value differs between official and strict, and why."""
        from .mode_differences import show_differences

        return show_differences(self.differences(), as_json=as_json)
