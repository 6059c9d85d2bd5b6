"""Variants: one config, several arms that answer the same questions and differ only in what is named."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from qasper_eval.errors import ConfigError

from .faults import SUITES, VARIANTS, Fault, dotted, fault_at, short, unsafe_name, validated
from .yaml_tree import is_mapping

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from .model import RunConfig
    from .yaml_tree import KeyPath, YamlTree

_REFUSED = {
    "dataset": "would change the questions, and variants answer the same ones; write another config",
    "slice": "would change the questions, and variants answer the same ones; write another config",
    "name": "is not a variant's to give: its run is called NAME-VARIANT",
    VARIANTS: "variants do not nest",
}


@dataclass(frozen=True, slots=True)
class Variant:
    """One arm."""

    name: str
    """Its key under ``variants``."""
    config: RunConfig
    """The base with the arm's part merged in, called ``NAME-VARIANT``."""


@dataclass(frozen=True, slots=True)
class ConfigSet:
    """What a config file describes."""

    base: RunConfig
    """The config without its variants."""
    variants: tuple[Variant, ...] = ()
    """Its arms in file order; empty where it names none."""


def expand(value: Mapping[Any, Any], tree: YamlTree, under: KeyPath = ()) -> tuple[ConfigSet | None, list[Fault]]:
    """Return the configs of a file's plain values, or None and every fault of the base and of all variants.

    A variant's mappings are merged into the base's, key by key at every depth; any other value, null included, takes
    the place of the base's. A fault of the base is told once, one of a variant under its full key. ``under`` is where
    the file says what the base alone has.
    """
    plain = {key: part for key, part in value.items() if key != VARIANTS}
    base, faults = validated(plain, tree, under)
    inherited = {fault.place for fault in faults}
    parts: Any = value.get(VARIANTS)
    variants: list[Variant] = []
    if parts is not None and not is_mapping(parts):
        faults.append(fault_at(tree, (VARIANTS,), f"must be a mapping of names to changes, not {short(parts)}"))
    for name, part in parts.items() if is_mapping(parts) else ():
        config, own = _variant(plain, name, part, tree, inherited)
        faults += own
        if config is not None:
            variants.append(Variant(name, config))
    return (None if base is None or faults else ConfigSet(base, tuple(variants))), faults


def _variant(
    plain: Mapping[Any, Any], name: object, part: object, tree: YamlTree, inherited: set[KeyPath]
) -> tuple[RunConfig | None, list[Fault]]:
    here: KeyPath = (VARIANTS, str(name))
    run_name = f"{plain.get('name')}-{name}"
    if not isinstance(name, str):
        return None, [fault_at(tree, here, "a variant's name is text; put it in quotes")]
    if ("name",) not in inherited and (unsafe := unsafe_name(name, run_name)):
        return None, [fault_at(tree, here, unsafe)]
    if not is_mapping(part):
        return None, [fault_at(tree, here, f"must be a mapping, {{}} for the config as it is, not {short(part)}")]
    faults = [fault_at(tree, (*here, str(key)), _REFUSED[key]) for key in part if key in _REFUSED]
    change = {key: value for key, value in part.items() if key not in _REFUSED}
    config, found = validated({**merged(plain, change), "name": run_name}, tree, here)
    faults += [
        fault for fault in found if fault.place not in inherited or (*here, *map(str, fault.place)) in tree.lines
    ]
    return config, faults


def merged(base: Mapping[Any, Any], change: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return the base with a change merged in, key by key at every depth."""
    found = dict(base)
    for key, value in change.items():
        below = found.get(key)
        found[key] = merged(below, value) if is_mapping(below) and is_mapping(value) else value
    return found


def refuse_overridden(value: Mapping[Any, Any], keys: Sequence[str]) -> None:
    """Raise ConfigError when a key set on the command line is one that variants or suites name: who should win?"""
    place = tuple(keys)
    for section in (VARIANTS, SUITES):
        parts = value.get(section)
        if not is_mapping(parts) or place[0] == section:
            continue
        named = [str(name) for name, part in parts.items() if is_mapping(part) and _names(part, place)]
        if named:
            raise ConfigError(
                f"{dotted(place)}: set on the command line and by {section}: {', '.join(named)}; leave it out, or "
                f"set {section}.{named[0]}.{dotted(place)}"
            )


def _names(part: object, place: Sequence[str]) -> bool:
    """Whether a variant sets this key, a section that holds it, or something inside it."""
    for key in place:
        if not is_mapping(part):
            return True
        if key not in part:
            return False
        part = part[key]
    return True
