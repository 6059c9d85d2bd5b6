"""What stands for a paragraph's text where texts are compared but not published."""

from __future__ import annotations

from scorers.evidence_bag import FLOAT_MARK

from .layout import sha256


def evidence_key(text: str) -> str:
    """Return the sha256 of a text, marked as figure or table where the text is.

    Two texts are equal exactly when their keys are, and a key is dropped from text-only evidence exactly when its
    text is; so every evidence metric is the same over keys.
    """
    mark = f"{FLOAT_MARK} " if FLOAT_MARK in text else ""
    return mark + sha256(text.encode())
