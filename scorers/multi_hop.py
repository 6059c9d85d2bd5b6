"""HotpotQA's answer and joint scores."""

from __future__ import annotations

from typing import NamedTuple

from .exact_match import exact_match
from .f1 import f1
from .normalize import normalize_answer, official_tokens
from .token_bag import token_bag, token_overlap

_CLOSED = frozenset({"yes", "no", "noanswer"})


class HopScore(NamedTuple):
    """Exact match, precision, recall and F1, each in [0, 1]."""

    exact: float
    """1 for a match."""
    precision: float
    """Share of what was said that is right."""
    recall: float
    """Share of what is right that was said."""
    f1: float
    """F1."""


def hop_answer(prediction: str, reference: str) -> HopScore:
    """Return the answer scores of f1_score and exact_match_score in hotpot_evaluate_v1.py (Yang et al. 2018).

    SQuAD's tokens; where one side is ``yes``, ``no`` or ``noanswer``, anything but the same is 0. No overlap is 0,
    also when both sides normalise to nothing, which is an exact match all the same.
    """
    exact = exact_match(prediction, [reference])
    if not exact and {normalize_answer(prediction), normalize_answer(reference)} & _CLOSED:
        return HopScore(0.0, 0.0, 0.0, 0.0)
    said, wanted = official_tokens(prediction), official_tokens(reference)
    overlap = token_overlap(said, token_bag(wanted))
    if not overlap:
        return HopScore(exact, 0.0, 0.0, 0.0)
    return HopScore(exact, overlap / len(said), overlap / len(wanted), f1(overlap, len(said), len(wanted)))


def hop_joint(answer: HopScore, support: HopScore) -> HopScore:
    """Return the joint scores: products of exact matches, precisions and recalls, and the F1 of the last two.

    0 where either product is 0. Source: eval of hotpot_evaluate_v1.py (Yang et al. 2018).
    """
    precision, recall = answer.precision * support.precision, answer.recall * support.recall
    both = precision + recall
    return HopScore(
        answer.exact * support.exact, precision, recall, 2 * precision * recall / both if both > 0 else 0.0
    )
