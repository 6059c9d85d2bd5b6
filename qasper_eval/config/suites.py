"""Suites: one config, one agent on several datasets, each a run of its own."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .faults import SUITES, Fault, fault_at, short, unsafe_name
from .variants import expand, merged
from .yaml_tree import is_mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from .variants import ConfigSet
    from .yaml_tree import KeyPath, YamlTree

_GIVEN = ("dataset", "slice", "scoring")
"""Sections that a suite may give: what is asked and how it is scored, never who answers or how fast."""
_STAND_IN = {"name": "sample"}


@dataclass(frozen=True, slots=True)
class Suite:
    """One dataset of a config file."""

    name: str | None
    """Its key under ``suites``; None for a config without any."""
    found: ConfigSet
    """The config with the suite's part merged in, called ``NAME-SUITE``, and its variants."""


def expand_suites(value: Mapping[Any, Any], tree: YamlTree) -> tuple[tuple[Suite, ...], list[Fault]]:
    """Return the suites of a file's plain values, one without a name where it gives none, and every fault.

    A fault of what all share is told once, one of a suite under its full key. With faults no suite is returned.
    """
    parts: Any = value.get(SUITES)
    plain = {key: part for key, part in value.items() if key != SUITES}
    if parts is None or parts == {}:
        found, faults = expand(plain, tree)
        return () if found is None else (Suite(None, found),), faults
    if not is_mapping(parts):
        return (), [fault_at(tree, (SUITES,), f"must be a mapping of names to datasets, not {short(parts)}")]
    faults = list(_shared_faults(plain, tree))
    suites: list[Suite] = []
    for name, part in parts.items():
        found, own = _suite(plain, name, part, tree)
        faults += _new(own, faults, (SUITES, str(name)), tree)
        if found is not None:
            suites.append(Suite(name, found))
    faults += _same_run_names(suites, tree)
    return () if faults else tuple(suites), faults


def _shared_faults(plain: Mapping[Any, Any], tree: YamlTree) -> Iterator[Fault]:
    if "dataset" in plain:
        yield fault_at(tree, ("dataset",), f"each of the {SUITES} names its own; leave it out here")
    yield from expand({**plain, "dataset": _STAND_IN}, tree)[1]


def _suite(
    plain: Mapping[Any, Any], name: object, part: object, tree: YamlTree
) -> tuple[ConfigSet | None, list[Fault]]:
    here: KeyPath = (SUITES, str(name))
    run_name = f"{plain.get('name')}-{name}"
    if not isinstance(name, str):
        return None, [fault_at(tree, here, "a suite's name is text; put it in quotes")]
    if isinstance(plain.get("name"), str) and not unsafe_name("x", str(plain["name"])):
        unsafe = unsafe_name(name, run_name)
        if unsafe:
            return None, [fault_at(tree, here, unsafe)]
    if not is_mapping(part):
        return None, [fault_at(tree, here, f"must be a mapping with a dataset, not {short(part)}")]
    faults = [fault_at(tree, (*here, str(key)), _refusal(key)) for key in part if key not in _GIVEN]
    if "dataset" not in part:
        return None, [*faults, fault_at(tree, here, "names no dataset")]
    change = {key: section for key, section in part.items() if key in _GIVEN}
    shared = {key: section for key, section in plain.items() if key != "dataset"}
    found, own = expand({**merged(shared, change), "name": run_name}, tree, here)
    return found, faults + own


def _refusal(key: object) -> str:
    if key == "name":
        return "is not a suite's to give: its run is called NAME-SUITE"
    return f"is not a suite's to give, which holds {', '.join(_GIVEN)}; it stands once, for all of them"


def _new(found: list[Fault], told: list[Fault], here: KeyPath, tree: YamlTree) -> list[Fault]:
    """Return the faults that are not of what all suites share."""
    places, texts = {fault.place for fault in told}, {fault.text for fault in told}
    return [
        fault
        for fault in found
        if fault.text not in texts
        and (
            fault.place not in places or (*here, *map(str, fault.place)) in tree.lines or fault.place[:1] == (SUITES,)
        )
    ]


def _same_run_names(suites: list[Suite], tree: YamlTree) -> Iterator[Fault]:
    """Yield a fault for each suite whose run has the name of another one's."""
    names = {suite.name: _run_names(suite.found) for suite in suites}
    times = Counter(run for runs in names.values() for run in runs)
    for suite, runs in names.items():
        twice = next((run for run in runs if times[run] > 1), None)
        if twice is not None:
            yield fault_at(tree, (SUITES, str(suite)), f"two runs would be called {twice!r}; give it another name")


def _run_names(found: ConfigSet) -> list[str]:
    return [variant.config.name for variant in found.variants] or [found.base.name]
