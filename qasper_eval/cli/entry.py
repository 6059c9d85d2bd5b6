"""The ways in: for Python code, and for the process that is nothing else."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its code (design.md, Commands); None takes the process's own arguments."""
    sys.exit(_exit_code(arguments, []))


def program() -> NoReturn:
    """Be the process ``qasper-eval``: as ``main``, but what a command holds at the end is not taken apart first."""
    held: list[object] = []
    code = _exit_code(None, held)
    if held:
        from .leaving import leave

        leave(code)
    sys.exit(code)


def _exit_code(arguments: Sequence[str] | None, held: list[object]) -> int:
    """Run the commands; click and their frame are imported without looking for garbage, of which they make none."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        from .commands import exit_code
    finally:
        if was_on:
            gc.enable()
    return exit_code(arguments, held)
