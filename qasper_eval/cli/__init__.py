"""The command line: it joins the runner and the report and has no logic of its own."""

from .entry import main

__all__ = ["main"]
