"""What one start of a run may be told that is not in its config."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RunOptions:
    """How to run, never what: nothing here changes an outcome."""

    use_memo: bool = True
    """Whether remembered calls are replayed and new ones remembered."""
    wait_for_quota: bool = False
    """Whether to sleep till a quota resets instead of stopping."""
