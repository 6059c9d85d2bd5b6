"""What a run folder says about how far it got."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from .files import pretty_json

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

State = Literal["running", "done", "stopped", "interrupted"]


@dataclass(frozen=True, slots=True)
class Progress:
    """progress.json: the slice asked for last and what became of it."""

    state: State
    """Running (also after a crash), done, stopped by a limit, or interrupted."""
    papers: int | None
    """Papers asked for; None for all."""
    questions: int | None
    """Questions asked for; None for all."""
    order: str
    """Order of the slice."""
    seed: int
    """Seed of the order and of the resampling."""
    mode: str
    """Scoring mode asked for."""
    text_evidence_only: bool
    """Scoring form asked for."""
    n_slice: int
    """Questions in the slice."""
    done: int
    """Of them, finished."""
    failures: Mapping[str, str] = field(default_factory=dict[str, str])
    """Unmeasured question id -> cause; tried again on resume."""
    resume: str = ""
    """The command that was given, to go on after a crash."""
    calls: int = 0
    """Calls sent over the whole run folder, 429s and replays apart."""
    spent_usd: float | None = None
    """What they cost in US dollars; None where a price is unknown."""
    input_tokens: int = 0
    """Tokens sent in the calls that say how many of them were cached."""
    cached_tokens: int = 0
    """Of those, tokens read from the provider's prefix cache."""

    def causes(self) -> dict[str, int]:
        """Return how many questions each cause left unmeasured, by cause."""
        return dict(sorted(Counter(self.failures.values()).items()))

    def to_json(self) -> bytes:
        """Return the file's content, with the counts a reader wants first."""
        left = self.n_slice - self.done
        fields = asdict(self) | {"failures": dict(sorted(self.failures.items()))}
        failures = fields.pop("failures")
        counted: dict[str, Any] = {"left": left, "unmeasured": self.causes(), "failures": failures}
        return pretty_json(fields | counted)

    @classmethod
    def read(cls, path: Path) -> Progress | None:
        """Return the file's content, or None when it is missing or unreadable (it can be rebuilt)."""
        try:
            value = json.loads(path.read_bytes())
            names = cls.__dataclass_fields__
            return cls(**{key: value[key] for key in names if key in value})
        except (OSError, ValueError, TypeError):
            return None


@dataclass(frozen=True, slots=True)
class Stopped:
    """stopped.json: why a run ended early and how to go on."""

    cause: str
    """quota, budget, unreachable, rejected or interrupted."""
    detail: str
    """The provider's or system's own words."""
    reset_at: str | None
    """When it may go on (ISO 8601, UTC), where known."""
    done: int
    """Finished questions of the slice."""
    left: int
    """Questions of the slice still to answer."""
    calls: int
    """Calls sent over the whole run folder, 429s and replays apart."""
    spent_usd: float | None
    """What they cost in US dollars; None where a price is unknown."""
    resume: str
    """The exact command to go on."""

    def to_json(self) -> bytes:
        """Return the file's content."""
        return pretty_json(asdict(self))

    @classmethod
    def read(cls, path: Path) -> Stopped | None:
        """Return the file's content, or None when it is missing or unreadable."""
        try:
            value = json.loads(path.read_bytes())
            return cls(**{key: value[key] for key in cls.__dataclass_fields__})
        except (OSError, ValueError, TypeError, KeyError):
            return None
