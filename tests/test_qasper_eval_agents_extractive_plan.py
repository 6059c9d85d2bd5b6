"""What a question asks for, and what is peculiar to it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qasper_eval.agents.extractive.names import missing_names, names_in
from qasper_eval.agents.extractive.plan import Expected, make_plan
from qasper_eval.agents.extractive.spelling import near
from qasper_eval.agents.extractive.topics import TOPICS


@pytest.mark.parametrize(
    ("question", "expects"),
    [
        ("Do they use BERT?", "boolean"),
        ("Is the code available?", "boolean"),
        ("In the experiments, did they tune the rate?", "boolean"),
        ("Does this paper target European or Brazilian Portuguese?", "choice"),
        ("How many annotators were there?", "number"),
        ("how large is the dataset?", "number"),
        ("What is the size of the corpus?", "number"),
        ("Which percentage of tweets is in Hindi?", "number"),
        ("How do they propagate polarity?", "explanation"),
        ("What is the reason why it fails?", "explanation"),
        ("What datasets do they use?", "span"),
        ("Which language is it?", "span"),
        ("", "span"),
        ("¿Qué datos usan?", "span"),
    ],
)
def test_the_expected_answer_follows_the_question_word(question: str, expects: Expected) -> None:
    """Auxiliary verb first: yes or no; ``or`` inside: a choice; how many: a number."""
    assert make_plan(question, 0.7).expects == expects


def test_aspects_are_the_own_words_and_the_topics() -> None:
    """The question's words weigh 1, what a topic adds weighs less, a word of both counts as the question's own."""
    plan = make_plan("Which baselines are used for the corpus?", 0.5)
    assert [aspect.name for aspect in plan.aspects] == ["question", "data", "baseline"]
    assert plan.own_terms == ("baselin", "corpus")
    weights = dict(plan.query.weights)
    assert weights["baselin"] == weights["corpus"] == 1.0
    assert weights["outperform"] == weights["dataset"] == 0.5
    assert "baselin" not in plan.aspects[2].terms


def test_without_topic_weight_only_the_own_words_are_sought() -> None:
    """The switch of the ablation: topics are still known, but add no word."""
    plan = make_plan("Which baselines are used?", 0)
    assert plan.query.weights == (("baselin", 1.0),)
    assert [topic.name for topic in plan.topics] == ["baseline"]


def test_topics_have_patterns_that_compile_and_names_that_differ() -> None:
    """Each pattern finds the topic's own word somewhere, so that none is dead."""
    assert len({topic.name for topic in TOPICS}) == len(TOPICS)
    for topic in TOPICS:
        assert topic.asked_pattern.pattern == topic.asked
        assert topic.section_pattern.pattern == topic.sections


@pytest.mark.parametrize(
    ("question", "topic"),
    [
        ("what corpora are used?", "data"),
        ("how large is it?", "size"),
        ("do they outperform others?", "baseline"),
        ("which metrics?", "metric"),
        ("what are the gains?", "result"),
        ("is it only english?", "language"),
        ("were crowd workers hired?", "annotation"),
        ("what architecture?", "model"),
        ("which experiments?", "experiment"),
        ("where do tweets come from?", "source"),
        ("did humans judge it?", "human"),
        ("what learning rate?", "training"),
        ("what are the limitations?", "limitation"),
        ("how is bias defined?", "definition"),
        ("is the code on github?", "availability"),
        ("how large is the test set?", "split"),
        ("what is the kappa?", "agreement"),
    ],
)
def test_every_topic_is_found(question: str, topic: str) -> None:
    """One plain question for each."""
    assert topic in [found.name for found in make_plan(question, 0.7).topics]


@given(st.text(max_size=80))
def test_any_text_can_be_planned(question: str) -> None:
    """Never an error, and each term is sought once."""
    sought = [term for term, _ in make_plan(question, 0.7).query.weights]
    assert len(sought) == len(set(sought))


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Does this paper target European or Brazilian Portuguese?", ("european", "brazilian", "portuguese")),
        ("Do they use BERT, ELMo or word2vec in 2014?", ("bert", "elmo", "2014")),
        ("Which Dataset Do They Use For OpenIE?", ("openie",)),
        ("Is it in English?", ()),
        ("Which 3 models?", ()),
        ("How many tweets does MMHS150k contain, 150,000?", ("mmhs150k", "150000")),
        ("What is F1? Twitter is used.", ()),
        ("", ()),
    ],
)
def test_names_of_a_question(question: str, names: tuple[str, ...]) -> None:
    """Capitals inside a sentence, capitals inside a word, numbers of two digits and more; never the field's words."""
    assert names_in(question) == names


def test_names_are_found_whatever_their_spelling() -> None:
    """One slip, a compound written apart, a thousands separator; but a number is whole and a short name exact."""
    text = ["reports of Ruijin Hospital via Open IE, 150,000 tweets and LSTM"]
    assert missing_names(["ruijing", "openie", "150000", "lstm"], text) == ()
    assert missing_names(["lstn", "15000", "bert"], text) == ("lstn", "15000", "bert")
    assert missing_names(["bert"], []) == ("bert",)


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("tweet", "tweat", True),
        ("speech", "speach", True),
        ("extract", "extraction", True),
        ("ruijin", "ruijing", True),
        ("gru", "grus", False),
        ("data", "date", False),
        ("model", "yodel", False),
        ("10000", "100000", False),
        ("annotate", "annotxxx", False),
        ("", "", True),
        ("", "a", False),
    ],
)
def test_near_spellings(word: str, other: str, expected: bool) -> None:  # noqa: FBT001  # because a parametrised test takes its values by position
    """One edit or a common beginning, from five letters on."""
    assert near(word, other) is expected
    assert near(other, word) is expected
