"""Under which name a result is published."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qasper_eval.config.model import RUN_NAME_PATTERN
from qasper_eval.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

MOST_NUMBERS = 1000


def result_names(
    target: str, root: Path, *, date: str, agents: Sequence[str], models: Sequence[str]
) -> Iterator[Path]:
    """Yield the folders to try: the one named, or, for a target that ends in a slash, date-agent-model-01, -02, ….

    Raises UsageError for a name that is none.
    """
    if target.endswith("/"):
        stem = "-".join([date, *(part for part in (_slug(agents), _slug(models)) if part)])
        yield from (root / f"{stem}-{number:02d}" for number in range(1, MOST_NUMBERS))
        return
    if not re.fullmatch(RUN_NAME_PATTERN, root.name):
        raise UsageError(f"--to {target}: {root.name!r} is no name (letters, digits, '.', '_', '-'; at most 100)")
    yield root


def _slug(names: Sequence[str]) -> str:
    """Return what one name, or "several", comes to in a folder name; empty for none."""
    distinct = list(dict.fromkeys(names))
    if len(distinct) > 1:
        return "several"
    text = re.sub(r"[^A-Za-z0-9._]+", "-", distinct[0].rpartition("/")[2]) if distinct else ""
    return text.strip("-.")[:30].strip("-.")
