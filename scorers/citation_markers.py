"""The numeric citation markers of a text."""

from __future__ import annotations

import re

# [1], [1, 3], [1-3], [^1] and the same in the full-width and lenticular brackets of East Asian text.
_NUMBER = r"\d{1,9}(?:\s*[-\u2013\u2014~]\s*\d{1,9})?"
_MARKER = re.compile(
    rf"[\[\uff3b\u3010]\s*\^?\s*({_NUMBER}(?:\s*[,;\uff0c\u3001\uff1b]\s*{_NUMBER})*)\s*[\]\uff3d\u3011]"
)
_PART = re.compile(r"(\d+)(?:\s*[-\u2013\u2014~]\s*(\d+))?")
_LONGEST_RANGE = 1000


def cited_numbers(text: str) -> list[int]:
    """Return every number cited in ``text``, in order, repetitions kept; [] where there is no marker.

    ``[1, 3]`` and ``[1][3]`` cite two, ``[1-3]`` three. A range that runs backwards or is longer than 1,000 gives its
    two ends, so that nothing is silently dropped. Brackets that hold anything but numbers are no markers.
    """
    numbers: list[int] = []
    for marker in _MARKER.finditer(text):
        for part in _PART.finditer(marker[1]):
            first = int(part[1])
            last = int(part[2]) if part[2] else first
            if first <= last < first + _LONGEST_RANGE:
                numbers.extend(range(first, last + 1))
            else:
                numbers.extend((first, last))
    return numbers
