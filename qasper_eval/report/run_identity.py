"""Who answered in a run, as signatures name it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


def model_that_answered(provider: Any, served: Collection[str | None]) -> str | None:
    """Return the models that answered, from the responses; where one names none, the one asked for, marked.

    ``provider`` is the config's section or None, ``served`` holds the models of the predictions that name one asked
    for. None where no model was asked.
    """
    if not served:
        return None
    named = sorted(model for model in served if model is not None)
    if None in served and provider is not None:
        named.append(f"{provider['model']} (requested; not named in the response)")
    return " + ".join(named)


def prompt_mark(prompts: Mapping[str, str]) -> str | None:
    """Return eight characters that stand for all prompts of a run (name -> sha256); None without one."""
    if not prompts:
        return None
    joined = "\n".join(f"{name} {sha256}" for name, sha256 in sorted(prompts.items()))
    return hashlib.sha256(joined.encode()).hexdigest()[:8]
