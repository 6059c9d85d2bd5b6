"""The tokens of one answer, counted."""

from __future__ import annotations

from .f1 import f1


class TokenBag:
    """A multiset of tokens, made once for each text and compared many times."""

    __slots__ = ("_repeated", "size", "tokens", "unique")

    def __init__(self, tokens: list[str], unique: set[str] | None = None) -> None:
        """Take the tokens in order, and the set of them where the caller has it at hand."""
        self.tokens = tokens
        self.size = len(tokens)
        self.unique = set(tokens) if unique is None else unique
        self._repeated: dict[str, int] | None = None

    def repeated(self) -> dict[str, int]:
        """Return how often a token occurs, for those that occur more than once."""
        if self._repeated is None:
            self._repeated = {}
            once: set[str] = set()
            for token in self.tokens:
                if token in once:
                    self._repeated[token] = self._repeated.get(token, 1) + 1
                else:
                    once.add(token)
        return self._repeated


def token_overlap(prediction: TokenBag, reference: TokenBag) -> int:
    """Return the size of the multiset intersection."""
    overlap = len(prediction.unique & reference.unique)
    if overlap and len(prediction.unique) != prediction.size and len(reference.unique) != reference.size:
        # Each common token is counted once by now; only one repeated on both sides is shared more often.
        others = reference.repeated()
        for token, count in prediction.repeated().items():
            if token in others:
                overlap += min(count, others[token]) - 1
    return overlap


def token_f1(prediction: TokenBag, reference: TokenBag) -> float:
    """Return the token F1 in [0, 1]; no overlap is 0, also when both bags are empty."""
    overlap = token_overlap(prediction, reference)
    return f1(overlap, prediction.size, reference.size) if overlap else 0.0
