"""Questions, answers and paragraphs left out, with every number as before."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from qasper_eval.prediction_parts import Citation
from qasper_eval.records import UNANSWERABLE
from qasper_eval.scoring.outcome import is_official_decline, outcome_of
from scorers.normalize import official_tokens
from scorers.strict_normalize import strict_tokens

from .evidence_key import evidence_key

if TYPE_CHECKING:
    from loaders.records import Question, Reference
    from qasper_eval.records import Prediction
    from qasper_eval.scoring import Mode

KEPT_WORD = "unanswerable"
"""The one word that stays, because declining is measured by it."""
STOCK_PROSE = {
    ("answered", False): "Stock sentence.",
    ("answered", True): "It is unclear.",
    ("declined_in_prose", False): "The paper does not answer the question.",
    ("empty", False): ".",
}
"""What stands for prose: a stock sentence that declines, answers or leaves open as the prose did."""
ANSWER_TYPES = ("extractive", "abstractive", "boolean", "none")


def question_without_text(question: Question, mode: Mode) -> Question:
    """Return a question without its words: answers as numbered tokens, evidence as keys.

    Within a question equal tokens get equal names, so that every overlap stays; the names follow a hash, so that
    they tell neither order nor alphabet.
    """
    names = _names(question, mode)

    def reference(one: Reference) -> Reference:
        answer = _named(_tokens(one.answer, mode), names)
        keys = tuple(evidence_key(text) for text in one.evidence)
        return replace(one, answer=answer, evidence=keys, highlighted=())

    return replace(question, text="", references=tuple(reference(one) for one in question.references))


def prediction_without_text(prediction: Prediction, question: Question, mode: Mode) -> Prediction:
    """Return a prediction without its words; ``question`` is the one with text.

    Citations keep their paragraphs and lose their offsets; claims and traces, which lean on the text, are left out.
    """
    official = official_tokens(prediction.predicted_answer)
    answer = UNANSWERABLE
    if not is_official_decline(official):
        answer = _named(_tokens(prediction.predicted_answer, mode), _names(question, mode))
    outcome, undetermined = outcome_of(prediction, official)
    return replace(
        prediction,
        predicted_answer=answer,
        predicted_evidence=tuple(evidence_key(text) for text in prediction.predicted_evidence),
        answer_type=prediction.answer_type if prediction.answer_type in ANSWER_TYPES else None,
        answer_text=STOCK_PROSE.get((outcome, undetermined)),
        citations=tuple(Citation(citation.paragraph) for citation in prediction.citations),
        claims=(),
        trace=(),
    )


def _tokens(text: str, mode: Mode) -> list[str]:
    return strict_tokens(text) if mode == "strict" else official_tokens(text)


def _names(question: Question, mode: Mode) -> dict[str, str]:
    """Return a name for each token of the references."""
    tokens = {token for reference in question.references for token in _tokens(reference.answer, mode)}
    ordered = sorted(tokens - {KEPT_WORD}, key=lambda token: _hash(question.id, token))
    return {token: f"w{number}" for number, token in enumerate(ordered)} | {KEPT_WORD: KEPT_WORD}


def _named(tokens: list[str], names: dict[str, str]) -> str:
    """Return the tokens by name, sorted; tokens of no reference are numbered by how often they occur."""
    counts = Counter(tokens)
    strangers = sorted(count for token, count in counts.items() if token not in names)
    named = [(names[token], count) for token, count in counts.items() if token in names]
    named += [(f"x{number}", count) for number, count in enumerate(strangers)]
    return " ".join(name for name, count in sorted(named) for _ in range(count))


def _hash(question_id: str, token: str) -> str:
    return hashlib.sha256(f"{question_id}\n{token}".encode()).hexdigest()
