"""The evidence of a reference, counted, and how the cited strings meet it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

FLOAT_MARK = "FLOAT SELECTED"
"""What marks a caption of a figure or table among evidence strings."""


class EvidenceBag(NamedTuple):
    """Distinct evidence strings of a reference beside the length that recall divides by."""

    unique: set[str]
    """Distinct strings; equal texts are one."""
    length: int
    """Length of the list (official) or of the set (strict)."""


# The generated constructor is a Python function around this one and takes twice as long.
_new = cast("Callable[[type[EvidenceBag], tuple[set[str], int]], EvidenceBag]", tuple.__new__)  # pyright: ignore[reportUnknownMemberType]  # because a tuple of what is left open


def evidence_bag(evidence: Sequence[str]) -> EvidenceBag:
    """Return the bag of a reference: its distinct strings, and the length of its list with duplicates.

    That is the official side (metrics.md, official); for strict, pass ``distinct`` evidence.
    """
    return _new(EvidenceBag, (set(evidence), len(evidence)))


def distinct(evidence: Sequence[str]) -> tuple[str, ...]:
    """Return each string once, in order, as the strict mode counts cited and marked evidence.

    Comparing texts equals comparing paragraph ordinals here: equal texts count as one paragraph, and a string that is
    no paragraph is compared as text.
    """
    return tuple(dict.fromkeys(evidence))


def evidence_bag_f1s(cited: Sequence[str], references: Iterable[EvidenceBag]) -> list[float]:
    """Return the evidence F1 in [0, 1] against each reference; both empty is 1, no overlap is 0.

    Overlap over sets, precision over the length of ``cited``. It is ``f1.f1``, written out for speed; a precision of
    1 changes no bit where it is a factor.
    """
    length = len(cited)
    values: list[float] = []
    if length == 1:
        (only,) = cited
        for marked, relevant in references:
            recall = 1 / relevant if only in marked else 0.0
            values.append((2 * recall) / (1 + recall))
        return values
    for marked, relevant in references:
        if marked.isdisjoint(cited):
            values.append(0.0 if length or relevant else 1.0)
        else:
            overlap = len(marked.intersection(cited))
            precision, recall = overlap / length, overlap / relevant
            values.append((2 * precision * recall) / (precision + recall))
    return values


def precision_recall(cited: Sequence[str], reference: EvidenceBag) -> tuple[float, float]:
    """Return evidence precision and recall in [0, 1]; both 1 where both sides are empty, both 0 without overlap."""
    marked, relevant = reference
    if not cited and not relevant:
        return 1.0, 1.0
    overlap = len(marked.intersection(cited))
    if not overlap:
        return 0.0, 0.0
    return overlap / len(cited), overlap / relevant


def text_evidence(evidence: Sequence[str]) -> list[str]:
    """Return the evidence strings that are no figure or table (metrics.md, text-evidence-only)."""
    return [text for text in evidence if FLOAT_MARK not in text]
