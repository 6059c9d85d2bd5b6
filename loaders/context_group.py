"""Questions that share a context, as one paper."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .records import Paper, Question


class ContextGroup:
    """Collects papers by a key that stands for their context; a question joins the paper of its key.

    Rows repeat a context for each of its questions, and intervals resample whole contexts, so that one context must
    be one paper.
    """

    def __init__(self) -> None:
        self._papers: dict[object, Paper] = {}
        self._questions: dict[object, list[Question]] = {}

    def find(self, key: object) -> Paper | None:
        """Return the paper of a key, without its questions; None when there is none yet."""
        return self._papers.get(key)

    def add(self, key: object, paper: Paper, *questions: Question) -> None:
        """Add questions to the paper of a key, which is ``paper`` if the key is new."""
        self._papers.setdefault(key, paper)
        self._questions.setdefault(key, []).extend(questions)

    def papers(self) -> tuple[Paper, ...]:
        """Return the papers in the order of their first question."""
        return tuple(replace(paper, questions=tuple(self._questions[key])) for key, paper in self._papers.items())
