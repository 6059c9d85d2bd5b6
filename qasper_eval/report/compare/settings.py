"""What two runs differ in, told from what changes no outcome."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING, Any, cast

from qasper_eval.errors import UsageError
from qasper_eval.report.inspect_layout import harmless

from .difference import Difference

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

Settings = dict[str, Any]
"""JSON values by dotted key; a key that is absent is None."""

_NOT_SETTINGS = ("name", "scoring.")
"""The run's own name, and what must be equal anyway."""
_WITHOUT_EFFECT = (
    "limits.", "dataset.", "environment.", "slice.papers", "slice.questions", "agent.file", "agent.timeout_s",
)  # fmt: skip
_WITHOUT_EFFECT_ENDINGS = (".timeout_s", "_env", ".price", ".price.input", ".price.output", ".price.cached_input")
_NEVER_WITHOUT = "agent.options."
"""What an agent's author makes of an option is unknown, whatever its name ends with."""
_CONTENT = {"agent.file": "agent.file_sha256"}
"""A file is what it holds, not where it lies."""
_FOLLOWS = {
    "agent.name": ("prompt", "agent.prompt_version"),
    "agent.prompt_version": ("prompt",),
    "agent.file_sha256": ("model_served",),
    "provider.model": ("model_served",),
}
"""What must change with a key: the wording with the agent, the model that answers with the model asked."""
_ONE_SIDED = ("agent.", "provider.", "prompt", "model_served")
"""What only one of two agents has follows from ``agent.name``, because the other takes no such thing."""


def flat(section: Mapping[str, Any], under: str = "") -> Iterator[tuple[str, Any]]:
    """Yield every value of a config by its dotted key; empty mappings and None are left out."""
    for key, value in section.items():
        name = f"{under}{key}"
        if isinstance(value, dict):
            yield from flat(cast("dict[str, Any]", value), f"{name}.")
        elif value is not None:
            yield name, value


def differences_of(a: Settings, b: Settings) -> tuple[tuple[Difference, ...], tuple[Difference, ...]]:
    """Return what differs and can change an outcome, and what differs without effect; both sorted by key."""
    found = [
        Difference(key, a.get(key), b.get(key))
        for key in sorted({*a, *b})
        if a.get(key) != b.get(key) and not key.startswith(_NOT_SETTINGS)
    ]
    effective = tuple(one for one in found if not _is_without_effect(one.key))
    return effective, tuple(one for one in found if _is_without_effect(one.key))


def _is_without_effect(key: str) -> bool:
    if key == "agent.file_sha256" or key.startswith(_NEVER_WITHOUT):
        return False
    return key.startswith(_WITHOUT_EFFECT) or key.endswith(_WITHOUT_EFFECT_ENDINGS)


def demand_only(key: str, differences: Sequence[Difference], known: Sequence[str]) -> None:
    """Raise UsageError, listing the rest, unless nothing differs but ``key`` and what necessarily follows from it.

    A key stands for everything under it (``provider`` for ``provider.model``). ``known`` holds all keys of both runs;
    one that is none of them, and above none, is an error of its own, so that a slip of the pen demands nothing.
    """
    if not any(_is_under(name, key) for name in known):
        close = difflib.get_close_matches(key, known, n=1)
        hint = f"; did you mean {close[0]}?" if close else f" (such as {', '.join(sorted(known)[:5])})"
        raise UsageError(f"--only {key}: neither run has such a setting{hint}")
    key = _CONTENT.get(key, key)
    rest = [one for one in differences if not _is_under(one.key, key) and not _follows(one, key, differences)]
    if rest:
        listed = "; ".join(f"{one.key} ({shown(one.a)} / {shown(one.b)})" for one in rest)
        raise UsageError(f"--only {key}: A and B differ in more than that: {listed}")


def _is_under(name: str, key: str) -> bool:
    return name == key or name.startswith(f"{key}.")


def _follows(one: Difference, key: str, differences: Sequence[Difference]) -> bool:
    """Whether a difference is only the consequence of those under ``key``."""
    switched = [other.key for other in differences if _is_under(other.key, key)]
    if any(one.key in _FOLLOWS.get(switch, ()) for switch in switched):
        return True
    if one.key == "prompt" and "agent.decline" in switched and _names(one.a) == _names(one.b):
        return True  # its sha256 covers the instruction as sent; a version's wording never changes
    is_one_sided = one.a is None or one.b is None
    return is_one_sided and "agent.name" in switched and one.key.startswith(_ONE_SIDED)


def _names(prompt: str | None) -> list[str]:
    """Return names and versions of prompts without their sha256."""
    return [] if prompt is None else prompt.split(" ")[::2]


def shown(value: Any) -> str:
    """Return a setting for a person: absent is ``none``, a sha256 is cut to twelve digits."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    words = harmless(str(value)).split(" ")
    return " ".join(word[:12] if len(word) == 64 and word.isalnum() else word for word in words)
