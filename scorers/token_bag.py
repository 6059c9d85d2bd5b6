"""The tokens of one answer, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from collections.abc import Set as AbstractSet

# Above this many words, counting a word by walking the list costs more than counting all of them once.
_FEW_WORDS = 100
_NONE: frozenset[str] = frozenset()


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

    __slots__ = ("_counted", "_dropped", "size", "words")

    def __init__(self, words: list[str], dropped: AbstractSet[str] = _NONE, size: int | None = None) -> None:
        """Take the words in order; those in ``dropped`` are no tokens, and ``size`` counts the others."""
        self.words = words
        self.size = len(words) if size is None else size
        self._dropped = dropped
        self._counted: Tokens | None = None

    @property
    def tokens(self) -> list[str]:
        """The tokens in order."""
        return [word for word in self.words if word not in self._dropped] if self._dropped else self.words

    @property
    def unique(self) -> set[str]:
        """The distinct tokens."""
        return self.counted.unique

    @property
    def counted(self) -> Tokens:
        """The tokens counted, when first asked for."""
        if self._counted is None:
            unique = set(self.words).difference(self._dropped)
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

    It is ``f1.f1`` of ``token_overlap``, written out because a score spends most of its time here.
    """
    words, size = prediction.words, prediction.size
    values: list[float] = []
    for unique, repeated, relevant in references:
        # No reference holds a dropped word, so those of the prediction may stand among its words here.
        common = unique.intersection(words)
        if not common:
            values.append(0.0)
            continue
        overlap = len(common)
        if repeated and overlap != size:
            overlap += _shared_more_than_once(prediction, common, repeated)
        precision, recall = overlap / size, overlap / relevant
        values.append((2 * precision * recall) / (precision + recall))
    return values


def token_overlap(prediction: TokenBag, reference: TokenBag) -> int:
    """Return the size of the multiset intersection."""
    unique, repeated, _ = reference.counted
    common = unique.intersection(prediction.words)
    return len(common) + _shared_more_than_once(prediction, common, repeated)


def token_f1(prediction: TokenBag, reference: TokenBag) -> float:
    """Return the token F1 in [0, 1]; no overlap is 0, also when both bags are empty."""
    return token_f1s(prediction, (reference.counted,))[0]


def _shared_more_than_once(prediction: TokenBag, common: set[str], repeated: dict[str, int]) -> int:
    """Return what tokens repeated on both sides add to the number of distinct common tokens."""
    more = 0
    if prediction.size > _FEW_WORDS:
        mine = prediction.counted.repeated
        for token, count in repeated.items():
            more += min(count, mine.get(token, 1)) - 1
        return more
    words = prediction.words
    for token, count in repeated.items():
        if token in common:
            shared = words.count(token)
            if shared > 1:
                more += min(shared, count) - 1
    return more
