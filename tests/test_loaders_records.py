"""The records hold the datasets that come next, without a change: one hand-made example of each layout."""

from __future__ import annotations

from typing import get_type_hints

import pytest

from loaders import Counts, Dataset, Paper, Paragraph, Question, Reference, SentenceId, Span
from loaders.counts import count, evidence_not_paragraph
from loaders.fingerprint import fingerprint


def sentence(paper: Paper, found: SentenceId) -> str:
    """Cut a sentence out of its paragraph."""
    paragraph = paper.paragraphs[found.paragraph]
    start, end = paragraph.sentences[found.sentence]
    return paragraph.text[start:end]


def dataset(*papers: Paper) -> Dataset:
    """Give a dataset of the papers."""
    return Dataset(
        "d", "dev", None, fingerprint(papers), "", "", papers, count(papers, list(evidence_not_paragraph(papers)))
    )


def test_several_titled_documents_are_one_context_with_sentence_evidence() -> None:
    """HotpotQA: ten titled documents of sentences, supporting facts as (title, sentence)."""
    cairo = Paragraph("Cairo is a city. It lies on the Nile.", document="Cairo", sentences=((0, 16), (17, 37)))
    nile = Paragraph("The Nile is a river.", document="Nile", sentences=((0, 20),))
    facts = (SentenceId(0, 1), SentenceId(1, 0))
    reference = Reference("the Nile", "extractive", (cairo.text, nile.text), evidence_sentences=facts)
    question = Question("5a7", "5a7", "Which river is Cairo on?", (reference,))
    paper = Paper("5a7", "", "", (cairo, nile), (question,))
    assert [sentence(paper, fact) for fact in facts] == ["It lies on the Nile.", "The Nile is a river."]
    assert [paper.paragraphs[fact.paragraph].document for fact in facts] == ["Cairo", "Nile"]
    assert dataset(paper).counts == Counts(1, 1, 1, 0, 0, 0, 0)


def test_a_claim_is_a_question_whose_answer_is_a_verdict() -> None:
    """SciFact: a claim, abstracts as lists of sentences, a label with its sentences, or not enough information."""
    abstract = Paragraph(
        "We ran trials. Aspirin helped.", kind="text", document="Trial", sentences=((0, 14), (15, 30))
    )
    supported = Reference("SUPPORT", "abstractive", (abstract.text,), evidence_sentences=(SentenceId(0, 1),))
    claims = (
        Question("1", "13", "Aspirin helps.", (supported,), "claim"),
        Question("2", "13", "Aspirin harms.", (Reference("NOT ENOUGH INFO", "none"),), "claim"),
    )
    paper = Paper("13", "Trial", "", (abstract,), claims)
    assert sentence(paper, supported.evidence_sentences[0]) == "Aspirin helped."
    assert [question.answer_class for question in claims] == ["answerable", "unanswerable"]
    assert dataset(paper).counts.unanswerable == 1


def test_an_answer_is_a_span_of_characters_or_impossible() -> None:
    """SQuAD 2.0: answer_start counts code points; a question without answers is unanswerable."""
    context = Paragraph("Café Zürich opened in 1862.")
    spans = (Span(0, 22, 26),)
    answered = Question("q1", "a", "When?", (Reference("1862", "extractive", (context.text,), evidence_spans=spans),))
    impossible = Question("q2", "a", "Why?", (Reference("", "none"),))
    paper = Paper("a", "Zürich", "", (context,), (answered, impossible))
    assert context.text[spans[0].start : spans[0].end] == "1862"
    assert [question.answer_class for _, question in dataset(paper).questions()] == ["answerable", "unanswerable"]


def test_a_claim_has_alternative_sets_of_sentences() -> None:
    """WiCE: each alternative set of supporting sentences is a reference of its own."""
    article = Paragraph("A. B. C.", sentences=((0, 2), (3, 5), (6, 8)))
    sets = ((SentenceId(0, 0), SentenceId(0, 2)), (SentenceId(0, 1),))
    references = tuple(
        Reference("partially_supported", "abstractive", (article.text,), evidence_sentences=chosen) for chosen in sets
    )
    claim = Question("dev00001", "dev00001", "A and C hold.", references, "claim")
    paper = Paper("dev00001", "Article", "", (article,), (claim,))
    assert [[sentence(paper, found) for found in reference.evidence_sentences] for reference in references] == [
        ["A.", "C."],
        ["B."],
    ]
    assert dataset(paper).counts.annotations == 2


def test_annotators_who_disagree_make_a_question_split() -> None:
    """T8: "Yes" and "Unanswerable" are both kept, and the class says split."""
    yes, none = Reference("Yes", "boolean", ("E",)), Reference("Unanswerable", "none")
    assert Question("q", "p", "?", (yes, none)).answer_class == "split"
    assert Question("q", "p", "?", (none, none)).answer_class == "unanswerable"
    assert Question("q", "p", "?", (yes, yes)).answer_class == "answerable"


@pytest.mark.parametrize("record", [Counts, Dataset, Paper, Paragraph, Question, Reference, SentenceId, Span])
def test_the_fields_types_can_be_looked_up(record: type) -> None:
    """Libraries that write an agent's papers as JSON, such as pydantic, ask for them."""
    assert get_type_hints(record)
