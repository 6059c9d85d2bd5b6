"""The evidence of one prediction or reference, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, cast

from .f1 import f1

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

FLOAT_MARK = "FLOAT SELECTED"
"""What marks a caption of a figure or table among evidence strings."""


class EvidenceBag(NamedTuple):
    """Distinct evidence strings beside the length that precision and recall divide by."""

    unique: set[str]
    """Distinct strings; equal texts are one."""
    length: int
    """Length of the list (official) or of the set (strict)."""


# The generated constructor is a Python function around this one and takes twice as long.
_new = cast("Callable[[type[EvidenceBag], tuple[set[str], int]], EvidenceBag]", tuple.__new__)  # pyright: ignore[reportUnknownMemberType]  # because a tuple of what is left open


def evidence_bag(evidence: Sequence[str]) -> EvidenceBag:
    """Return the official bag: overlap over sets, denominators over the list with its duplicates."""
    return _new(EvidenceBag, (set(evidence), len(evidence)))


def strict_evidence_bag(evidence: Sequence[str]) -> EvidenceBag:
    """Return the strict bag: sets throughout.

    Comparing texts equals comparing paragraph ordinals here: equal texts count as one paragraph, and a string that is
    no paragraph is compared as text.
    """
    unique = set(evidence)
    return EvidenceBag(unique, len(unique))


def evidence_bag_f1(prediction: EvidenceBag, reference: EvidenceBag) -> float:
    """Return the evidence F1 in [0, 1]; both empty is 1, no overlap is 0."""
    if not prediction.length and not reference.length:
        return 1.0
    return f1(len(prediction.unique & reference.unique), prediction.length, reference.length)


def evidence_bag_f1s(prediction: EvidenceBag, references: Iterable[EvidenceBag]) -> list[float]:
    """Return the evidence F1 against each reference; it is ``evidence_bag_f1``, written out for speed."""
    unique, length = prediction
    values: list[float] = []
    for marked, relevant in references:
        if marked.isdisjoint(unique):
            values.append(0.0 if length or relevant else 1.0)
        elif length == 1:  # precision is 1, which changes no bit where it is a factor
            recall = 1 / relevant
            values.append((2 * recall) / (1 + recall))
        else:
            overlap = len(marked & unique)
            precision, recall = overlap / length, overlap / relevant
            values.append((2 * precision * recall) / (precision + recall))
    return values


def precision_recall(prediction: EvidenceBag, reference: EvidenceBag) -> tuple[float, float]:
    """Return evidence precision and recall in [0, 1]; both 1 where both sides are empty, both 0 without overlap."""
    if not prediction.length and not reference.length:
        return 1.0, 1.0
    overlap = len(prediction.unique & reference.unique)
    if not overlap:
        return 0.0, 0.0
    return overlap / prediction.length, overlap / reference.length


def text_evidence(evidence: Sequence[str]) -> list[str]:
    """Return the evidence strings that are no figure or table (metrics.md, text-evidence-only)."""
    return [text for text in evidence if FLOAT_MARK not in text]
