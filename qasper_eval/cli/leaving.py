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
    run, or a profiler or tracer looks on, it is such an end.
    """
    if _has_threads() or _is_watched():
        sys.exit(code)
    atexit._run_exitfuncs()  # noqa: SLF001  # because os._exit would skip them
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:  # the caller may have closed it
            with suppress(OSError, ValueError):  # what can be said of a full disk or a closed pipe was said before
                stream.flush()
    os._exit(code)


def _has_threads() -> bool:
    threading = sys.modules.get("threading")
    return threading is not None and threading.active_count() > 1


def _is_watched() -> bool:
    if sys.version_info >= (3, 12) and any(sys.monitoring.get_tool(number) for number in range(6)):
        return True
    return sys.gettrace() is not None or sys.getprofile() is not None
