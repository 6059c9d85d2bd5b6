"""From what an agent of one's own said to a prediction that the paper bears out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.prediction_json import prediction_from_json
from qasper_eval.records import UNANSWERABLE

from .declining import is_decline_word
from .evidence import predicted_evidence
from .foreign_citations import given_citations
from .foreign_fields import json_fields

if TYPE_CHECKING:
    from loaders.records import Paper, Question
    from qasper_eval.providers.wire import Redactor
    from qasper_eval.records import Prediction, Status

    from .foreign_citations import GivenCitations

NO_PREDICTION = "agent gave no prediction"
"""Cause of an answer that is none, or that contradicts the paper or itself."""


def as_prediction(
    said: object, paper: Paper, question: Question, *, cite_abstract: bool, redactor: Redactor
) -> Prediction:
    """Return the prediction behind a Prediction or a mapping with its keys, for this question and this paper.

    Evidence is the text of what is cited, each text once (T3); invalid ordinals are counted (T5). Raises
    ItemUnmeasuredError ("agent gave no prediction") saying what is wrong with anything else.
    """
    try:
        fields = json_fields(said, redactor)
        given = given_citations(fields, paper, cite_abstract=cite_abstract)
        fields |= {
            "question_id": question.id,
            "paper_id": paper.id,
            "citations": given.citations,
            "claims": given.claims,
            "predicted_evidence": list(given.texts or ()),
        }
        prediction = _with_evidence(prediction_from_json(fields), given, paper)
        _check_places(prediction, paper)
    except ValueError as error:
        raise ItemUnmeasuredError(NO_PREDICTION, str(error)) from None
    return _settled(prediction)


def _with_evidence(prediction: Prediction, given: GivenCitations, paper: Paper) -> Prediction:
    if given.n_invalid is None:
        return prediction
    cited = predicted_evidence(paper, prediction.citations)
    if given.texts and set(given.texts) != set(cited):
        raise ValueError("predicted_evidence is not the text of the paragraphs in citations; give one of them")
    n_invalid = given.n_invalid + (prediction.invalid_citations or 0)
    return replace(prediction, predicted_evidence=cited, invalid_citations=n_invalid)


def _check_places(prediction: Prediction, paper: Paper) -> None:
    """Raise ValueError for an offset outside its text and for a retrieved paragraph that the paper does not have."""
    n_answer = len(prediction.predicted_answer if prediction.answer_text is None else prediction.answer_text)
    for citation in prediction.citations:
        n_paragraph = len(paper.paragraphs[citation.paragraph].text)
        _check_span("a citation", citation.start, citation.end, n_answer, "the answer's text")
        where = f"paragraph {citation.paragraph}"
        _check_span("a quote", citation.quote_start, citation.quote_end, n_paragraph, where)
    for claim in prediction.claims:
        _check_span("a claim", claim.start, claim.end, n_answer, "the answer's text")
    for entry in prediction.retrieved or ():
        if entry.paragraph >= len(paper.paragraphs):
            n = len(paper.paragraphs)
            raise ValueError(f"retrieved paragraph {entry.paragraph} is none of the paper's {n}, counted from 0")


def _check_span(what: str, start: int | None, end: int | None, length: int, where: str) -> None:
    if start is None and end is None:
        return
    if start is None or end is None or not start <= end <= length:
        raise ValueError(f"{what} spans {start} to {end}, but {where} has {length} characters")


def _settled(prediction: Prediction) -> Prediction:
    """Make field, status and text agree; where no field is given, the word Unanswerable declines."""
    declined = prediction.declined
    if declined is None:
        declined = prediction.status == "declined" or is_decline_word(prediction.predicted_answer)
    if not declined:
        answered: Status = "answered" if prediction.status == "declined" else prediction.status
        return replace(prediction, declined=False, status=answered)
    said = prediction.predicted_answer
    prose = prediction.answer_text if prediction.answer_text is not None or is_decline_word(said) else said
    status: Status = "declined" if prediction.status == "answered" else prediction.status
    return replace(prediction, declined=True, status=status, predicted_answer=UNANSWERABLE, answer_text=prose)
