"""Reads YAML 1.2 safely, with every duplicate key and the line of every key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

from qasper_eval.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

KeyPath = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class YamlTree:
    """A parsed file with what a fault report needs."""

    value: Any
    """Plain Python values; of a duplicated key the first."""
    lines: Mapping[KeyPath, int]
    """Line of each key, from 1."""
    duplicates: tuple[KeyPath, ...]
    """Keys written twice in one mapping."""


def is_mapping(value: object) -> TypeGuard[dict[Any, Any]]:
    """Return whether a value of the tree is a mapping."""
    return isinstance(value, dict)


def read_yaml(path: Path) -> YamlTree:
    """Return the content of a YAML file.

    Raises:
        ConfigError: the file is missing, unreadable, not UTF-8 or not YAML, in one line.
    """
    return parse_yaml(_read_text(path), where=str(path))


def _read_text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(f"{path}: no such config file") from None
    except IsADirectoryError:
        raise ConfigError(f"{path}: is a folder; name the YAML file in it") from None
    except UnicodeDecodeError as error:
        raise ConfigError(f"{path}: not UTF-8 (byte {error.start}); save it as UTF-8") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None


def parse_yaml(text: str, *, where: str) -> YamlTree:
    """Return the content of a YAML text; ``where`` names it in errors."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import YAMLError

    yaml: Any = YAML(typ="safe", pure=True)
    yaml.allow_duplicate_keys = True
    try:
        root: Any = yaml.compose(text)
        value: Any = yaml.load(text)
    except YAMLError as error:
        raise ConfigError(f"{where}: not YAML: {_one_line(error)}") from None
    except (RecursionError, ValueError) as error:
        raise ConfigError(f"{where}: not YAML that a config can hold: {_one_line(error)}") from None
    lines: dict[KeyPath, int] = {}
    duplicates: list[KeyPath] = []
    _walk(root, (), lines, duplicates, frozenset())
    return YamlTree(value, lines, tuple(duplicates))


def _walk(
    node: Any, path: KeyPath, lines: dict[KeyPath, int], duplicates: list[KeyPath], above: frozenset[int]
) -> None:
    if node is None or id(node) in above:  # an alias may point to its own parent
        return
    above |= {id(node)}
    if node.id == "mapping":
        seen: set[str] = set()
        for key, child in node.value:
            name = str(key.value)
            here = (*path, name)
            if name in seen:
                duplicates.append(here)
                continue
            seen.add(name)
            lines[here] = key.start_mark.line + 1
            _walk(child, here, lines, duplicates, above)
    elif node.id == "sequence":
        for index, child in enumerate(node.value):
            _walk(child, (*path, index), lines, duplicates, above)


def _one_line(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or str(error)
    place = f"line {mark.line + 1}: " if mark is not None else ""
    return place + " ".join(str(problem).split())
