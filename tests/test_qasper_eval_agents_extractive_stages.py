"""Evidence, extraction, decline, short answer and writer, each on a few hand-written paragraphs."""

from __future__ import annotations

import math

import pytest

from loaders.records import Paper, Paragraph
from qasper_eval.agents.extractive import ExtractiveOptions
from qasper_eval.agents.extractive.decline import Decision, decide
from qasper_eval.agents.extractive.evidence import rank_evidence, select_evidence
from qasper_eval.agents.extractive.extract import Passage, best_passage
from qasper_eval.agents.extractive.paper_view import PaperView
from qasper_eval.agents.extractive.plan import make_plan
from qasper_eval.agents.extractive.short_answer import short_answer
from qasper_eval.agents.extractive.writer import write
from qasper_eval.agents.retrieval import ranking

OPTIONS = ExtractiveOptions()


def view_of(*paragraphs: Paragraph | str) -> PaperView:
    """Prepare a paper whose body is ``paragraphs``."""
    body = tuple(Paragraph(text=entry) if isinstance(entry, str) else entry for entry in paragraphs)
    paper = Paper(id="p", title="", abstract="", paragraphs=body, questions=())
    return PaperView.of(paper, "bm25", with_abstract=False)


def decided(
    view: PaperView, question: str, admitted: tuple[int, ...] = (0,), options: ExtractiveOptions = OPTIONS
) -> Decision:
    """Decide on the best sentences of the paragraphs ``admitted``."""
    plan = make_plan(question, 0.7)
    found = [best_passage(view, plan, ordinal) for ordinal in admitted]
    return decide(view, plan, [entry for entry in found if entry is not None], options)


def passage(text: str, paragraph: int = 0, score: float = 1.0, start: int = 0) -> Passage:
    """Make a passage that stands at ``start``."""
    return Passage(paragraph=paragraph, start=start, end=start + len(text), text=text, score=score)


def test_retrieval_scores_become_standard_deviations_over_the_whole_paper() -> None:
    """Scores 3 and 1 of four like paragraphs: mean 1, deviation sqrt((9 + 1) / 4 - 1) = sqrt(1.5); no cue."""
    view = view_of(*["gru word"] * 4)
    found = rank_evidence(view, make_plan("gru", 0.7), ranking({0: 3.0, 1: 1.0}), cue_weight=0.3)
    assert math.isclose(found[0].score, 2 / 1.5**0.5, abs_tol=1e-8)
    assert math.isclose(found[1].score, 0.0, abs_tol=1e-9)


@pytest.mark.parametrize(
    ("better", "worse", "question"),
    [
        (
            Paragraph("tweets here", section="Corpus"),
            Paragraph("tweets here", section="Ethics"),
            "What data on tweets?",
        ),
        (Paragraph("we use tweets"), Paragraph("he used tweets"), "Which tweets?"),
        (Paragraph("500 tweets"), Paragraph("some tweets"), "How many tweets?"),
        (Paragraph("tweets", section="Model Details"), Paragraph("tweets", section="Related Work"), "Which tweets?"),
        (Paragraph("tweets are of many kinds"), Paragraph("tweets"), "Which tweets?"),
    ],
    ids=["section", "own work", "figure", "others' work", "length"],
)
def test_each_cue_decides_between_equals(better: Paragraph, worse: Paragraph, question: str) -> None:
    """With equal retrieval scores the later paragraph wins by its cue, and does not without cues."""
    view = view_of(worse, better)
    plan = make_plan(question, 0.7)
    equal = ranking({0: 1.0, 1: 1.0})
    assert rank_evidence(view, plan, equal, cue_weight=0.3)[0].paragraph == 1
    assert rank_evidence(view, plan, equal, cue_weight=0.0)[0].paragraph == 0


