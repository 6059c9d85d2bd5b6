"""What an agent outside this process is sent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .paragraph_ids import ParagraphIds
from .text import well_formed

if TYPE_CHECKING:
    from loaders.records import Paper, Question
    from qasper_eval.prediction_parts import JsonValue


def request_json(paper: Paper, question: Question, *, cite_abstract: bool) -> JsonValue:
    """Return the JSON object ``{paper, question}``; references and the paper's other questions are not in it.

    ``citable`` says which paragraphs a citation may name: not blank ones, and the abstract only with
    ``agent.cite_abstract``.
    """
    citable = ParagraphIds.of(paper, cite_abstract=cite_abstract).shown
    return {
        "paper": {
            "id": paper.id,
            "title": well_formed(paper.title),
            "abstract": well_formed(paper.abstract),
            "paragraphs": [
                {
                    "ordinal": ordinal,
                    "text": well_formed(paragraph.text),
                    "section": well_formed(paragraph.section),
                    "kind": paragraph.kind,
                    "document": well_formed(paragraph.document),
                    "citable": ordinal in citable,
                }
                for ordinal, paragraph in enumerate(paper.paragraphs)
            ],
        },
        "question": {
            "id": question.id,
            "paper_id": question.paper_id,
            "text": well_formed(question.text),
            "kind": question.kind,
        },
    }
