"""The datasets' own definitions against hand arithmetic and against their scripts written down directly."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dataset_scripts import hotpot, macro_f1, normal, scifact, squad2
from scorers.bootstrap import paper_bootstrap
from scorers.exact_match import exact_match
from scorers.label_counts import label_counts
from scorers.long_answer import LongAnswerCounts, long_answer_counts
from scorers.macro_bootstrap import macro, macro_bootstrap
from scorers.multi_hop import HopScore, hop_answer, hop_joint
from scorers.rationales import GoldDocument, RationaleCounts, rationale_counts
from scorers.set_overlap import SetOverlap, best_set_overlap, set_overlap
from scorers.squad2_f1 import squad2_f1
from scorers.text_tokens import text_tokens

if TYPE_CHECKING:
    from collections.abc import Mapping

ANSWERS = st.lists(
    st.sampled_from(["the", "yes", "No", "noanswer", "Paris", "paris.", "1,000", "a", "…", "!"]), max_size=4
).map(" ".join)
UNITS = st.sets(st.integers(0, 5), max_size=4)


def test_set_overlap_by_hand() -> None:
    """2 of 3 predicted are among 4 marked: p = 2/3, r = 1/2, F1 = 4/7; two empty sets match exactly with F1 0."""
    found = set_overlap({1, 2, 9}, {1, 2, 3, 4})
    assert (found.precision, found.recall, found.exact) == (2 / 3, 1 / 2, 0.0)
    assert found.f1 == pytest.approx(4 / 7)
    nothing = set_overlap(set(), set())
    assert (nothing.exact, nothing.precision, nothing.recall, nothing.f1) == (1.0, 0.0, 0.0, 0.0)


def test_the_best_of_several_sufficient_sets_counts() -> None:
    """Against {1, 2} the overlap is 1 of 1 and 1 of 2 (F1 2/3), against {5} nothing: WiCE takes the first."""
    assert best_set_overlap({1}, [{5}, {1, 2}]) == SetOverlap(1, 1, 2)
    with pytest.raises(ValueError, match="empty"):
        best_set_overlap({1}, [])


@given(ANSWERS, ANSWERS, UNITS, UNITS)
def test_hotpotqa_is_its_script(said: str, wanted: str, cited: set[int], marked: set[int]) -> None:
    facts = set_overlap(cited, marked)
    answer, support = hop_answer(said, wanted), HopScore(facts.exact, facts.precision, facts.recall, facts.f1)
    joint = hop_joint(answer, support)
    ours = {
        **{f"answer_{name}": value for name, value in (("em", answer.exact), ("f1", answer.f1))},
        **{f"sp_{name}": value for name, value in zip(("em", "precision", "recall", "f1"), support, strict=True)},
        **{f"joint_{name}": value for name, value in zip(("em", "precision", "recall", "f1"), joint, strict=True)},
    }
    assert ours == pytest.approx(hotpot(said, wanted, cited, marked))


def test_joint_f1_by_hand() -> None:
    """Answer p 1/2, r 1; facts p 1, r 1/2: products 1/2 and 1/2, joint F1 1/2, though both F1 are 2/3."""
    joint = hop_joint(HopScore(0.0, 0.5, 1.0, 2 / 3), HopScore(0.0, 1.0, 0.5, 2 / 3))
    assert joint == (0.0, 0.5, 0.5, 0.5)


def test_yes_is_no_partial_answer() -> None:
    """HotpotQA: ``yes it is`` shares a token with ``yes`` and scores 0 all the same; ``Yes.`` scores 1."""
    assert hop_answer("yes it is", "yes") == (0.0, 0.0, 0.0, 0.0)
    assert hop_answer("Yes.", "yes") == (1.0, 1.0, 1.0, 1.0)


@given(ANSWERS, st.lists(ANSWERS, max_size=3))
def test_squad2_is_its_script(said: str, golds: list[str]) -> None:
    kept = [gold for gold in golds if normal(gold)] or [""]
    assert (exact_match(said, kept), squad2_f1(said, kept)) == pytest.approx(squad2(said, golds))


def test_no_answer_against_no_answer_is_right() -> None:
    """Empty against empty 1, an answer against empty 0, ``the`` normalises to empty; 1 of 2 words shared: 2/3."""
    assert (squad2_f1("", [""]), squad2_f1("Paris", [""]), squad2_f1("", ["Paris"])) == (1.0, 0.0, 0.0)
    assert (exact_match("The", [""]), exact_match("x", [])) == (1.0, 0.0)
    assert squad2_f1("Paris", ["no", "in Paris"]) == pytest.approx(2 / 3)


def test_the_worked_example_of_scifact() -> None:
    """doc/evaluation.md: abstracts 1/2, 1/2, 1/2; sentences 1/5, 1/4, 2/9."""
    gold = {11: GoldDocument({"S"}, [{(11, 0), (11, 1)}, {(11, 11)}]), 15: GoldDocument({"S"}, [{(15, 4)}])}
    cited: Mapping[Any, Any] = {11: [(11, 1), (11, 11), (11, 13)], 16: [(16, 18), (16, 20)]}
    assert rationale_counts(cited, "S", gold) == RationaleCounts(
        documents_relevant=2,
        documents_retrieved=2,
        documents_labelled=1,
        documents_rationalised=1,
        sentences_relevant=4,
        sentences_retrieved=5,
        sentences_selected=1,
        sentences_labelled=1,
    )


def test_only_three_sentences_of_an_abstract_count() -> None:
    """The rationale cited fourth gives no abstract its rationale; one of four sentences is let in whole."""
    fourth = rationale_counts({1: [5, 6, 7, 8]}, "S", {1: GoldDocument({"S"}, [{8}])})
    assert (fourth.documents_labelled, fourth.documents_rationalised, fourth.sentences_labelled) == (1, 0, 1)
    long = rationale_counts({1: [5, 6, 7, 8]}, "S", {1: GoldDocument({"S"}, [{5, 6, 7, 8}])})
    assert long.documents_rationalised == 1


def test_a_wrong_label_keeps_the_selection_and_loses_the_rest() -> None:
    found = rationale_counts({1: [5]}, "S", {1: GoldDocument({"R"}, [{5}])})
    assert (found.sentences_selected, found.sentences_labelled, found.documents_labelled) == (1, 0, 0)
    assert rationale_counts({}, None, {1: GoldDocument({"R"}, [{5}])}) == (1, 0, 0, 0, 1, 0, 0, 0)


def test_scifact_is_its_evaluator() -> None:
    """Two hundred random claims: the sums of our counts give the evaluator's twelve numbers."""
    draw = random.Random(5)
    golds: list[dict[str, Any]] = []
    said: list[dict[str, Any]] = []
    for _ in range(200):
        gold: dict[str, Any] = {}
        for document in "AB"[: draw.randrange(3)]:
            sentences = draw.sample(range(6), 4)
            rationales = [sentences[:2], sentences[2 : 2 + draw.randrange(1, 3)]]
            gold[document] = {"label": draw.choice("SR"), "rationales": rationales}
        label = draw.choice("SR")
        golds.append(gold)
        said.append(
            {key: {"label": label, "sentences": draw.sample(range(6), draw.randrange(1, 6))} for key in "ABC"}
            if draw.random() < 0.8
            else {}
        )
    totals = [0] * 8
    for gold, prediction in zip(golds, said, strict=True):
        documents = {
            key: GoldDocument({one["label"]}, [{(key, at) for at in rationale} for rationale in one["rationales"]])
            for key, one in gold.items()
        }
        cited = {key: [(key, at) for at in one["sentences"]] for key, one in prediction.items()}
        verdict = next((one["label"] for one in prediction.values()), None)
        counts = rationale_counts(cited, verdict, documents)
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
    sums = RationaleCounts(*totals)
    expected = scifact(golds, said)
    for name, right, retrieved, relevant in (
        ("sentence_selection", sums.sentences_selected, sums.sentences_retrieved, sums.sentences_relevant),
        ("sentence_label", sums.sentences_labelled, sums.sentences_retrieved, sums.sentences_relevant),
        ("abstract_label_only", sums.documents_labelled, sums.documents_retrieved, sums.documents_relevant),
        ("abstract_rationalized", sums.documents_rationalised, sums.documents_retrieved, sums.documents_relevant),
    ):
        assert right
        assert right / retrieved == expected[f"{name}_precision"]
        assert 2 * right / (retrieved + relevant) == pytest.approx(expected[f"{name}_f1"])