def test_a_caption_is_its_own_heading() -> None:
    """A table of results answers a question for results, though captions have no section."""
    caption = Paragraph("FLOAT SELECTED: Table 3: Results on tweets", kind="caption")
    view = view_of("tweets on four a table", caption)
    found = rank_evidence(view, make_plan("What are the results?", 0.7), ranking({0: 1.0, 1: 1.0}), cue_weight=0.3)
    assert found[0].paragraph == 1


def test_a_second_paragraph_is_cited_only_when_it_comes_near() -> None:
    """A gap of exactly one standard deviation is near enough; the third is beyond ``top_k``."""
    near = ranking({0: 3.0, 1: 2.0, 2: 2.0})
    assert [entry.paragraph for entry in select_evidence(near, OPTIONS)] == [0, 1]
    far = ranking({0: 3.0, 1: 1.99})
    assert [entry.paragraph for entry in select_evidence(far, OPTIONS)] == [0]
    assert select_evidence((), OPTIONS) == ()


def test_nothing_retrieved_ranks_nothing() -> None:
    """An empty paper and a question without a match are no error."""
    plan = make_plan("gru", 0.7)
    assert rank_evidence(view_of(), plan, (), cue_weight=0.3) == ()
    assert rank_evidence(view_of("lstm"), plan, (), cue_weight=0.3) == ()


def test_the_sentence_with_most_of_the_question_is_extracted() -> None:
    """Offsets give the sentence back, leading white space left out."""
    text = "We use LSTM.  We train a GRU on tweets. Tweets are short."
    found = best_passage(view_of(text), make_plan("Is the GRU trained on tweets?", 0.7), 0)
    assert found is not None
    assert found.text == "We train a GRU on tweets." == text[found.start : found.end]


def test_a_figure_decides_where_one_is_asked_for() -> None:
    """Both sentences hold ``tweets``; only the later one counts them."""
    view = view_of("Tweets are short. The set has 500 tweets.")
    counted = best_passage(view, make_plan("How many tweets?", 0), 0)
    asked = best_passage(view, make_plan("Which tweets?", 0), 0)
    assert counted is not None
    assert asked is not None
    assert (counted.text, asked.text) == ("The set has 500 tweets.", "Tweets are short.")


def test_nothing_is_extracted_from_a_text_without_words() -> None:
    """A rule of dashes has no sentence."""
    assert best_passage(view_of("-- --"), make_plan("tweets", 0.7), 0) is None


def test_a_name_that_the_evidence_lacks_is_declined() -> None:
    """The paper holds BERT, but not where it is cited."""
    view = view_of("We train a GRU.", "BERT is large.")
    decision = decided(view, "Do they train BERT?")
    assert (decision.declined, decision.reason) == (True, "name missing from evidence")
    assert decision.missing_names == ("bert",)
    assert not decided(view, "Do they train BERT?", (1,)).declined


def test_a_name_in_the_section_title_counts() -> None:
    """A paragraph under ``BERT`` need not repeat it."""
    titled = Paragraph("It is trained.", section="Models ::: BERT")
    for view in (view_of(titled), view_of(titled, "Other words.")):
        assert not decided(view, "How is BERT trained?").declined


def test_half_of_the_peculiar_words_absent_is_declined() -> None:
    """``privacy`` and ``consent`` are nowhere, ``clinical`` and ``tumours`` are: 2 of 4 = 0.5 declines, inclusive."""
    view = view_of("Clinical tumours are shown.", "Other words.")
    decision = decided(view, "Is privacy or consent discussed for clinical tumours?")
    assert decision.absent_terms == ("privacy", "consent")
    assert decision.absent_share == 0.5
    assert (decision.declined, decision.reason) == (True, "words missing from paper")


def test_a_single_absent_word_declines_only_when_it_is_all_there_is() -> None:
    """One of two may be a synonym of what the paper says; one of one leaves nothing that the paper speaks of."""
    view = view_of("Clinical reports are used.", "Other words.")
    assert not decided(view, "Is privacy of clinical data discussed?").declined
    assert decided(view, "Is privacy discussed?").declined


