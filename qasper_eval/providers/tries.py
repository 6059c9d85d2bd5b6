"""How often one question may fail."""

from __future__ import annotations

from qasper_eval.errors import ItemUnmeasuredError

MOST_TRIES = 8


class Tries:
    """Failed tries of one question over all its calls; waiting for a rate limit is no failure."""

    def __init__(self, item: str) -> None:
        self.item = item
        self.failures = 0

    def fail(self, cause: str, detail: str) -> None:
        """Count a failure; raises ItemUnmeasuredError at the eighth."""
        self.failures += 1
        if self.failures >= MOST_TRIES:
            raise ItemUnmeasuredError(cause, f"{self.failures} tries failed, the last: {detail}")
