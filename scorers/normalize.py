"""Answer normalisation of SQuAD v1.1, as the official mode uses it."""

from __future__ import annotations

import re
import string

ARTICLES = frozenset({"a", "an", "the"})
"""The words that normalisation drops."""

# One pass over ASCII text: lower-case letters, drop punctuation, make every character that str.split() splits on a
# plain space (so that isprintable() then tells whether a control character is left).
_ASCII = {
    **{ord(upper): ord(upper.lower()) for upper in string.ascii_uppercase},
    **dict.fromkeys(map(ord, string.punctuation)),
    **dict.fromkeys(map(ord, "\t\n\v\f\r\x1c\x1d\x1e\x1f"), ord(" ")),
}
_PUNCTUATION = re.compile(f"[{re.escape(string.punctuation)}]+")
_ARTICLE = re.compile(r"\b(a|an|the)\b")


def official_tokens(text: str) -> list[str]:
    """Return the tokens of ``text``: lower case, no ASCII punctuation, no articles, split at white space.

    An empty list where nothing is left. Articles go by regex word boundaries, after the punctuation
    (metrics.md, official): a curly quote glued to ``the`` stays behind alone.
    """
    if text.isascii():
        cleaned = text.translate(_ASCII)
        if cleaned.isprintable():
            # Only letters, digits and spaces are left, so a word boundary is a token boundary.
            return [word for word in cleaned.split() if word not in ARTICLES]
    else:
        cleaned = _PUNCTUATION.sub("", text.lower())
    return without_articles(cleaned.split())


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
