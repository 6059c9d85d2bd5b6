"""Whether a prediction answers or declines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorers.decline_detector import decline_stance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.records import Prediction
    from scorers.decline_rates import Outcome

OFFICIAL_DECLINE = ["unanswerable"]
"""The official tokens of a declined answer."""


def outcome_of(prediction: Prediction, official_answer: Sequence[str]) -> tuple[Outcome, bool]:
    """Return the outcome and whether the prose leaves it open (metrics.md, Declining).

    The structured field decides where there is one; in files of the bare official format an answer that normalises to
    ``unanswerable`` (``official_answer`` holds its tokens) stands for it. Prose is looked at only when neither says
    declined.
    """
    if prediction.declined or (
        prediction.declined is None and (prediction.status == "declined" or official_answer == OFFICIAL_DECLINE)
    ):
        return "declined", False
    stance = decline_stance(prediction.answer_text or prediction.predicted_answer)
    if stance == "declined":
        return "declined_in_prose", False
    if stance == "empty":
        return "empty", False
    return "answered", stance == "undetermined"
