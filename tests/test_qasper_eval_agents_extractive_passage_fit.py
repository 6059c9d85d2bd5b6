"""Declining where the whole context is one paragraph: the sentence itself must fit the question."""

from __future__ import annotations

import asyncio

import pytest

from loaders import load
from loaders.records import Paper, Paragraph, Question
from qasper_eval.agents.extractive import ExtractiveAgent
from qasper_eval.agents.extractive.passage_fit import passage_misfit
from qasper_eval.agents.extractive.plan import make_plan
from scorers.wilson import wilson
from support import SHARED, needs_shared

SENTENCE = "In 1912 the northern harbour of Velmark was founded by Ada Brandt, and it had a formal port authority."


def misfit(question: str, sentence: str = SENTENCE) -> str:
    """Hold a question against the sentence."""
    return passage_misfit(make_plan(question, 0.7), sentence)


@pytest.mark.parametrize(
    ("question", "reason"),
    [
        ("When was the harbour of Ostmark founded?", "name missing from sentence"),
        ("Who founded the harbour in 1913?", "name missing from sentence"),
        ("What was not founded?", "sentence turned around"),
        ("When was the southern harbour of Velmark founded?", "sentence turned around"),
        ("Which harbour had an informal authority?", "sentence turned around"),
        ("When was the harbour of Velmark founded?", ""),
        ("Who founded the harbour of Velmark?", ""),
        ("Whether or not the harbour was founded?", ""),
        ("", ""),
    ],
)
def test_a_question_changed_from_its_sentence_is_seen(question: str, reason: str) -> None:
    """Entity swap, negation and antonym (Rajpurkar, Jia and Liang 2018, section 4); the unchanged ones fit."""
    assert misfit(question) == reason


@pytest.mark.parametrize(
    ("question", "sentence"),
    [
        ("How many ships were there?", "The ships were built of oak."),
        ("When did the ships sail?", "The ships were built of oak."),
        ("In what year did the ships sail?", "The ships were built of oak."),
        ("Who built the ships of Velmark?", "The ships of Velmark were built of oak."),
    ],
)
def test_a_kind_of_answer_that_the_sentence_lacks_is_seen(question: str, sentence: str) -> None:
    """An amount, a time and a person; a name of the question is no answer to it."""
    assert misfit(question, sentence) == "no such kind in sentence"


@pytest.mark.parametrize(("asked", "written"), [("French", "France"), ("Switzerland", "Swiss"), ("Dutch", "Holland")])
def test_a_country_is_found_in_the_name_of_its_people(asked: str, written: str) -> None:
    """Two spellings of one name."""
    assert misfit(f"Which ship was {asked}?", f"The ship came from {written}.") == ""


def test_a_lone_paragraph_is_declined_by_its_sentence_and_a_paper_is_not() -> None:
    """In a paper another paragraph may hold what the sentence lacks."""
    text, other = "The ships were built of oak.", "Nobody counted."
    question = Question("q", "p", "How many ships were built?", ())

    def declined(*texts: str) -> bool:
        paper = Paper("p", "", "", tuple(Paragraph(entry) for entry in texts), ())
        return asyncio.run(ExtractiveAgent().answer(paper, question)).is_declined

    assert declined(text)
    assert not declined(text, other)


@needs_shared
def test_a_third_of_the_unanswerable_is_declined_at_15_percent_over_refusal() -> None:
    """S2-34: the no-answer questions of SQuAD 2.0; seen when the rules were written, so optimistic."""
    agent = ExtractiveAgent()
    counts = {"unanswerable": [0, 0], "answerable": [0, 0]}
    for paper, question in load("squad2", path=SHARED / "data/siblings/squad2-dev-slice.json").questions():
        cell = counts[question.answer_class]
        cell[0] += asyncio.run(agent.answer(paper, question)).is_declined
        cell[1] += 1
    (caught, asked), (refused, answerable) = counts["unanswerable"], counts["answerable"]
    assert (asked, answerable) == (104, 91)
    assert caught / asked >= 1 / 3
    assert refused / answerable <= 0.15
    low, high = wilson(caught, asked) or (0, 0)
    assert low > (wilson(refused, answerable) or (0, 1))[1], (low, high)
