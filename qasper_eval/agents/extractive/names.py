"""Names and numbers of a question: what an answer must be about."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from qasper_eval.agents.retrieval import stem

from .countries import SAME_COUNTRY
from .spelling import near
from .vocabulary import COMMON_TERMS

if TYPE_CHECKING:
    from collections.abc import Iterable

_WORD = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:\d+[^\W_]*)?")
_SENTENCE_START = re.compile(r"(?:^|[.?!:])\W*$")


def names_in(question: str) -> tuple[str, ...]:
    """List the question's names and numbers, lower-cased, each once, in order.

    A name is a capitalised word that does not open a sentence, or any word with a capital inside; where most words
    are capitalised, only the latter. Common words of the field and numbers of one digit are none.
    """
    words = list(_WORD.finditer(question))
    capitalised = sum(word.group()[0].isupper() for word in words)
    is_title_case = len(words) > 2 and capitalised > len(words) / 2
    found = [_plain(word.group()) for word in words if _is_name(question, word, is_title_case=is_title_case)]
    return tuple(dict.fromkeys(name for name in found if stem(name) not in COMMON_TERMS))


def missing_names(names: Iterable[str], texts: Iterable[str]) -> tuple[str, ...]:
    """List the names that no text holds.

    ``OpenIE`` is found in ``Open IE``, ``French`` in ``France``, and one slip of the pen is forgiven.
    """
    held: set[str] = set()
    for text in texts:
        words = [_plain(word.group()) for word in _WORD.finditer(text)]
        held.update(words)
        held.update(word + following for word, following in pairwise(words))
    return tuple(
        name
        for name in names
        if held.isdisjoint(SAME_COUNTRY.get(name, (name,))) and not any(near(name, word) for word in held)
    )


def _is_name(question: str, word: re.Match[str], *, is_title_case: bool) -> bool:
    text = word.group()
    if text[0].isdigit():
        return len(text) > 1
    if any(letter.isupper() for letter in text[1:]):
        return True
    return text[0].isupper() and not is_title_case and not _SENTENCE_START.search(question[: word.start()])


def _plain(word: str) -> str:
    return word.lower().replace(",", "")
