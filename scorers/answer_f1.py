"""Answer F1: token overlap with the best reference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .normalize import official_tokens
from .score import Score
from .strict_normalize import strict_tokens
from .token_bag import token_bag, token_f1s, token_overlap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def answer_f1(prediction: str, references: Sequence[str]) -> Score:
    """Return the official answer F1 in [0, 1]: SQuAD v1.1 tokens, maximum over references (metrics.md, official).

    No overlap is 0, also when both sides normalise to nothing. Raises ValueError without a reference. It compares
    wording, not meaning: a right answer in other words scores low.
    """
    return _best(prediction, references, official_tokens)


def strict_answer_f1(prediction: str, references: Sequence[str]) -> Score:
    """Return the answer F1 in [0, 1] with strict normalisation, maximum over references (metrics.md, strict).

    In a strict table the reference is chosen together with the evidence; see ``joint.best_joint``.
    """
    return _best(prediction, references, strict_tokens)


def _best(prediction: str, references: Sequence[str], tokens_of: Callable[[str], list[str]]) -> Score:
    if not references:
        raise ValueError("answer F1 needs at least one reference")
    tokens = tokens_of(prediction)
    bags = [token_bag(tokens_of(reference)) for reference in references]
    values = token_f1s(tokens, bags)
    best = values.index(max(values))
    overlap = token_overlap(tokens, bags[best])
    if not overlap:
        return Score(0.0, 0.0, 0.0, 0, best)
    return Score(values[best], overlap / len(tokens), overlap / bags[best].size, overlap, best)
