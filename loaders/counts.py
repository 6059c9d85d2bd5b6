"""What a loader found, counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .records import Counts, resolved_questions

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .records import Paper


def count(papers: Sequence[Paper], unmatched: Sequence[str]) -> Counts:
    """Count papers, the questions that will be scored and their oddities; all 0 for no papers.

    ``unmatched`` is what ``evidence_not_paragraph`` yields for the same papers.
    """
    questions = [question for _, question in resolved_questions(papers)]
    classes = [question.answer_class for question in questions]
    return Counts(
        papers=len(papers),
        questions=len(questions),
        annotations=sum(len(question.references) for question in questions),
        unanswerable=classes.count("unanswerable"),
        split=classes.count("split"),
        evidence_not_paragraph=len(unmatched),
        duplicated_paragraphs=sum(_duplicated(paper) for paper in papers),
    )


def evidence_not_paragraph(papers: Sequence[Paper]) -> Iterator[str]:
    """Yield every evidence string that equals no paragraph of its paper, once each time it is marked."""
    known: dict[int, frozenset[str]] = {}
    for paper, question in resolved_questions(papers):
        texts = known.get(id(paper))
        if texts is None:
            texts = known[id(paper)] = frozenset(paragraph.text for paragraph in paper.paragraphs)
        for reference in question.references:
            yield from (string for string in reference.evidence if string not in texts)


def _duplicated(paper: Paper) -> int:
    texts = [paragraph.text for paragraph in paper.paragraphs]
    if len(set(texts)) == len(texts):
        return 0
    shown = [text for text in texts if text and not text.isspace()]
    return len(shown) - len(set(shown))
