"""What is looked for."""

from __future__ import annotations

from dataclasses import dataclass

from .terms import terms


@dataclass(frozen=True, slots=True)
class Query:
    """A question as weighted index terms; lexical retrievers read the weights, others may read the text."""

    text: str
    """The question as written."""
    weights: tuple[tuple[str, float], ...]
    """Each term once with its weight (> 0), in order of first occurrence."""

    @classmethod
    def of(cls, text: str) -> Query:
        """Weigh every distinct term of ``text`` 1; a text without terms gives a query that matches nothing."""
        return cls(text=text, weights=tuple((term, 1.0) for term in dict.fromkeys(terms(text))))
