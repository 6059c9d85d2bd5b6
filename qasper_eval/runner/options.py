"""What one start of a run may be told that is not in its config."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

    from qasper_eval.providers.budget import Spending


@dataclass(slots=True, eq=False)
class Spent:
    """What the runs of one command that share their limits have spent so far."""

    calls: int = 0
    """Calls sent, replays and 429s apart."""
    usd: float = 0.0
    """US dollars, as far as prices are known."""

    @contextmanager
    def counted_by(self, spending: Spending) -> Generator[None]:
        """Let a run's limits begin where this stands, and stand where they end."""
        spending.calls, spending.spent_usd = self.calls, self.usd
        try:
            yield
        finally:
            self.calls, self.usd = spending.calls, spending.spent_usd


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How to run, never what: nothing here changes an outcome."""

    use_memo: bool = True
    """Whether remembered calls are replayed and new ones remembered."""
    wait_for_quota: bool = False
    """Whether to sleep till a quota resets instead of stopping."""
    spent: Spent = field(default_factory=Spent)
    """What counts towards ``max_calls`` and ``max_cost_usd`` already; goes on counting."""
