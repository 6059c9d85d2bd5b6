"""The tokens of a reference, counted, and the overlap of an answer's tokens with them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# Above this many tokens, counting one by walking the list costs more than counting all of them once.
_FEW_TOKENS = 100


class TokenBag(NamedTuple):
    """A multiset of tokens as a reference is compared: made once for each text and compared many times."""

    unique: set[str]
    """Distinct tokens."""
    repeated: dict[str, int]
    """How often a token occurs, for those that occur more than once."""
    size: int
    """Tokens, repetitions included."""


def token_bag(tokens: Sequence[str]) -> TokenBag:
    """Return the tokens counted; an empty bag without tokens."""
    unique = set(tokens)
    return TokenBag(unique, {} if len(unique) == len(tokens) else _repeated(tokens), len(tokens))


def _repeated(tokens: Sequence[str]) -> dict[str, int]:
    once: set[str] = set()
    found: dict[str, int] = {}
    for token in tokens:
        if token in once:
            found[token] = found.get(token, 1) + 1
        else:
            once.add(token)
    return found


def token_f1s(tokens: Sequence[str], references: Iterable[TokenBag]) -> list[float]:
    """Return the token F1 of an answer against each reference, in [0, 1]; no overlap is 0, also when both are empty.

    It is ``f1.f1`` of ``token_overlap``, written out because a score spends most of its time here. An answer meets
    few references, so its own tokens are not counted first: that would cost more than it saves. A precision of 1, as
    of every yes or no that is right, changes no bit where it is a factor.
    """
    size = len(tokens)
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
                overlap += _shared_more_than_once(tokens, repeated)
            else:  # spelt out: a call and a second count cost 3 % of a score
                for token, count in repeated.items():
                    if token in common:
                        shared = tokens.count(token)
                        if shared > 1:
                            overlap += (shared if shared < count else count) - 1  # noqa: FURB136  # because min() is a call
        precision, recall = overlap / size, overlap / relevant
        values.append((2 * precision * recall) / (precision + recall))
    return values


def token_overlap(tokens: Sequence[str], reference: TokenBag) -> int:
    """Return the size of the multiset intersection."""
    return len(reference.unique.intersection(tokens)) + _shared_more_than_once(tokens, reference.repeated)


def _shared_more_than_once(tokens: Sequence[str], repeated: dict[str, int]) -> int:
    """Return what tokens repeated on both sides add to the number of distinct common tokens."""
    mine = _repeated(tokens)
    return sum(min(count, mine.get(token, 1)) - 1 for token, count in repeated.items())
