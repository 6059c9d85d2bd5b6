"""Words that turn a statement around."""

from __future__ import annotations

import re

NEGATION = re.compile(
    r"\b(?:not|no|never|none|neither|nor|without|cannot|lacks?|fails?|failed|unable)\b|n't\b", re.IGNORECASE
)
"""Matches a negation anywhere in a text."""
