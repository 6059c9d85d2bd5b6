"""Whether a prediction answers or declines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorers.decline_detector import decline_stance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.records import Prediction
    from scorers.decline_rates import Outcome


def is_official_decline(answer: Sequence[str]) -> bool:
    """Say whether an answer's official tokens are ``unanswerable``, the one answer that scores 1 beside a decline."""
    return len(answer) == 1 and answer[0] == "unanswerable"


def outcome_of(prediction: Prediction, official_answer: Sequence[str]) -> tuple[Outcome, bool]:
    """Return the outcome and whether the prose leaves it open (metrics.md, Declining).

    The structured field decides where there is one; in files of the bare official format an answer that normalises to
    ``unanswerable`` stands for it. Prose is looked at only when neither says declined.
    """
    declined = prediction.declined
    if declined or (declined is None and (prediction.status == "declined" or is_official_decline(official_answer))):
        return "declined", False
    prose = prediction.answer_text
    stance = decline_stance(prose) if prose else decline_stance(prediction.predicted_answer, official_answer)
    if stance == "declined":
        return "declined_in_prose", False
    if stance == "empty":
        return "empty", False
    return "answered", stance == "undetermined"
