"""The questions whose value differs between official and strict scoring."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from .grid import grid

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.scoring.mode_difference import ModeDifference

HEAD = ("question", "answer F1 official", "strict", "evidence F1 official", "strict", "why")


def show_differences(differences: Sequence[ModeDifference], *, as_json: bool) -> str:
    """Return one row (or JSON object) per question that differs; one line saying so when none does."""
    if as_json:
        return json.dumps([asdict(difference) for difference in differences], indent=1, ensure_ascii=False) + "\n"
    if not differences:
        return "no question differs between official and strict\n"
    rows = [
        (
            difference.question_id,
            f"{difference.official_answer_f1:.3f}",
            _shown(difference.strict_answer_f1),
            f"{difference.official_evidence_f1:.3f}",
            _shown(difference.strict_evidence_f1),
            "; ".join(difference.reasons),
        )
        for difference in differences
    ]
    return grid(HEAD, rows, right=(1, 2, 3, 4))


def _shown(value: float | None) -> str:
    return "excluded" if value is None else f"{value:.3f}"
