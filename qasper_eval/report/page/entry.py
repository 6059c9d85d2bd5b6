"""One question as the page lists and shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from .fault import Fault

MarkKind = Literal["both", "cited", "human"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A paragraph that was cited, or that an annotator marked, or both."""

    ordinal: int | None
    """Ordinal in its paper; None for a text that is no paragraph of it."""
    kind: MarkKind
    """``both``, ``cited`` by the agent only, or marked by a ``human`` only."""
    annotators: tuple[int, ...]
    """Annotators that marked it, from 1."""
    rank: int | None
    """Its rank in the retrieved list; None where it is not in it."""
    quotes: tuple[tuple[int, int], ...]
    """Half-open code-point ranges that citations quote."""
    same_as: int | None
    """Ordinal of the cited paragraph with the same text; None for that one itself."""
    text: str | None
    """Verbatim text where it is no paragraph of the paper, else None."""

    def to_json(self) -> dict[str, Any]:
        """Return what page.js reads; what is unknown or empty is left out."""
        return _without_empty(
            {
                "o": self.ordinal,
                "k": self.kind,
                "a": self.annotators,
                "r": self.rank,
                "q": self.quotes,
                "s": self.same_as,
                "t": self.text,
            }
        )


@dataclass(frozen=True, slots=True)
class Person:
    """One annotator's answer, and the prediction against it alone."""

    type: str
    """Answer type."""
    answer: str
    """Reference answer in the official form."""
    evidence: tuple[int | None, ...]
    """First ordinal of each evidence string; None for one that is no paragraph."""
    answer_f1: float | None
    """Official answer F1 against this annotator; None without a prediction."""
    evidence_f1: float | None
    """Official evidence F1 against this annotator; None without a prediction."""

    def to_json(self) -> dict[str, Any]:
        """Return what page.js reads."""
        return {
            "y": self.type,
            "t": self.answer,
            "e": self.evidence,
            "af": rounded(self.answer_f1),
            "ef": rounded(self.evidence_f1),
        }


@dataclass(frozen=True, slots=True)
class Entry:
    """One question asked."""

    question_id: str
    """Id of the question."""
    text: str
    """The question as written."""
    paper: int
    """Place of its paper among those shown."""
    type: str
    """The annotators' most frequent answer type."""
    answer_class: str
    """Whether no, every or only some annotators say unanswerable."""
    fault: Fault
    """What went wrong."""
    numbers: tuple[float, float, float, float] | None
    """Evidence F1, its precision and recall, and answer F1; None where nothing is measured."""
    cited: int
    """Paragraphs cited."""
    evidence_count: str
    """How many paragraphs the question needs, in words."""
    answer: str | None
    """The short answer; None without a prediction."""
    prose: str | None
    """The answer in prose; None where the short answer is all there is."""
    claims: tuple[tuple[int, int, tuple[int, ...]], ...]
    """Parts of the prose as code-point ranges, each with the ordinals that it cites."""
    outcome: str
    """answered, declined, …, or the cause where it is unmeasured."""
    marks: tuple[Mark, ...]
    """Paragraphs cited or marked: the cited ones in citation order, then the others in paper order."""
    people: tuple[Person, ...]
    """The human answers."""
    retrieved: int | None
    """Length of the retrieved list; None where the agent retrieves nothing."""

    def listed(self) -> dict[str, Any]:
        """Return what the list of questions needs."""
        return {
            "i": self.question_id,
            "t": self.text,
            "p": self.paper,
            "y": self.type,
            "c": self.answer_class,
            "f": self.fault,
            "n": None if self.numbers is None else [rounded(value) for value in self.numbers],
            "k": self.cited,
            "e": self.evidence_count,
        }

    def opened(self) -> dict[str, Any]:
        """Return what is needed when the question is opened."""
        return _without_empty(
            {
                "a": self.answer,
                "x": self.prose,
                "cl": self.claims,
                "o": self.outcome,
                "m": [mark.to_json() for mark in self.marks],
                "h": [person.to_json() for person in self.people],
                "r": self.retrieved,
            }
        )


def rounded(value: float | None) -> float | None:
    """Return a number with the digits that the page shows and sorts by."""
    return None if value is None else round(value, 4)


def _without_empty(fields: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if value is not None and value != ()}
