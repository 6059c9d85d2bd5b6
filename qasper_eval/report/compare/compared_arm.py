"""One of the two runs, as a comparison names it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ComparedArm:
    """Who answered, and how much of what was asked."""

    label: str
    """What the user typed: a run's name, or the path of its folder."""
    run: str
    """Name of the run."""
    is_published: bool
    """Whether it was read from a published folder."""
    agent: str
    """Name of the agent."""
    model_served: str | None
    """Model that answered, from the responses; None for agents without one."""
    prompt: str | None
    """Names and sha256 (hex) of the prompts; None without one."""
    asked: int
    """Questions asked."""
    measured: int
    """Of them, questions with a prediction."""
