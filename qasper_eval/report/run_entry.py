"""A run folder as a line of a table, before it is published."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from qasper_eval.checkpoint import StoredRun
from qasper_eval.errors import UsageError

from .leaderboard_entry import entry_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from .leaderboard_entry import Entry


def run_entry(path: Path) -> Entry:
    """Return the entry of a run folder, from its run.json and scores.json.

    Raises:
        CheckpointError: run.json is missing or damaged.
        UsageError: scores.json is, in one line with the command that makes it.
    """
    run = StoredRun(path)
    facts = {"config": run.config, "prompts": run.prompts}
    try:
        scores: dict[str, Any] = json.loads((path / "scores.json").read_bytes())
        entry = entry_of(path, run.name, scores, facts, run.dataset)
        stamp = "; ".join(_stamps(scores))
    except (OSError, ValueError, KeyError, TypeError):
        raise UsageError(
            f"{path}: its scores.json is missing or damaged; make it with: qasper-eval score {path}"
        ) from None
    is_benchmark = run.config["dataset"]["name"] != "sample"
    return replace(entry, stamp=stamp, is_benchmark=is_benchmark, is_published=False)


def _stamps(scores: Mapping[str, Any]) -> Iterator[str]:
    asked, loaded, unmeasured = scores["n_slice"], scores["loaded"]["questions"], sum(scores["unmeasured"].values())
    if asked < loaded:
        yield f"{asked:,} of {loaded:,} asked"
    if unmeasured:
        yield f"{unmeasured:,} unmeasured"
