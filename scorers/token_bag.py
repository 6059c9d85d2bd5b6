"""The tokens of one answer, counted."""

from __future__ import annotations

from typing import NamedTuple

from .f1 import f1


class TokenBag(NamedTuple):
    """A multiset of tokens, made once for each text and compared many times."""

    size: int
    """Tokens, repetitions included."""
    unique: set[str]
    """Distinct tokens."""
    repeated: dict[str, int]
    """How often a token occurs, for those that occur more than once."""


def token_bag(tokens: list[str]) -> TokenBag:
    """Return the bag of ``tokens``; an empty list gives an empty bag."""
    unique = set(tokens)
    repeated: dict[str, int] = {}
    if len(unique) != len(tokens):
        once: set[str] = set()
        for token in tokens:
            if token in once:
                repeated[token] = repeated.get(token, 1) + 1
            else:
                once.add(token)
    return TokenBag(len(tokens), unique, repeated)


def token_overlap(prediction: TokenBag, reference: TokenBag) -> int:
    """Return the size of the multiset intersection."""
    overlap = len(prediction.unique & reference.unique)
    if overlap and prediction.repeated and reference.repeated:
        # Each common token is counted once by now; only one repeated on both sides is shared more often.
        for token, count in prediction.repeated.items():
            other = reference.repeated.get(token)
            if other is not None:
                overlap += min(count, other) - 1
    return overlap


def token_f1(prediction: TokenBag, reference: TokenBag) -> float:
    """Return the token F1 in [0, 1]; no overlap is 0, also when both bags are empty."""
    return f1(token_overlap(prediction, reference), prediction.size, reference.size)
