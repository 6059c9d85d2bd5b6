"""Retrieval against hand arithmetic and scikit-learn."""

from __future__ import annotations

import asyncio
import math
from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.records import Paper, Paragraph
from qasper_eval.agents.retrieval import (
    RETRIEVERS,
    Bm25,
    PaperIndex,
    Query,
    TfIdf,
    ranking,
    reciprocal_rank_fusion,
    stem,
    terms,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.agents.retrieval import RetrievalMode, Retriever
    from qasper_eval.prediction_parts import Retrieved


def paper_of(*paragraphs: Paragraph | str) -> Paper:
    """Make a paper whose body is ``paragraphs``."""
    body = tuple(Paragraph(text=entry) if isinstance(entry, str) else entry for entry in paragraphs)
    return Paper(id="p", title="", abstract="", paragraphs=body, questions=())


def ranked(retriever: Retriever, text: str) -> tuple[Retrieved, ...]:
    """Rank for a plain question."""
    return asyncio.run(retriever.rank(Query.of(text)))


def ordinals(entries: Sequence[Retrieved]) -> list[int]:
    """Keep the order only."""
    return [entry.paragraph for entry in entries]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("the of and", []),
        ("We annotated 1,006 reviews (85.3 %).", ["annotat", "1006", "review", "85.3"]),
        ("as in BIBREF12 and Table TABREF3", ["tabl"]),
        ("FLOAT SELECTED: Table 2: Sizes", ["tabl", "2", "size"]),
        ("pre-trained word2vec", ["pre", "train", "pretrain", "word2vec"]),
        ("naïve Bäume", ["naïve", "bäume"]),
    ],
)
def test_terms_are_what_a_reader_would_look_up(text: str, expected: list[str]) -> None:
    """Function words and the dataset's markers go, numbers stay whole, a hyphen is found either way."""
    assert terms(text) == expected


@pytest.mark.parametrize(
    "words",
    [
        ("evaluate", "evaluated", "evaluating", "evaluation", "evaluations"),
        ("annotate", "annotation", "annotators", "annotator"),
        ("improve", "improvement", "improving"),
        ("study", "studies", "studied"),
        ("corpus",),
    ],
)
def test_word_forms_meet_in_one_stem(words: tuple[str, ...]) -> None:
    """What is written as a verb in the question is found as a noun in the paper."""
    assert len({stem(word) for word in words}) == 1


@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=30))
def test_terms_accept_any_text(text: str) -> None:
    """No text breaks the tokeniser, and it never makes an empty term."""
    assert all(terms(text))


def test_index_holds_titles_and_captions_but_no_blank_and_no_abstract() -> None:
    """Blank paragraphs keep their ordinal and are never indexed; the abstract only on request."""
    paper = paper_of(
        Paragraph("first text", section="Data ::: Corpus"),
        "   ",
        Paragraph("FLOAT SELECTED: Table 1: sizes", kind="caption"),
        Paragraph("an abstract", kind="abstract"),
    )
    index = PaperIndex.of(paper)
    assert index.ordinals == (0, 2)
    assert index.postings["corpus"] == ((0, 1),)
    assert index.postings["size"] == ((1, 1),)
    assert index.frequency("abstract") == 0
    assert PaperIndex.of(paper, with_abstract=True).ordinals == (0, 2, 3)


def test_repeated_paragraphs_are_told_apart_by_ordinal() -> None:
    """T6: equal texts are two paragraphs of equal score; the earlier one comes first."""
    paper = paper_of("Results.", "Results. More words", "Results.")
    found = ranked(Bm25(PaperIndex.of(paper)), "results")
    assert ordinals(found) == [0, 2, 1]
    assert found[0].score == found[1].score


def test_bm25_equals_hand_arithmetic() -> None:
    """One term, N = 3, in n = 1 paragraph, twice in 2 terms, mean length (2 + 1 + 1) / 3 = 4/3, k1 = 1.2, b = 0.4."""
    index = PaperIndex.of(paper_of("gru gru", "lstm", "lstm"))
    idf = math.log(1 + (3 - 1 + 0.5) / (1 + 0.5))
    expected = idf * 2 * 2.2 / (2 + 1.2 * (1 - 0.4 + 0.4 * 2 / (4 / 3)))
    (found,) = ranked(Bm25(index), "GRU")
    assert (found.paragraph, found.rank) == (0, 1)
    assert math.isclose(found.score, expected, abs_tol=1e-8)


