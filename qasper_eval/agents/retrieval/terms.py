"""Text to index terms: what two texts must share to count as being about the same thing."""

from __future__ import annotations

import re
from functools import lru_cache

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:\d+[^\W_]*)?")
_DATASET_MARKER = re.compile(r"^(?:bib|fig|tab|sec|eq|inline|display)(?:ref|form)\d*$")
_THOUSANDS = re.compile(r"^\d{1,3}(?:,\d{3})+(?:\.\d+)?$")
_HYPHENS = "-\u2010\u2011"
_FLOAT_MARKER = "FLOAT SELECTED:"

# Function words only: a word of the field ("model", "data") is rare in one paper and common in the next, which is
# what the inverse document frequency inside the paper is for.
_WORDS = """
a about above after against al all also am an and any are as at be been before being below between both
but by can cannot could did do does doing done down during each eg either et etc few for from had has
have having he her here him his how i ie if in into is it its just let may me might more most must my
neither no nor not of off on once only onto or other our out over own per same shall she should so some
such than that the their them then there these they this those through thus to too under until up us use
used uses using very via was we were what when where whether which while who whom whose why will with
within would you your
"""
_FUNCTION_WORDS = frozenset(_WORDS.split())

_INFLECTIONS = (
    ("ies", "y"), ("ied", "y"), ("ings", ""), ("ing", ""), ("edly", ""), ("ed", ""), ("es", "e"), ("s", ""),
)  # fmt: skip
_DERIVATIONS = (
    ("isation", "iz"), ("ization", "iz"), ("ional", ""), ("ation", "at"), ("ion", ""), ("ment", ""), ("ness", ""),
    ("fully", ""), ("ful", ""), ("ally", ""), ("ly", ""), ("al", ""), ("ive", ""), ("ities", ""), ("ity", ""),
    ("er", ""), ("or", ""), ("able", ""), ("ance", ""), ("ence", ""),
)  # fmt: skip
_NO_PLURAL = ("ss", "us", "is")


def terms(text: str) -> list[str]:
    """Split a text into lower-cased, lightly stemmed index terms, in order and with repeats.

    Function words and the dataset's own markers (``BIBREF12``, ``FLOAT SELECTED:``) are left out. A number stays
    whole (``85.3``), without thousands separators (``1,006`` is ``1006``). ``pre-trained`` gives its parts and
    ``pretrain``, so that it meets either spelling. An empty text gives [].
    """
    cleaned = text.replace(_FLOAT_MARKER, " ").lower()
    found: list[str] = []
    previous, previous_end = "", -2
    for match in _TOKEN.finditer(cleaned):
        token = match.group()
        if token in _FUNCTION_WORDS or _DATASET_MARKER.match(token):
            continue
        if token[0].isdigit():
            found.append(token.replace(",", "") if _THOUSANDS.match(token) else token)
            continue
        found.append(stem(token))
        if match.start() == previous_end + 1 and cleaned[previous_end] in _HYPHENS:
            found.append(stem(previous + token))
        previous, previous_end = token, match.end()
    return found


@lru_cache(maxsize=2**15)
def stem(token: str) -> str:
    """Cut common English endings off one lower-cased token, so that ``annotators`` meets ``annotation``.

    An inflection goes first, then a derivation; what is left has at least three letters. Tokens of up to three
    letters, numbers and text in other scripts come back unchanged. Lighter than Porter's stemmer, and one page less.
    """
    if len(token) <= 3 or not token.isascii() or token[0].isdigit():
        return token
    inflected = _tidy(_cut(token, _INFLECTIONS, 3))
    return _tidy(_cut(inflected, _DERIVATIONS, 4))


def _cut(token: str, endings: tuple[tuple[str, str], ...], shortest: int) -> str:
    for ending, replacement in endings:
        if token.endswith(ending) and len(token) - len(ending) >= shortest:
            if ending == "s" and token.endswith(_NO_PLURAL):
                return token
            return token[: len(token) - len(ending)] + replacement
    return token


def _tidy(token: str) -> str:
    if len(token) > 4 and token[-1] == token[-2] and token[-1] not in "lsz":
        token = token[:-1]
    return token[:-1] if len(token) > 4 and token.endswith("e") else token
