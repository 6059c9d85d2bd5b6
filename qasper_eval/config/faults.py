"""What is wrong with a config, said for people: each fault with its line, key and remedy."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .model import RUN_NAME_PATTERN, RunConfig

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from pydantic_core import ErrorDetails

    from .yaml_tree import KeyPath, YamlTree

VARIANTS = "variants"
"""Key of a config file that is no section of a run: several agents on the same questions."""
SUITES = "suites"
"""Key of a config file that is no section of a run: one agent on several datasets."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing to mend."""

    line: int
    """Line in the file, from 1; 0 for what was set on the command line."""
    place: KeyPath
    """Key, from the top of one run's config."""
    text: str
    """What is wrong and what to do."""


def validated(value: Mapping[Any, Any], tree: YamlTree, under: KeyPath = ()) -> tuple[RunConfig | None, list[Fault]]:
    """Return the config behind plain values, or None and every fault; ``under`` is where they stand in the file."""
    from pydantic import ValidationError

    try:
        return RunConfig.model_validate(value), []
    except ValidationError as error:
        return None, [_fault(detail, tree, under) for detail in error.errors()]


def fault_at(tree: YamlTree, place: KeyPath, text: str) -> Fault:
    """Return a fault of a key of the file, with the line of that key or of the nearest one above it."""
    above = place
    while above and above not in tree.lines:
        above = above[:-1]
    return Fault(tree.lines.get(above, 0), place, f"{dotted(place)}: {text}" if place else text)


def report(path: Path, faults: Iterable[Fault]) -> str:
    """Return the faults of a file as one message, in the order of their lines."""
    ordered = sorted(faults, key=lambda fault: fault.line)
    shown = [f"line {fault.line}: {fault.text}" if fault.line else fault.text for fault in ordered]
    if len(shown) == 1:
        return f"{path}: {shown[0]}"
    return f"{path}: {len(shown)} faults\n" + "\n".join(f"  {text}" for text in shown)


def dotted(place: KeyPath) -> str:
    """Return a key as ``--set`` takes it."""
    return ".".join(str(part) for part in place)


def _fault(detail: ErrorDetails, tree: YamlTree, under: KeyPath) -> Fault:
    place = tuple(part for part in detail["loc"] if part != "[key]")
    where = (*under, *place)
    found = fault_at(tree, where, _text(detail, place) if where else f"the file: {_text(detail, place)}")
    return Fault(found.line, place, found.text)


def _text(detail: ErrorDetails, place: KeyPath) -> str:
    kind = detail["type"]
    if kind == "extra_forbidden":
        return f"unknown key{_suggestion(place)}"
    if kind == "missing":
        return "missing"
    given = short(detail["input"])
    if kind == "string_pattern_mismatch" and place == ("name",):
        return f"{given} {_NO_RUN_NAME}"
    if kind in {"dict_type", "model_type", "model_attributes_type"}:
        return f"must be a mapping, not {given}"
    message = detail["msg"].replace("Input should be", "must be").replace("a valid integer", "a whole number")
    return f"{message}, not {given}"


_NO_RUN_NAME = "is not a run name (letters, digits, '.', '_', '-'; no path; at most 100)"


def unsafe_name(part: str, run_name: str) -> str:
    """Return what is wrong with a part of a file, or with the run called after it, as folder names; "" if nothing."""
    safe = all(re.fullmatch(RUN_NAME_PATTERN, text) for text in (part, run_name))
    return "" if safe else f"{run_name!r} {_NO_RUN_NAME}"


def short(value: object) -> str:
    """Return a value as it stands in an error."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def _suggestion(place: KeyPath) -> str:
    known = _known_keys(place[:-1])
    if not known:
        return ""
    close = difflib.get_close_matches(str(place[-1]), known, n=1)
    return f"; did you mean {close[0]!r}?" if close else f" (known: {', '.join(known)})"


def _known_keys(section: Sequence[str | int]) -> list[str]:
    model: Any = RunConfig
    for key in section:
        field = getattr(model, "model_fields", {}).get(key)
        if field is None:
            return []
        options = [field.annotation, *getattr(field.annotation, "__args__", ())]
        model = next((option for option in options if hasattr(option, "model_fields")), None)
    return [*getattr(model, "model_fields", {}), *([] if section else [VARIANTS, SUITES])]
