"""Reports: what a run folder or a pair of files comes to, as tables and JSON."""

from .runs_list import list_runs
from .score_files import score_files
from .score_run import score_run, write_scores
from .scored import Scored

__all__ = ["Scored", "list_runs", "score_files", "score_run", "write_scores"]
