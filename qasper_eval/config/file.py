"""Reads a config file and says everything that is wrong with it at once."""

from __future__ import annotations

import difflib
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeGuard

from qasper_eval.errors import ConfigError

from .model import RunConfig
from .yaml_tree import KeyPath, YamlTree, parse_yaml, read_yaml

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from pydantic_core import ErrorDetails

PATH_KEYS = (("dataset", "path"), ("agent", "file"))
"""Keys that hold a file name."""


def load_config(path: Path, overrides: Sequence[str] = ()) -> RunConfig:
    """Return the validated config of a YAML file, with ``key=value`` overrides applied.

    Paths in the file are relative to the file, paths in overrides to the current folder; both come back absolute.

    Raises:
        ConfigError: the file cannot be read, or is faulty; every fault is listed, a line each.
    """
    tree = read_yaml(path)
    value = tree.value
    if not _is_mapping(value):
        raise ConfigError(f"{path}: a config is a mapping of keys to values; this file holds none")
    _make_absolute(value, path.resolve().parent)
    for override in overrides:
        _apply(value, override)
    return _validate(value, tree, path)


def _is_mapping(value: object) -> TypeGuard[dict[Any, Any]]:
    return isinstance(value, dict)


def _make_absolute(value: dict[Any, Any], folder: Path) -> None:
    for section, key in PATH_KEYS:
        part = value.get(section)
        if _is_mapping(part) and isinstance(part.get(key), str):
            part[key] = str(folder / Path(part[key]).expanduser())


def _apply(value: dict[Any, Any], override: str) -> None:
    name, equals, text = override.partition("=")
    keys = name.strip().split(".")
    if not equals or not all(keys):
        raise ConfigError(f"--set {override}: write it as key=value, for example --set slice.seed=7")
    new = parse_yaml(text, where=f"--set {name}").value
    if tuple(keys) in PATH_KEYS and isinstance(new, str):
        new = str(Path.cwd() / Path(new).expanduser())
    target = value
    for key in keys[:-1]:
        part = target.setdefault(key, {})
        if not _is_mapping(part):
            raise ConfigError(f"--set {override}: {key!r} is not a section of the config")
        target = part
    target[keys[-1]] = new


def _validate(value: Mapping[Any, Any], tree: YamlTree, path: Path) -> RunConfig:
    from pydantic import ValidationError

    faults = [(tree.lines.get(key, 0), f"{_dotted(key)}: written twice") for key in tree.duplicates]
    try:
        config = RunConfig.model_validate(value)
    except ValidationError as error:
        faults += [(_line(tree, _place(detail)), _fault(detail)) for detail in error.errors()]
        config = None
    if config is None or faults:
        raise ConfigError(_report(path, faults))
    return config


def _report(path: Path, faults: Sequence[tuple[int, str]]) -> str:
    shown = [f"line {line}: {text}" if line else text for line, text in sorted(faults, key=lambda fault: fault[0])]
    if len(shown) == 1:
        return f"{path}: {shown[0]}"
    return f"{path}: {len(shown)} faults\n" + "\n".join(f"  {text}" for text in shown)


def _place(detail: ErrorDetails) -> KeyPath:
    return tuple(part for part in detail["loc"] if part != "[key]")


def _line(tree: YamlTree, place: KeyPath) -> int:
    while place:
        if place in tree.lines:
            return tree.lines[place]
        place = place[:-1]
    return 0


def _fault(detail: ErrorDetails) -> str:
    place, kind = _dotted(_place(detail)), detail["type"]
    if kind == "extra_forbidden":
        return f"{place}: unknown key{_suggestion(_place(detail))}"
    if kind == "missing":
        return f"{place}: missing"
    given = _short(detail["input"])
    if kind == "string_pattern_mismatch" and place == "name":
        return f"name: {given} is not a run name (letters, digits, '.', '_', '-'; no path; at most 100)"
    message = detail["msg"].replace("Input should be", "must be").replace("a valid integer", "a whole number")
    return f"{place or 'the file'}: {message}, not {given}"


def _suggestion(place: KeyPath) -> str:
    known = _known_keys(place[:-1])
    if not known:
        return ""
    close = difflib.get_close_matches(str(place[-1]), known, n=1)
    return f"; did you mean {close[0]!r}?" if close else f" (known: {', '.join(known)})"


def _known_keys(section: Iterable[str | int]) -> list[str]:
    model: Any = RunConfig
    for key in section:
        field = getattr(model, "model_fields", {}).get(key)
        if field is None:
            return []
        options = [field.annotation, *getattr(field.annotation, "__args__", ())]
        model = next((option for option in options if hasattr(option, "model_fields")), None)
    return list(getattr(model, "model_fields", {}))


def _dotted(place: KeyPath) -> str:
    return ".".join(str(part) for part in place)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
