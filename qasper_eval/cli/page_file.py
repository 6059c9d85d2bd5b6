"""The file that a page is written to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def demand_folder(file: Path | None) -> None:
    """Refuse a file whose folder does not exist, before anything is made; None is no file."""
    if file is not None and not file.absolute().parent.is_dir():
        raise UsageError(f"{file}: its folder does not exist; make it first")


def write_page(file: Path, page: str) -> str:
    """Write a page, whole or not at all, and return its size in words; lone surrogates become their escapes."""
    from qasper_eval.checkpoint import write_atomic

    content = page.encode("utf-8", "backslashreplace")
    write_atomic(file, content)
    return f"{len(content) / 1e6:.1f} MB; open it in a browser"
