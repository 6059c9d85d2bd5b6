"""Nothing of the machine or the person goes into a published folder."""

from __future__ import annotations

import getpass
import hashlib
import os
import re
import socket
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from .hosts import PUBLIC_HOSTS, host_class, host_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

_ABSOLUTE = re.compile(r"(?:/|~|\\\\|[A-Za-z]:[\\/])")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
_URL_KEYS = ("base_url", "url")
_NAMES = ("the name of the user", "the name of the machine")
_EVERYDAY_USERS = frozenset({"root", "user", "admin", "ubuntu", "runner", "test", "tester", "debian", "nobody"})


def public_value(value: Any) -> Any:
    """Return a config's value as published.

    An absolute path becomes ``{"file": base name, "sha256": of the file or null}``, an address
    ``{"host": its class}`` (see ``hosts.host_class``); names of environment variables are left out.
    """
    if isinstance(value, dict):
        entries = cast("dict[str, Any]", value).items()
        return {key: _public_entry(key, part) for key, part in entries if not key.endswith("_env")}
    if isinstance(value, list | tuple):
        return [public_value(part) for part in cast("list[Any]", value)]
    if isinstance(value, str) and _URL.match(value):
        return {"host": host_class(value)}
    if isinstance(value, str) and _ABSOLUTE.match(value):
        return {"file": _base_name(value), "sha256": _sha256_of(Path(value).expanduser())}
    return value


def _public_entry(key: str, value: Any) -> Any:
    if key in _URL_KEYS and isinstance(value, str):
        return {"host": host_class(value)}
    if key == "model" and isinstance(value, str):
        return public_model(value)
    return public_value(value)


def public_model(name: str) -> str:
    """Return a model's name; of a path to its file, which local servers give as name, only the base name."""
    return _base_name(name) if _ABSOLUTE.match(name) else name


def _base_name(path: str) -> str:
    return re.split(r"[\\/]", path.rstrip("\\/"))[-1] or "~"


def _sha256_of(path: Path) -> str | None:
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError:
        return None


@dataclass(frozen=True, slots=True)
class PrivateWords:
    """What must not appear: each word with what it is."""

    words: Mapping[str, str]
    """Word -> what it is, such as ``the home folder``."""

    @classmethod
    def of(cls, configs: Iterable[Mapping[str, Any]], folders: Iterable[Path]) -> PrivateWords:
        """Collect the folders, hosts and names of this machine, of the configs and of other ``folders``."""
        found: dict[str, str] = {}
        for folder, what in ((Path.home(), "the home folder"), (Path.cwd(), "the current folder")):
            found[f"{folder}{os.sep}"] = what
        for folder in folders:
            found[f"{folder.resolve()}{os.sep}"] = "the folder of a run"
        for config in configs:
            for text in _strings(config):
                if _URL.match(text) and host_class(text) in {"private", "other"}:
                    found[host_of(text)] = "the host of a server"
                elif _ABSOLUTE.match(text) and not _URL.match(text):
                    found[text] = "a path of the config"
                    found[f"{Path(text).parent}{os.sep}"] = "a folder of the config"
        found |= _names()
        return cls({word: what for word, what in found.items() if len(word) > 3})

    def without(self, value: Any) -> Any:
        """Return a JSON value with every such word in its strings replaced by what it is, in angle brackets."""
        if isinstance(value, str):
            for word, what in sorted(self.words.items(), key=lambda item: -len(item[0])):
                if word in value:
                    value = re.sub(_whole(word), f"<{what}>", value)
            return value
        if isinstance(value, list | tuple):
            return [self.without(part) for part in cast("list[Any]", value)]
        if isinstance(value, dict):
            return {self.without(key): self.without(part) for key, part in cast("dict[str, Any]", value).items()}
        return value

    def found_in(self, data: bytes, *, with_names: bool) -> str | None:
        """Return what is found in a file, None where nothing is.

        Names of user and machine are looked for only ``with_names``, because a paper may be by a namesake.
        """
        text = data.decode(errors="replace")
        for word, what in self.words.items():
            if what in _NAMES and not with_names:
                continue
            if word in text and re.search(_whole(word), text):
                return what
        return None


def _names() -> dict[str, str]:
    """Return user and machine, unless the word is so common that it says nothing."""
    found: dict[str, str] = {}
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = ""
    if user and user.lower() not in _EVERYDAY_USERS:
        found[user] = _NAMES[0]
    machine = socket.gethostname()
    if re.search(r"[-.\d]", machine) and machine not in PUBLIC_HOSTS:
        found[machine] = _NAMES[1]
    return found


def _whole(word: str) -> str:
    """Return a pattern of the word that is no part of a longer one."""
    start = r"(?<!\w)" if word[0].isalnum() else ""
    end = r"(?!\w)" if word[-1].isalnum() else ""
    return f"{start}{re.escape(word)}{end}"


def _strings(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in cast("dict[str, Any]", value).values():
            yield from _strings(part)
    elif isinstance(value, list | tuple):
        for part in cast("list[Any]", value):
            yield from _strings(part)
