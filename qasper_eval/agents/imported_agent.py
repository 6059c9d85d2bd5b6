"""Makes the object that ``module:Class`` names."""

from __future__ import annotations

import difflib
import importlib
import inspect
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from qasper_eval.errors import ConfigError

from .environment_secrets import environment_redactor

if TYPE_CHECKING:
    from collections.abc import Mapping
    from types import ModuleType

_LOOKED_IN: list[str] = []
"""Folders that were put on ``sys.path`` here; like that list, there is one for the process."""


def imported_agent(name: str, options: Mapping[str, Any], folder: Path) -> Any:
    """Return ``Class(**options)`` of the module beside the config (``folder``) or installed.

    The folder comes last on ``sys.path``, so that no file beside a config replaces one of ours, of Python's or of an
    installed package. Raises ConfigError, in one line that names the place, when there is no such module or class,
    when the module beside the config is hidden by another of its name, when making the object fails or wants other
    options, or when it has no ``answer(paper, question)``.
    """
    module_name, _, class_name = name.partition(":")
    if not class_name.isidentifier() or not all(part.isidentifier() for part in module_name.split(".")):
        raise ConfigError(f"agent.name: {name!r} must be written module:Class")
    kind = _class_of(name, _module(name, module_name, folder), class_name)
    _check_options(name, kind, options)
    try:
        made = kind(**options)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # because anything may go wrong in code that is not ours
        raise ConfigError(_fault(name, error)) from None
    _check_method(name, made)
    return made


def _module(name: str, module_name: str, folder: Path) -> ModuleType:
    _look_in(str(folder))
    try:
        module = importlib.import_module(module_name)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # because anything may go wrong in code that is not ours
        missing = getattr(error, "name", None) if isinstance(error, ModuleNotFoundError) else None
        if missing is not None and (module_name == missing or module_name.startswith(f"{missing}.")):
            raise ConfigError(
                f"agent.name: cannot make {name!r}: no module {missing!r} beside the config ({folder}) or installed"
            ) from None
        raise ConfigError(_fault(name, error)) from None
    _check_not_hidden(name, module, folder)
    return module


def _look_in(folder: str) -> None:
    """Put the folder last on the path in place of an earlier config's, and forget the modules of that one.

    Two configs of one process may lie beside modules of one name.
    """
    for other in [entry for entry in _LOOKED_IN if entry != folder]:
        _LOOKED_IN.remove(other)
        sys.path.remove(other)
        for name, module in [*sys.modules.items()]:
            if Path(getattr(module, "__file__", None) or "/").is_relative_to(other):
                del sys.modules[name]
    if folder not in sys.path:
        sys.path.append(folder)
        _LOOKED_IN.append(folder)
    importlib.invalidate_caches()


def _check_not_hidden(name: str, module: ModuleType, folder: Path) -> None:
    stem = folder.joinpath(*module.__name__.split("."))
    loaded = getattr(module, "__file__", None)
    for beside in (stem.with_suffix(".py"), stem / "__init__.py"):
        if beside.is_file() and (loaded is None or beside.resolve() != Path(loaded).resolve()):
            raise ConfigError(
                f"agent.name: cannot make {name!r}: {beside} is hidden by another module of that name "
                f"({loaded or 'built into Python'}); rename yours"
            )


def _class_of(name: str, module: ModuleType, class_name: str) -> Any:
    kind = getattr(module, class_name, None)
    if callable(kind):
        return kind
    classes = [key for key, value in vars(module).items() if inspect.isclass(value)]
    close = difflib.get_close_matches(class_name, classes, n=1)
    hint = f"; did you mean {close[0]!r}?" if close else ""
    what = "has no" if kind is None else "cannot call"
    raise ConfigError(f"agent.name: cannot make {name!r}: {module.__name__} {what} {class_name!r}{hint}")


def _check_options(name: str, kind: Any, options: Mapping[str, Any]) -> None:
    try:
        inspect.signature(kind).bind(**options)
    except TypeError as error:
        raise ConfigError(
            f"agent.options: {name!r} takes other options: {error}; give its arguments under agent.options"
        ) from None
    except ValueError:
        return  # some classes written in C state no signature; making one tells


def _check_method(name: str, made: Any) -> None:
    method = getattr(made, "answer", None)
    if not callable(method):
        raise ConfigError(f"agent.name: {name!r} has no method answer(paper, question)")
    try:
        inspect.signature(method).bind(None, None)
    except TypeError as error:
        raise ConfigError(f"agent.name: {name!r} must take answer(paper, question): {error}") from None
    except ValueError:
        return


def _fault(name: str, error: BaseException) -> str:
    """Say what went wrong and on which line, on one line and without secrets."""
    said = " ".join(f"{type(error).__name__}: {error}".split())
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if frame.filename != __file__ and not frame.filename.startswith("<frozen")]
    where = f" ({theirs[-1].filename}, line {theirs[-1].lineno})" if theirs else ""
    return environment_redactor().text(f"agent.name: cannot make {name!r}: {said}{where}")
