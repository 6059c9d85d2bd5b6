"""Text that can be sent and stored."""

from __future__ import annotations

import re

_SURROGATE = re.compile("[\ud800-\udfff]")


def well_formed(text: str) -> str:
    """Replace each lone surrogate by U+FFFD, so that the text encodes as UTF-8 and every offset stays.

    JSON can smuggle them in (a paper or reply cut inside an escaped pair); neither a request nor a record holds them.
    """
    return _SURROGATE.sub("\ufffd", text)
