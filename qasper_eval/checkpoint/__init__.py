"""Checkpoints: a run on disk that survives kill -9, a full disk and a second process."""

from .files import write_atomic
from .journal import Journal
from .lock import RunLock
from .progress import Progress, Stopped
from .run_folder import RunFolder, finished_before
from .spending import Spending
from .stored_run import StoredRun, find_run

__all__ = [
    "Journal",
    "Progress",
    "RunFolder",
    "RunLock",
    "Spending",
    "Stopped",
    "StoredRun",
    "find_run",
    "finished_before",
    "write_atomic",
]
