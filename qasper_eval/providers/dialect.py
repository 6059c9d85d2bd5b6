"""Which parameters a model turned out to take; learned once, kept for the life of a provider."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_BUDGETS = {"max_completion_tokens": "max_tokens", "max_tokens": "max_completion_tokens"}
_FORMATS = ("json_schema", "json_object", "none")
_FORMAT_NAMES = frozenset({"response_format", "json_schema", "json_object", "text.format", "text"})


class Dialect:
    """Starts with everything asked for; drops or renames what the server rejects, with one note each."""

    def __init__(self, budget_name: str, optional: Sequence[str]) -> None:
        """``budget_name`` is the parameter of the output budget, ``optional`` what may be dropped."""
        self.budget_name = budget_name
        self.format = _FORMATS[0]
        self.version = 0
        self._optional = frozenset(optional)
        self._dropped: set[str] = set()
        self._budgets_tried = {budget_name}
        self._notes: list[str] = []

    @property
    def notes(self) -> tuple[str, ...]:
        """What was given up, in order, one sentence each."""
        return tuple(self._notes)

    def takes(self, parameter: str) -> bool:
        """Return whether a parameter is still sent."""
        return parameter not in self._dropped

    def give_up(self, param: str | None) -> str | None:
        """Drop or rename a rejected parameter; return the note, or None when nothing can be given up."""
        note = self._change((param or "").split(".")[0] if param != "text.format" else param)
        if note:
            self.version += 1
            self._notes.append(note)
        return note

    def note(self, text: str) -> None:
        """Record something given up without being told."""
        if text not in self._notes:
            self._notes.append(text)

    def _change(self, param: str) -> str | None:
        if param in _BUDGETS:
            other = _BUDGETS.get(self.budget_name)
            if other is None or other in self._budgets_tried:
                return None
            self._budgets_tried.add(other)
            self.budget_name = other
            return f"{param} rejected by the model; {other} is sent instead"
        if param in _FORMAT_NAMES:
            level = _FORMATS.index(self.format)
            if level + 1 == len(_FORMATS):
                return None
            rejected, self.format = self.format, _FORMATS[level + 1]
            return f"response_format {rejected} rejected by the model; {self.format} is used"
        if param in self._optional and param not in self._dropped:
            self._dropped.add(param)
            return f"{param} rejected by the model and no longer sent"
        return None
