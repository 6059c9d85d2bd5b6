"""Reads a config file and says everything that is wrong with it at once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from qasper_eval.errors import ConfigError

from .faults import SUITES, VARIANTS, fault_at, report
from .suites import expand_suites
from .variants import refuse_overridden
from .yaml_tree import is_mapping, parse_yaml, read_yaml

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .model import RunConfig
    from .suites import Suite
    from .variants import ConfigSet

PATH_KEYS = (("dataset", "path"), ("dataset", "corpus"), ("agent", "file"))
"""Keys that hold a file name."""


def load_config(path: Path, overrides: Sequence[str] = ()) -> RunConfig:
    """Return the validated config of a YAML file, with ``key=value`` overrides applied, without its variants.

    Paths in the file are relative to the file, paths in overrides to the current folder; both come back absolute.

    Raises:
        ConfigError: the file cannot be read, or is faulty (its variants too); every fault is listed, a line each.
    """
    return load_variants(path, overrides).base


def load_variants(path: Path, overrides: Sequence[str] = ()) -> ConfigSet:
    """Return the config of a YAML file and its variants, as ``load_config``; overrides hold for all of them.

    Raises:
        ConfigError: as ``load_suites``, and when the file names suites.
    """
    suites = load_suites(path, overrides)
    if suites[0].name is not None:
        raise ConfigError(f"{path}: names {SUITES}, several datasets, where one config is wanted")
    return suites[0].found


def load_suites(path: Path, overrides: Sequence[str] = ()) -> tuple[Suite, ...]:
    """Return the config of a YAML file with its variants, once for each dataset that it names under ``suites``.

    A file without ``suites`` is one suite without a name. Overrides hold for all.

    Raises:
        ConfigError: as ``load_config``, and when an override sets what variants or suites name.
    """
    tree = read_yaml(path)
    value = tree.value
    if not is_mapping(value):
        raise ConfigError(f"{path}: a config is a mapping of keys to values; this file holds none")
    _make_absolute(value, path.resolve().parent)
    for override in overrides:
        _apply(value, override)
    suites, faults = expand_suites(value, tree)
    faults += [fault_at(tree, key, "written twice") for key in tree.duplicates]
    if faults:
        raise ConfigError(report(path, faults))
    return suites


def _make_absolute(value: dict[Any, Any], folder: Path) -> None:
    parts = (value.get(section) for section in (VARIANTS, SUITES))
    for change in (value, *(change for part in parts if is_mapping(part) for change in part.values())):
        for section, key in PATH_KEYS:
            part = change.get(section) if is_mapping(change) else None
            if is_mapping(part) and isinstance(part.get(key), str):
                part[key] = str(folder / Path(part[key]).expanduser())


def _apply(value: dict[Any, Any], override: str) -> None:
    name, equals, text = override.partition("=")
    keys = name.strip().split(".")
    if not equals or not all(keys):
        raise ConfigError(f"--set {override}: write it as key=value, for example --set slice.seed=7")
    refuse_overridden(value, keys)
    new = parse_yaml(text, where=f"--set {name}").value
    if tuple(keys[2:] if keys[0] in {VARIANTS, SUITES} else keys) in PATH_KEYS and isinstance(new, str):
        new = str(Path.cwd() / Path(new).expanduser())
    target = value
    for key in keys[:-1]:
        part = target.setdefault(key, {})
        if not is_mapping(part):
            raise ConfigError(f"--set {override}: {key!r} is not a section of the config")
        target = part
    target[keys[-1]] = new