def test_natural_questions_by_its_thresholds() -> None:
    """nq_eval.py: two of five annotators make a long answer, one does not; a match of any of theirs is right."""
    assert long_answer_counts({1}, [{1}, {2}], 5) == LongAnswerCounts(1, 1, 1)
    assert long_answer_counts({2}, [{1}, {2}], 5) == LongAnswerCounts(1, 1, 1)
    assert long_answer_counts({3}, [{1}, {2}], 5) == LongAnswerCounts(1, 1, 0)
    assert long_answer_counts({1}, [{1}], 5) == LongAnswerCounts(0, 1, 0)
    assert long_answer_counts({1}, [{1}], 1) == LongAnswerCounts(1, 1, 1)
    assert long_answer_counts(set(), [], 1) == LongAnswerCounts(0, 0, 0)


def test_macro_f1_by_hand() -> None:
    """yes: p 1/2, r 1, F1 2/3; no: 0; maybe never marked nor said: left out; macro 1/3. None is nobody's alarm."""
    pairs = [("yes", "yes"), ("no", "yes"), ("no", None)]
    labels = ("yes", "no", "maybe")
    rows = [label_counts(said, gold, labels) for gold, said in pairs]
    tops = [sum(row[label].twice_right for row in rows) for label in labels]
    bottoms = [sum(row[label].both_sides for row in rows) for label in labels]
    assert (tops, bottoms) == ([2, 0, 0], [3, 2, 0])
    assert macro(tops, bottoms) == pytest.approx(1 / 3)
    assert macro([], []) is None


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(["a", "b", "c", None])), min_size=1, max_size=30))
@settings(max_examples=50)
def test_macro_f1_is_the_mean_of_the_labels_f1(pairs: list[tuple[str, str | None]]) -> None:
    rows = [label_counts(said, gold, "abc") for gold, said in pairs]
    tops = [sum(row[label].twice_right for row in rows) for label in "abc"]
    bottoms = [sum(row[label].both_sides for row in rows) for label in "abc"]
    assert macro(tops, bottoms) == pytest.approx(macro_f1(pairs, "abc"))


