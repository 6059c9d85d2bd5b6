"""Text to index terms: what two texts must share to count as being about the same thing."""

from __future__ import annotations

import re

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:\d+[^\W_]*)?")
_DATASET_MARKER = re.compile(r"^(?:bib|fig|tab|sec|eq|inline|display)(?:ref|form)\d*$")
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

_SUFFIXES = (
    ("isation", "iz"), ("ization", "iz"), ("ations", "at"), ("ation", "at"), ("ments", "ment"), ("nesses", ""),
    ("ness", ""), ("ingly", ""), ("edly", ""), ("ings", ""), ("ing", ""), ("ies", "y"), ("ied", "y"), ("ed", ""),
    ("es", "e"), ("ly", ""), ("s", ""),
)  # fmt: skip
_KEPT_ENDINGS = ("ss", "us", "is")


def terms(text: str) -> list[str]:
    """Split a text into lower-cased, lightly stemmed index terms, in order and with repeats.

    Function words and the dataset's own markers (``BIBREF12``, ``FLOAT SELECTED:``) are left out; a number stays
    whole, its decimal and thousands separators included. An empty text gives [].
    """
    found: list[str] = []
    for match in _TOKEN.finditer(text.replace(_FLOAT_MARKER, " ").lower()):
        token = match.group()
        if token in _FUNCTION_WORDS or _DATASET_MARKER.match(token):
            continue
        found.append(stem(token))
    return found


def stem(token: str) -> str:
    """Cut common English endings off one lower-cased token, so that ``evaluated`` meets ``evaluation``.

    Tokens of up to three letters, numbers and text in other scripts come back unchanged.
    """
    if len(token) <= 3 or not token.isascii() or token[0].isdigit():
        return token
    for suffix, replacement in _SUFFIXES:
        if token.endswith(suffix) and len(token) - len(suffix) >= 3:
            if suffix != "s" or not token.endswith(_KEPT_ENDINGS):
                token = token[: len(token) - len(suffix)] + replacement
            break
    if len(token) > 4 and token[-1] == token[-2] and token[-1] not in "lsz":
        token = token[:-1]
    return token[:-1] if len(token) > 4 and token.endswith("e") else token
