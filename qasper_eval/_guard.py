"""Guards the two generic package names beside this one against shadowing (design.md, Packaging)."""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

OWNER = "qasper-eval"


def check_siblings(names: tuple[str, ...] = ("loaders", "scorers")) -> None:
    """Raise ImportError when a package of that name is somebody else's.

    A package is ours when its file sits beside this package's folder and it carries the owner marker. A foreign
    ``loaders`` that wins on ``sys.path``, or was installed over ours, would otherwise change scores without an error.
    """
    home = Path(__file__).resolve().parent.parent
    for name in names:
        expected = home / name / "__init__.py"
        origin = _origin(name)
        if origin is None or Path(origin).resolve() != expected:
            raise ImportError(_complaint(name, expected, origin))
        if getattr(import_module(name), "QASPER_EVAL_OWNER", None) != OWNER:
            raise ImportError(_complaint(name, expected, f"another package's file at {origin}"))


def _origin(name: str) -> str | None:
    loaded = sys.modules.get(name)
    if loaded is not None:
        return getattr(loaded, "__file__", None)
    spec = find_spec(name)
    return spec.origin if spec else None


def _complaint(name: str, expected: Path, found: str | None) -> str:
    return (
        f"qasper-eval needs its own package {name!r} at {expected}, but Python found {found or 'none'}: "
        "rename or remove the other one, run `python -P -m qasper_eval`, or reinstall qasper-eval"
    )
