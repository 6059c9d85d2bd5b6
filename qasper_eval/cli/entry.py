"""The ways in: for Python code, and for the process that is nothing else."""

from __future__ import annotations

import gc
import signal
import sys
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
"""Exit code after Ctrl-C."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its code (design.md, Commands); None takes the process's own arguments."""
    sys.exit(_exit_code(arguments, []))


def program() -> NoReturn:
    """Be the process ``qasper-eval``: as ``main``, but what a command holds at the end is not taken apart first."""
    held: list[object] = []
    try:
        code = _exit_code(None, held)
        if held:
            from .leaving import leave

            leave(code)
    except KeyboardInterrupt:  # while something was imported, or after the last word
        code = INTERRUPTED
    sys.exit(code)


def _exit_code(arguments: Sequence[str] | None, held: list[object]) -> int:
    """Run the commands; what all need is imported without looking for garbage, of which it makes none."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        _import_orjson()
        from .commands import exit_code
    finally:
        if was_on:
            gc.enable()
    return exit_code(arguments, held)


def _import_orjson() -> None:
    """Import orjson where Ctrl-C cannot reach: interrupted there, version 3.13 brings the process down."""
    if sys.platform == "win32":
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        import orjson
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    del orjson
