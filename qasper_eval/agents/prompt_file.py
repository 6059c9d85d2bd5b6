"""Versioned prompt files and how their slots are filled."""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING, Literal

from qasper_eval.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

DeclineMode = Literal["strict", "balanced", "never"]
"""How readily a model is told to decline; picks one instruction sentence and changes nothing else."""

_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_SLOT = re.compile(r"\{\{([a-z_]+)\}\}")


@dataclass(frozen=True, slots=True)
class PromptFile:
    """One version of one agent's wording; a change is a new version, old files stay as they are to the byte."""

    name: str
    """Agent and version, such as ``full-paper-v1``."""
    sections: Mapping[str, str]
    """Section heading to its text, slots unfilled."""
    sha256: str
    """sha256 (hex) of the file's bytes."""

    @classmethod
    def load(cls, agent: str, version: str) -> PromptFile:
        """Read the file shipped with the package; an unknown version raises UsageError naming those there are."""
        folder = files("qasper_eval") / "prompts"
        path = folder / f"{agent}-{version}.md"
        if not path.is_file():
            known = sorted(
                entry.name.removeprefix(f"{agent}-").removesuffix(".md")
                for entry in folder.iterdir()
                if entry.name.startswith(f"{agent}-")
            )
            raise UsageError(f"agent {agent} has no prompt version {version!r}; choose one of: {', '.join(known)}")
        return cls.parse(f"{agent}-{version}", path.read_bytes())

    @classmethod
    def parse(cls, name: str, content: bytes) -> PromptFile:
        """Split a file at its ``## `` headings; what stands before the first heading is a note that is never sent."""
        _, *parts = _HEADING.split(content.decode("utf-8"))
        sections = {heading: body.strip("\n") for heading, body in zip(parts[::2], parts[1::2], strict=True)}
        return cls(name=name, sections=sections, sha256=sha256(content).hexdigest())

    def fill(self, section: str, **slots: str) -> str:
        """Fill a section's ``{{slots}}`` in one pass, so that a value that looks like a slot stays as it is.

        A section or slot that is not there raises KeyError.
        """
        return _SLOT.sub(lambda slot: slots[slot[1]], self.sections[section])
