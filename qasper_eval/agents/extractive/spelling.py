"""Whether two spellings may be the same word."""

from __future__ import annotations

_LONG_ENOUGH = 5


def near(word: str, other: str) -> bool:
    """Tell whether two lower-cased words are equal, one begins with the other, or one edit lies between them.

    The last two need five characters on both sides and the same first letter, since one edit turns a shorter word
    into another word; numbers must be equal.
    """
    if word == other:
        return True
    if min(len(word), len(other)) < _LONG_ENOUGH or word[0] != other[0] or word[0].isdigit():
        return False
    if word.startswith(other) or other.startswith(word):
        return True
    return abs(len(word) - len(other)) <= 1 and _is_one_edit(word, other)


def _is_one_edit(word: str, other: str) -> bool:
    same = 0
    while same < min(len(word), len(other)) and word[same] == other[same]:
        same += 1
    rest, other_rest = word[same:], other[same:]
    return rest[1:] == other_rest[1:] or rest[1:] == other_rest or rest == other_rest[1:]
