"""The end of a process that holds much: its memory goes back at once, not record by record."""

from __future__ import annotations

import atexit
import os
import sys
from contextlib import suppress
from typing import NoReturn


def leave(code: int) -> NoReturn:
    """End the process with ``code`` without taking apart what it holds, which took 5 % of scoring 1,005 questions.

    What was registered for the exit is run, and what was printed is written, as in any other end. While other threads
    run, it is such an end.
    """
    threading = sys.modules.get("threading")
    if threading is None or threading.active_count() == 1:
        atexit._run_exitfuncs()  # noqa: SLF001  # because os._exit would skip them
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):  # what can be said of a full disk or a closed pipe was said before
                stream.flush()
        os._exit(code)
    sys.exit(code)
