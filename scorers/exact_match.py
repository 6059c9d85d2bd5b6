"""Exact match of answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .normalize import normalize_answer

if TYPE_CHECKING:
    from collections.abc import Iterable


def exact_match(prediction: str, references: Iterable[str]) -> float:
    """Return 1 where the normalised prediction equals a normalised reference, else 0; 0 without references.

    Two texts that normalise to nothing are equal. Normalisation is SQuAD's: lower case, no ASCII punctuation, no
    articles, single spaces (compute_exact of evaluate-v2.0.py, Rajpurkar et al. 2018). A right answer in other words
    is no match.
    """
    wanted = normalize_answer(prediction)
    return float(any(normalize_answer(reference) == wanted for reference in references))
