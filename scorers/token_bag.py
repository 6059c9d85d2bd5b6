"""The tokens of one answer, counted."""

from __future__ import annotations

from typing import NamedTuple

from .f1 import f1


class TokenBag(NamedTuple):
    """A multiset of tokens, made once for each text and compared many times."""

    tokens: list[str]
    """Tokens in order."""
    unique: set[str]
    """The same without repetition."""


def token_bag(tokens: list[str]) -> TokenBag:
    """Return the bag of ``tokens``; an empty list gives an empty bag."""
    return TokenBag(tokens, set(tokens))


def token_overlap(prediction: TokenBag, reference: TokenBag) -> int:
    """Return the size of the multiset intersection."""
    common = prediction.unique & reference.unique
    if not common:
        return 0
    if len(prediction.unique) == len(prediction.tokens) or len(reference.unique) == len(reference.tokens):
        # A side without repetition shares each common token exactly once.
        return len(common)
    left: dict[str, int] = {}
    for token in reference.tokens:
        left[token] = left.get(token, 0) + 1
    overlap = 0
    for token in prediction.tokens:
        count = left.get(token, 0)
        if count:
            left[token] = count - 1
            overlap += 1
    return overlap


def token_f1(prediction: TokenBag, reference: TokenBag) -> float:
    """Return the token F1 in [0, 1]; no overlap is 0, also when both bags are empty."""
    overlap = token_overlap(prediction, reference)
    return f1(overlap, len(prediction.tokens), len(reference.tokens)) if overlap else 0.0
