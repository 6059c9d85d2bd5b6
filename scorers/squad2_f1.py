"""Answer F1 where no answer is an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .normalize import official_tokens
from .token_bag import token_bag, token_f1s

if TYPE_CHECKING:
    from collections.abc import Sequence


def squad2_f1(prediction: str, references: Sequence[str]) -> float:
    """Return the token F1 in [0, 1], maximum over references; the empty text stands for no answer.

    Where either side normalises to nothing, F1 is 1 if both do, else 0 (compute_f1 of evaluate-v2.0.py, Rajpurkar et
    al. 2018; metrics/answer.py of MuSiQue, Trivedi et al. 2022). Raises ValueError without a reference. It compares
    wording, not meaning.
    """
    said = official_tokens(prediction)
    bags = [token_bag(official_tokens(reference)) for reference in references]
    if not said:
        return max(float(not bag.size) for bag in bags)
    return max(token_f1s(said, bags))
