"""What `publish` was asked."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PublishOptions:
    """Where to, and what may be in it."""

    to: str
    """Folder to make; with a slash at its end, the folder to make the next free one in."""
    date: str
    """Day of publishing, ``YYYY-MM-DD``."""
    has_text: bool = True
    """False leaves out questions, answers and paragraphs."""
    allow_partial: bool = False
    """Publish a partial run, stamped."""
    supersedes: str | None = None
    """Name of the result beside it that this one corrects."""
    why: str | None = None
    """What was wrong with that one."""
