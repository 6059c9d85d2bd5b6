"""The command line: it joins the runner and the report and has no logic of its own."""

from .entry import main, program

__all__ = ["main", "program"]