def test_bm25_prefers_the_rare_term() -> None:
    """A term in every paragraph decides nothing against one that occurs once."""
    index = PaperIndex.of(paper_of("model gru", "model lstm", "model cnn"))
    assert ordinals(ranked(Bm25(index), "model lstm"))[0] == 1


@pytest.mark.parametrize("question", ["neural model size", "corpus", "unknown words", "model model corpus"])
def test_tfidf_is_the_cosine_of_smoothed_tf_idf(question: str) -> None:
    """The formula written out: idf = ln((1 + N) / (1 + n)) + 1, weight = tf * idf, cosine over the known terms."""
    texts = ["the model is neural", "corpus size and model size", "neural corpus corpus", "other things"]
    counts = [Counter(terms(text)) for text in texts]

    def vector(found: Counter[str]) -> dict[str, float]:
        held = {term: sum(term in other for other in counts) for term in found}
        return {
            term: tf * (math.log((1 + len(texts)) / (1 + held[term])) + 1) for term, tf in found.items() if held[term]
        }

    def length(found: dict[str, float]) -> float:
        return math.sqrt(sum(weight**2 for weight in found.values()))

    asked = vector(Counter(dict.fromkeys(terms(question), 1)))
    found = {entry.paragraph: entry.score for entry in ranked(TfIdf.of(PaperIndex.of(paper_of(*texts))), question)}
    for ordinal, text in enumerate(texts):
        held = vector(Counter(terms(text)))
        product = sum(weight * held.get(term, 0.0) for term, weight in asked.items())
        expected = product / (length(asked) * length(held)) if product else 0.0
        assert math.isclose(found.get(ordinal, 0.0), expected, abs_tol=1e-8)


def test_ties_go_to_the_earlier_paragraph() -> None:
    """The order never depends on the order in which scores were collected."""
    assert ordinals(ranking({5: 1.0, 2: 1.0, 9: 2.0})) == [9, 2, 5]


def test_the_last_bits_decide_nothing() -> None:
    """0.1 + 0.2 is not 0.3 in floating point, but it is the same score."""
    assert ordinals(ranking({1: 0.1 + 0.2, 0: 0.3})) == [0, 1]


def test_fusion_equals_hand_arithmetic() -> None:
    """Paragraph 1: 1/(60+1) + 1/(60+2); paragraph 0: 1/(60+2) + 1/(60+1); paragraph 2: 1/(60+3) in one list only."""
    first = ranking({1: 3.0, 0: 2.0, 2: 1.0})
    second = ranking({0: 9.0, 1: 8.0})
    fused = reciprocal_rank_fusion([first, second])
    assert ordinals(fused) == [0, 1, 2]
    for entry, expected in zip(fused, [1 / 61 + 1 / 62, 1 / 61 + 1 / 62, 1 / 63], strict=True):
        assert math.isclose(entry.score, expected, abs_tol=1e-8)
    assert ordinals(reciprocal_rank_fusion([first, second], weights=[2.0, 1.0]))[0] == 1


def test_fusion_of_nothing_is_nothing_and_wrong_weights_are_an_error() -> None:
    """A weight without a list is a mistake of the caller, not something to guess about."""
    assert reciprocal_rank_fusion([]) == ()
    assert reciprocal_rank_fusion([(), ()]) == ()
    with pytest.raises(ValueError, match="zip"):
        reciprocal_rank_fusion([()], weights=[1.0, 2.0])


@pytest.mark.parametrize("mode", sorted(RETRIEVERS))
def test_every_mode_finds_the_paragraph_and_survives_an_empty_paper(mode: RetrievalMode) -> None:
    """Ranks count from 1, scores fall, nothing that shares no term is returned, an empty paper gives ()."""
    index = PaperIndex.of(paper_of("we use a GRU", "the corpus has tweets", "a GRU and a corpus"))
    found = ranked(RETRIEVERS[mode](index), "GRU corpus")
    assert [entry.rank for entry in found] == [1, 2, 3]
    assert found[0].paragraph == 2
    assert [entry.score for entry in found] == sorted((entry.score for entry in found), reverse=True)
    assert ordinals(ranked(RETRIEVERS[mode](index), "tweets")) == [1]
    assert ranked(RETRIEVERS[mode](index), "") == ()
    assert ranked(RETRIEVERS[mode](PaperIndex.of(paper_of())), "GRU") == ()