def test_the_interval_of_one_ratio_is_that_of_the_papers() -> None:
    """With one ratio the macro interval is the plain one, from the same draws."""
    tops, bottoms = [3, 0, 2, 5, 1], [4, 2, 5, 5, 3]
    found = macro_bootstrap([tops], [bottoms], seed=7, resamples=500)
    plain = paper_bootstrap([tops], [bottoms], seed=7, resamples=500)[0]
    assert found is not None
    assert plain is not None
    assert found == pytest.approx(plain)
    assert macro_bootstrap([[1]], [[1]], seed=7) is None
    assert macro_bootstrap([tops], [bottoms], seed=7, resamples=0) is None


def test_the_interval_of_two_labels_can_be_drawn_by_hand() -> None:
    """Two papers, one label each: a resample holds both (macro 1/2), only the first (1) or only the second (0).

    So the percentiles are 0 and 1, which widening moves out and the bounds cut back.
    """
    found = macro_bootstrap([[2, 0], [0, 0]], [[2, 0], [0, 2]], seed=1, resamples=400)
    assert found == (0.0, 1.0)


def test_tokens_are_places() -> None:
    """``ab cd ef``: a span over ``b c`` touches the tokens at 0 and 3; equal words elsewhere are other tokens."""
    assert text_tokens("ab cd ef", [(1, 4)]) == {0, 3}
    assert text_tokens("ab  ab", [(0, 2), (4, 6)]) == {0, 4}
    assert text_tokens("ab", [(2, 9), (5, 9)]) == set()
    assert text_tokens("", [(0, 3)]) == set()


@given(st.text("ab \n", max_size=12), st.integers(0, 12), st.integers(0, 12))
def test_tokens_of_a_span_are_those_with_a_character_in_it(text: str, start: int, end: int) -> None:
    inside = {at for at, char in enumerate(text) if not char.isspace() and start <= at < end}
    wanted = {max(at for at in range(place + 1) if at == 0 or text[at - 1].isspace()) for place in inside}
    assert text_tokens(text, [(start, end)]) == wanted
