"""Answer normalisation of SQuAD v1.1, as the official mode uses it."""

from __future__ import annotations

import re
import string

ARTICLES = frozenset({"a", "an", "the"})
"""The words that normalisation drops."""

# ASCII text goes through bytes.translate, ten times as fast as str.translate: lower-case letters, a plain space for
# all that str.split() splits on, and one mark for every other control character.
_SPACES = b"\t\n\v\f\r\x1c\x1d\x1e\x1f"
_CONTROL = 0x7F
_CONTROLS = bytes(code for code in range(32) if code not in _SPACES)
_LOWER = bytes.maketrans(
    string.ascii_uppercase.encode() + _SPACES + _CONTROLS,
    string.ascii_lowercase.encode() + b" " * len(_SPACES) + bytes([_CONTROL]) * len(_CONTROLS),
)
_PUNCTUATION_BYTES = string.punctuation.encode()
_PUNCTUATION = re.compile(f"[{re.escape(string.punctuation)}]+")
_ARTICLE = re.compile(r"\b(a|an|the)\b")

# Frequent answers of one token.
_COMMON = {answer: answer.lower() for answer in ("Yes", "No", "Unanswerable")}
_LONGEST_COMMON = max(map(len, _COMMON))


def official_tokens(text: str) -> list[str]:
    """Return the tokens of ``text``: lower case, no ASCII punctuation, no articles, split at white space.

    An empty list where nothing is left. Articles go by regex word boundaries, after the punctuation
    (metrics.md, official): a curly quote glued to ``the`` stays behind alone.
    """
    if len(text) <= _LONGEST_COMMON and text in _COMMON:
        return [_COMMON[text]]
    if text.isascii():
        cleaned = text.encode().translate(_LOWER, _PUNCTUATION_BYTES)
        if _CONTROL not in cleaned:
            # Only letters, digits and spaces are left, so a word boundary is a token boundary.
            words = cleaned.decode().split()
            return words if ARTICLES.isdisjoint(words) else [word for word in words if word not in ARTICLES]
    return without_articles(_PUNCTUATION.sub("", text.lower()).split())


def without_articles(words: list[str]) -> list[str]:
    """Return ``words`` with every ``a``, ``an`` and ``the`` between word boundaries cut out.

    White space is never part of a word, so cutting inside each word equals cutting in the whole text.
    """
    kept: list[str] = []
    for word in words:
        if word.isalnum():
            if word not in ARTICLES:
                kept.append(word)
        else:
            kept.extend(_ARTICLE.sub(" ", word).split())
    return kept


def normalize_answer(text: str) -> str:
    """Return the normalised answer, tokens joined by one space; empty where nothing is left."""
    return " ".join(official_tokens(text))
