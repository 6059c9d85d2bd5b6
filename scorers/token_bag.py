"""The tokens of one answer, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

# Above this many tokens, counting one by walking the list costs more than counting all of them once.
_FEW_TOKENS = 100


class Tokens(NamedTuple):
    """A bag as a reference is compared: by what it holds, not in order."""

    unique: set[str]
    """Distinct tokens."""
    repeated: dict[str, int]
    """How often a token occurs, for those that occur more than once."""
    size: int
    """Tokens, repetitions included."""


class TokenBag:
    """A multiset of tokens, made once for each text and compared many times."""

    __slots__ = ("_counted", "size", "tokens")

    def __init__(self, tokens: list[str]) -> None:
        """Take the tokens in order."""
        self.tokens = tokens
        self.size = len(tokens)
        self._counted: Tokens | None = None

    @property
    def unique(self) -> set[str]:
        """The distinct tokens."""
        return self.counted.unique

    @property
    def counted(self) -> Tokens:
        """The tokens counted, when first asked for."""
        if self._counted is None:
            unique = set(self.tokens)
            repeated = {} if len(unique) == self.size else _repeated(self.tokens)
            self._counted = Tokens(unique, repeated, self.size)
        return self._counted


def _repeated(tokens: list[str]) -> dict[str, int]:
    once: set[str] = set()
    found: dict[str, int] = {}
    for token in tokens:
        if token in once:
            found[token] = found.get(token, 1) + 1
        else:
            once.add(token)
    return found


def token_f1s(prediction: TokenBag, references: Iterable[Tokens]) -> list[float]:
    """Return the token F1 against each reference, in [0, 1]; no overlap is 0, also when both bags are empty.

    It is ``f1.f1`` of ``token_overlap``, written out because a score spends most of its time here. A precision of 1,
    as of every yes or no that is right, changes no bit where it is a factor.
    """
    tokens, size = prediction.tokens, prediction.size
    values: list[float] = []
    if size == 1:
        only = tokens[0]
        for unique, _, relevant in references:
            recall = 1 / relevant if only in unique else 0.0
            values.append((2 * recall) / (1 + recall))
        return values
    for unique, repeated, relevant in references:
        common = unique.intersection(tokens)
        if not common:
            values.append(0.0)
            continue
        overlap = len(common)
        if repeated and overlap != size:
            if size > _FEW_TOKENS:
                overlap += _shared_more_than_once(prediction, repeated)
            else:  # spelt out: a call and a second count cost 3 % of a score
                for token, count in repeated.items():
                    if token in common:
                        shared = tokens.count(token)
                        if shared > 1:
                            overlap += (shared if shared < count else count) - 1  # noqa: FURB136  # because min() is a call
        precision, recall = overlap / size, overlap / relevant
        values.append((2 * precision * recall) / (precision + recall))
    return values


def token_overlap(prediction: TokenBag, reference: TokenBag) -> int:
    """Return the size of the multiset intersection."""
    unique, repeated, _ = reference.counted
    common = unique.intersection(prediction.tokens)
    return len(common) + _shared_more_than_once(prediction, repeated)


def token_f1(prediction: TokenBag, reference: TokenBag) -> float:
    """Return the token F1 in [0, 1]; no overlap is 0, also when both bags are empty."""
    return token_f1s(prediction, (reference.counted,))[0]


def _shared_more_than_once(prediction: TokenBag, repeated: dict[str, int]) -> int:
    """Return what tokens repeated on both sides add to the number of distinct common tokens."""
    mine = prediction.counted.repeated
    return sum(min(count, mine.get(token, 1)) - 1 for token, count in repeated.items())