def test_words_of_the_field_are_never_missed() -> None:
    """A question that holds nothing peculiar says nothing about what the paper lacks."""
    view = view_of("We train a GRU.")
    decision = decided(view, "What baselines are compared in the experiments?")
    assert (decision.absent_share, decision.declined) == (0.0, False)


def test_a_misspelt_word_is_not_absent() -> None:
    """Questions are typed by people."""
    view = view_of("We annotate hateful speech in tweets.")
    assert decided(view, "Which hate speach tweats?").absent_terms == ()


def test_never_declining_still_declines_without_anything_to_write() -> None:
    """``decline=False`` answers on weak support, but nothing admitted leaves nothing to say."""
    never = ExtractiveOptions(decline=False)
    for view in (view_of("We train a GRU."), view_of("We train a GRU.", "Other words.")):
        assert not decided(view, "Is privacy of BERT discussed?", (0,), never).declined
        assert decided(view, "Is privacy of BERT discussed?", (), never).reason == "nothing admitted"


@pytest.mark.parametrize(
    ("question", "text", "answer"),
    [
        ("Do they use BERT?", "We use BERT.", "Yes"),
        ("Do they use BERT?", "We do not use BERT.", "No"),
        ("Do they use BERT?", "The model isn't BERT.", "No"),
        ("Is noise removed?", "Noise, a notable nuisance, is removed.", "Yes"),
        ("How many tweets are there?", "In 2014 we took 1,006 tweets from 3 users.", "1,006 tweets"),
        ("How large is the corpus?", "The corpus has 2.5 million sentences.", "2.5 million sentences"),
        ("What share of users left?", "Only 61% of users left.", "61%"),
        ("Which dataset is used?", "We use the Yelp Challenge dataset BIBREF2 and SQuAD.", "Yelp Challenge, SQuAD"),
        ("Which baselines are used?", "The baseline is a plain encoder.", "The baseline is a plain encoder"),
        ("How is it trained?", "As before, it is trained with a seed lexicon.", "it is trained with a seed lexicon"),
    ],
)
def test_short_answers(question: str, text: str, answer: str) -> None:
    """Yes/No, a figure with its noun, names without the dataset's markers, else a clause."""
    plan = make_plan(question, 0.7)
    assert short_answer(plan, [passage(text)]) == answer


def test_the_short_answer_comes_from_the_best_passage() -> None:
    """Citation order is not score order; a figure may come from the next one when the best has none."""
    plan = make_plan("Do they use BERT?", 0.7)
    assert short_answer(plan, [passage("We do not.", score=1.0), passage("We use BERT.", score=2.0)]) == "Yes"
    number = make_plan("How many tweets?", 0.7)
    assert (
        short_answer(number, [passage("Many tweets.", score=2.0), passage("We took 7 tweets.", score=1.0)])
        == "7 tweets"
    )
    assert short_answer(plan, []) == ""


def test_the_writer_numbers_paragraphs_and_keeps_every_offset() -> None:
    """Two claims of paragraph 4 share [1]; offsets of text, claim and quote all lead back."""
    passages = [passage("First\n claim.", 4, start=3), passage("Second.", 9), passage("Third.", 4, start=30)]
    report = write(passages)
    assert report.text == "First claim. [1] Second. [2] Third. [1]"
    assert [report.text[claim.start : claim.end] for claim in report.claims] == ["First claim.", "Second.", "Third."]
    assert [claim.citations for claim in report.claims] == [(0,), (1,), (2,)]
    assert [(cited.paragraph, cited.quote_start, cited.quote_end) for cited in report.citations] == [
        (4, 3, 16),
        (9, 0, 7),
        (4, 30, 36),
    ]
    assert [(cited.start, cited.end) for cited in report.citations] == [(0, 12), (17, 24), (29, 35)]


def test_nothing_to_write_is_an_empty_text() -> None:
    """The agent puts its own sentence there."""
    assert write([]).text == ""
    assert write([]).citations == ()
