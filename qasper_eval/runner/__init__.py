"""The runner: keyed work items, an async worker and a sink; it knows no questions."""

from .engine import Item, Outcome, run_items
from .job import JobResult, View, run_config
from .options import RunOptions, Spent
from .prepare import PreparedRun, prepare_run
from .stop import StopSignal
from .variants import Arms

__all__ = [
    "Arms",
    "Item",
    "JobResult",
    "Outcome",
    "PreparedRun",
    "RunOptions",
    "Spent",
    "StopSignal",
    "View",
    "prepare_run",
    "run_config",
    "run_items",
]
