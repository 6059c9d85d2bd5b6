"""Whether a prediction answers or declines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorers.decline_detector import decline_stance

if TYPE_CHECKING:
    from qasper_eval.records import Prediction
    from scorers.decline_rates import Outcome
    from scorers.token_bag import TokenBag


def is_official_decline(answer: TokenBag) -> bool:
    """Say whether an answer normalises to ``unanswerable``, which alone scores 1 against a declined reference."""
    return answer.size == 1 and "unanswerable" in answer.tokens


def outcome_of(prediction: Prediction, official_answer: TokenBag) -> tuple[Outcome, bool]:
    """Return the outcome and whether the prose leaves it open (metrics.md, Declining).

    The structured field decides where there is one; in files of the bare official format an answer that normalises to
    ``unanswerable`` stands for it. Prose is looked at only when neither says declined.
    """
    declined = prediction.declined
    if declined or (declined is None and (prediction.status == "declined" or is_official_decline(official_answer))):
        return "declined", False
    prose = prediction.answer_text
    stance = decline_stance(prose) if prose else decline_stance(prediction.predicted_answer, official_answer.tokens)
    if stance == "declined":
        return "declined_in_prose", False
    if stance == "empty":
        return "empty", False
    return "answered", stance == "undetermined"
