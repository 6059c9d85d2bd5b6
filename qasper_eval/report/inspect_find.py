"""The question that a person means."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from qasper_eval.errors import UsageError

if TYPE_CHECKING:
    from loaders.records import Dataset, Paper, Question

SHOWN = 3


def find_question(
    dataset: Dataset, wanted: str, *, hint: str = "the ids are in predictions.jsonl"
) -> tuple[Paper, Question]:
    """Return the question of that id, or the only one whose id begins so, with its paper.

    ``hint`` says where ids are found, for a user whose id is close to none.

    Raises:
        UsageError: there is none, with the closest ids; or several begin so.
    """
    by_id = {question.id: (paper, question) for paper, question in dataset.questions()}
    if wanted in by_id:
        return by_id[wanted]
    begun = [question_id for question_id in by_id if wanted and question_id.startswith(wanted)]
    if len(begun) == 1:
        return by_id[begun[0]]
    where = f"{dataset.name} ({dataset.split})"
    if begun:
        more = f" and {len(begun) - SHOWN} more" if len(begun) > SHOWN else ""
        raise UsageError(f"{wanted}: {len(begun)} questions of {where} begin so: {', '.join(begun[:SHOWN])}{more}")
    close = difflib.get_close_matches(wanted, by_id, n=SHOWN, cutoff=0.4)
    help_ = f"the closest: {', '.join(close)}" if close else hint
    raise UsageError(f"{wanted}: no question of {where} has this id; {help_}")
