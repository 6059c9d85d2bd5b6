"""A key or token that a config names by its environment variable."""

from __future__ import annotations

import os

from .errors import ConfigError


def environment_key(name: str) -> str | None:
    """Return the variable's value without white space around it, as pasting adds; None where nothing is left.

    Raises ConfigError, without the value, where a character stands in it that no HTTP header carries: sent all the
    same, clients would fail call by call and quote it.
    """
    key = os.environ.get(name, "").strip()
    if not key.isascii() or not key.isprintable() or " " in key:
        raise ConfigError(
            f"the environment variable {name} holds a space, a control character or a letter that is not ASCII, "
            "which no key has; copy the key again"
        )
    return key or None
