"""Question ids in a sentence, for a terminal."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from qasper_eval.report.inspect_layout import harmless, wrapped

if TYPE_CHECKING:
    from collections.abc import Sequence

MOST_IDS = 20
"""Ids shown of one list; --json holds all."""
MOST_OF_AN_ID = 100
"""Characters shown of one id; --json holds it whole."""
WIDTH = 118


def listed_ids(what: str, ids: Sequence[str], indent: str = "") -> list[str]:
    """Return lines that list the first ids after ``what``; the rest is counted, and --json named as the place."""
    rest = len(ids) - MOST_IDS
    more = [f"and {rest} more (--json lists all)"] if rest > 0 else []
    return wrapped(
        f"{what}: {', '.join([*map(_shown_id, ids[:MOST_IDS]), *more])}", indent, hanging="  ", width=WIDTH
    )


def _shown_id(question_id: str) -> str:
    """Return an id as one part of a list: quoted where its own spaces or commas would split it, cut where long."""
    shown = question_id if len(question_id) <= MOST_OF_AN_ID else f"{question_id[:MOST_OF_AN_ID]}…"
    is_one_word = harmless(shown).split() == [harmless(shown)] and "," not in shown
    return shown if is_one_word else json.dumps(harmless(shown), ensure_ascii=False)
