"""From a reply that keeps the contract to a prediction."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from qasper_eval.prediction_parts import Citation, Claim
from qasper_eval.records import UNANSWERABLE, Prediction

from .citations import resolve_ids
from .declining import is_decline_word
from .evidence import predicted_evidence
from .markers import cited_units, find_markers

if TYPE_CHECKING:
    from loaders.records import Paper, Question

    from .citations import ResolvedIds
    from .markers import CitedUnit
    from .paragraph_ids import ParagraphIds
    from .reply import ContractReply

_YES_NO = re.compile(r"[\W_]*(yes|true|no|false)\b(?P<rest>.*)", re.DOTALL | re.IGNORECASE)
_BREAK = re.compile(r"[*\"'”’)]*(?:\s*[,.;:!—–(\n]|\s+-\s)")
_NOTHING_SAID = frozenset({"", "none", "na", "null"})


def yes_no(answer: str) -> str | None:
    """Return ``Yes`` or ``No`` when the answer is that word (or true, false), alone or before a punctuation mark.

    ``No evidence is given`` is neither: None.
    """
    found = _YES_NO.fullmatch(answer)
    if not found or (_has_word(found["rest"]) and not _BREAK.match(found["rest"])):
        return None
    return "Yes" if found[1].casefold() in {"yes", "true"} else "No"


def is_usable(reply: ContractReply) -> bool:
    """Whether the answer fits its type: a boolean says yes or no, and an answer is more than citation markers."""
    if reply.answer_type == "none" or is_decline_word(reply.answer):
        return True
    if reply.answer_type == "boolean":
        return yes_no(reply.answer) is not None
    return bool(_without_markers(reply.answer))


def contract_prediction(paper: Paper, question: Question, reply: ContractReply, ids: ParagraphIds) -> Prediction:
    """Put a usable reply in Qasper's terms; what it costs and how it came about is added by the agent.

    Citations are those of the reply's list, for the answer as a whole, then those of markers inside the answer
    (``[P3]``), for their sentence. ``none``, or the word Unanswerable under another type, declines: citations are
    dropped, invalid ids still counted.
    """
    listed = resolve_ids(reply.citations, ids)
    if reply.answer_type == "none" or is_decline_word(reply.answer):
        return Prediction(
            question_id=question.id,
            predicted_answer=UNANSWERABLE,
            paper_id=paper.id,
            status="declined",
            answer_type="none",
            declined=True,
            answer_text=_explanation(reply.answer),
            invalid_citations=len(listed.invalid),
        )
    units = cited_units(reply.answer, lettered=True)
    citations, claims, invalid = _cited(reply.answer, units, listed, ids)
    is_boolean = reply.answer_type == "boolean"
    prose = _says_more(reply.answer) if is_boolean else len(units) > 1 or any(unit.markers for unit in units)
    return Prediction(
        question_id=question.id,
        predicted_answer=(yes_no(reply.answer) if is_boolean else None) or _without_markers(reply.answer),
        predicted_evidence=predicted_evidence(paper, citations),
        paper_id=paper.id,
        status="answered",
        answer_type=reply.answer_type,
        declined=False,
        answer_text=reply.answer if prose else None,
        citations=citations,
        claims=claims if prose else (),
        invalid_citations=invalid,
    )


def _explanation(answer: str) -> str | None:
    bare = re.sub(r"[\W_]+", "", answer).casefold()
    return None if bare in _NOTHING_SAID or is_decline_word(answer) else answer


def _has_word(text: str) -> bool:
    return any(map(str.isalnum, text))


def _says_more(answer: str) -> bool:
    found = _YES_NO.fullmatch(answer)
    return found is None or _has_word(found["rest"])


def _without_markers(answer: str) -> str:
    pieces: list[str] = []
    at = 0
    for marker in find_markers(answer, lettered=True):
        pieces.append(answer[at : marker.start].rstrip())
        at = marker.end
    return ("".join(pieces) + answer[at:]).strip()


def _cited(
    answer: str, units: tuple[CitedUnit, ...], listed: ResolvedIds, ids: ParagraphIds
) -> tuple[tuple[Citation, ...], tuple[Claim, ...], int]:
    citations = [Citation(paragraph=ordinal) for ordinal in listed.ordinals]
    whole = tuple(range(len(citations)))
    invalid = set(listed.invalid)
    by_sentence = any(unit.markers for unit in units)
    claims: list[Claim] = []
    for unit in units:
        start, end = unit.start, unit.start + len(answer[unit.start : unit.end].rstrip())
        marked = resolve_ids((answer[marker.start : marker.end] for marker in unit.markers), ids)
        invalid.update(marked.invalid)
        first = len(citations)
        citations += [Citation(paragraph=ordinal, start=start, end=end) for ordinal in marked.ordinals]
        own = tuple(range(first, len(citations)))
        if unit.has_word:
            claims.append(Claim(start=start, end=end, citations=own if by_sentence else whole))
    return tuple(citations), tuple(claims), len(invalid)
