"""From a grounded reply with native citations to a prediction."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.prediction_parts import Citation, Claim
from qasper_eval.records import UNANSWERABLE, Prediction

from .contract_prediction import yes_no
from .declining import is_decline_word
from .evidence import predicted_evidence
from .markers import cited_units
from .text import well_formed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from loaders.records import Paper, Question
    from qasper_eval.providers.base import ChatReply, NativeCitation

    from .paragraph_ids import ParagraphIds
    from .short_reply import ShortReply


def grounded_prediction(
    paper: Paper, question: Question, reply: ChatReply, ids: ParagraphIds, short: ShortReply | None = None
) -> Prediction:
    """Take the reply's text as the prose and its spans as citations, one for each document of each span.

    ``short`` is the answer in a few words; without one the text is the answer. The word Unanswerable declines, and so
    does a short form ``none``; then citations are dropped. Prose that declines stays an answer here (the scorer's
    detector sees to it). A sentence carries the citations whose span overlaps it. A document id that was not sent
    counts as invalid, once; a span outside the text keeps its citation and loses its offsets.
    """
    text = well_formed(reply.text)
    sent = {f"P{number}": ordinal for number, ordinal in ids.shown_ids()}
    invalid = len({name for native in reply.citations for name in native.document_ids if name not in sent})
    declines = short is not None and (short.answer_type == "none" or is_decline_word(short.answer))
    if declines or is_decline_word(text):
        return Prediction(
            question_id=question.id,
            predicted_answer=UNANSWERABLE,
            paper_id=paper.id,
            status="declined",
            answer_type="none",
            declined=True,
            answer_text=text if declines else None,
            invalid_citations=invalid,
        )
    citations = tuple(made for native in reply.citations for made in _citations(native, len(text), sent))
    return Prediction(
        question_id=question.id,
        predicted_answer=_short_answer(short) if short else text.strip(),
        predicted_evidence=predicted_evidence(paper, citations),
        paper_id=paper.id,
        status="answered",
        answer_type=short.answer_type if short else None,
        declined=False,
        answer_text=text,
        citations=citations,
        claims=_claims(text, citations),
        invalid_citations=invalid,
    )


def _short_answer(short: ShortReply) -> str:
    return (yes_no(short.answer) if short.answer_type == "boolean" else None) or short.answer


def _citations(native: NativeCitation, length: int, sent: Mapping[str, int]) -> list[Citation]:
    ordinals = dict.fromkeys(sent[name] for name in native.document_ids if name in sent)
    if 0 <= native.start < native.end <= length:
        return [Citation(paragraph=ordinal, start=native.start, end=native.end) for ordinal in ordinals]
    return [Citation(paragraph=ordinal) for ordinal in ordinals]


def _claims(text: str, citations: tuple[Citation, ...]) -> tuple[Claim, ...]:
    claims: list[Claim] = []
    for unit in cited_units(text):
        start, end = unit.start, unit.start + len(text[unit.start : unit.end].rstrip())
        own = tuple(
            index
            for index, citation in enumerate(citations)
            if citation.start is not None
            and citation.end is not None
            and citation.start < end
            and start < citation.end
        )
        if unit.has_word:
            claims.append(Claim(start=start, end=end, citations=own))
    return tuple(claims)
