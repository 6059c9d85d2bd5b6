"""The metrics of the datasets' own authors, from records and predictions to the report."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from dataset_scripts import macro_f1, natural_questions
from loaders.records import Paper, Paragraph, Question, Reference, SentenceId, Span
from qasper_eval.prediction_parts import Citation
from qasper_eval.report.score_rows import dataset_rows, score_rows
from qasper_eval.report.scored import Heading
from qasper_eval.report.table import table
from qasper_eval.scoring.answer_labels import WICE_LABELS
from qasper_eval.scoring.dataset_answer import dataset_answer
from qasper_eval.scoring.metric_sets import METRIC_SETS
from scoring_data import (
    cites,
    dataset,
    own_means,
    own_sizes,
    paper,
    prediction,
    question,
    reference,
    report,
    unanswerable,
)

if TYPE_CHECKING:
    from loaders.records import AnswerType, Dataset

TWO = Paragraph("One is red. Two is blue.", document="Colours", sentences=((0, 11), (12, 24)))
OTHER = Paragraph("Three.", document="Other", sentences=((0, 6),))


def claim(question_id: str, label: str, answer: str, *sentences: int, lost: int = 0) -> Question:
    """Return a claim with one reference that marks these paragraphs, each a sentence."""
    kind: AnswerType = "none" if answer == "Unanswerable" else "boolean"
    units = tuple(SentenceId(at, 0) for at in sentences)
    marked = Reference(answer, kind, evidence_sentences=units, label=label, unplaced=lost)
    return Question(question_id, "", "It is so.", (marked,), "claim")


# --- a citation as units ---------------------------------------------------------------------------------------


def test_a_quote_cites_the_sentences_that_it_overlaps() -> None:
    """One code point of a sentence is enough; a quote between sentences, or none, cites the whole paragraph."""
    held = Paper("p", "", "", (TWO, OTHER, Paragraph("unsplit")), ())

    def units(*quote: int, at: int = 0) -> list[tuple[int, int]]:
        start, end = quote or (None, None)
        said = cites("q", "x", Citation(at, quote_start=start, quote_end=end))
        return dataset_answer(held, said).sentences(held)

    assert units(10, 11) == [(0, 0)]
    assert units(10, 13) == [(0, 0), (0, 1)]
    assert units(11, 12) == units() == [(0, 0), (0, 1)]
    assert units(5, 5) == [(0, 0), (0, 1)]
    assert units(at=2) == [(2, 0)]
    assert units(at=9) == units(at=-1) == [(-1, 0)]


def test_evidence_texts_alone_cite_the_first_equal_paragraph() -> None:
    """A file of the bare official format has no citations; a text that is no paragraph is a unit nothing equals."""
    held = Paper("p", "", "", (OTHER, TWO, TWO), ())
    said = dataset_answer(held, prediction("q", "x", TWO.text, "elsewhere"))
    assert said.paragraphs() == [1, -2]
    assert said.sentences(held) == [(1, 0), (1, 1), (-1, 1)]


# --- each dataset by hand --------------------------------------------------------------------------------------


def hotpot_question(*units: SentenceId, lost: int = 0) -> Dataset:
    marked = Reference("red", "extractive", evidence_sentences=units, unplaced=lost)
    return dataset(paper("p", question("q", marked), paragraphs=[TWO, OTHER]), name="hotpotqa")


def test_hotpotqa_by_hand() -> None:
    """Answer ``red one``: p 1/2, r 1. Facts: both of Colours cited, one marked: p 1/2, r 1. Joint p 1/4, r 1: 2/5."""
    found = report(hotpot_question(SentenceId(0, 0)), [cites("q", "red one", Citation(0))])
    values = own_means(found)
    assert values["sp_f1"] == pytest.approx(2 / 3)
    assert values["joint_f1"] == pytest.approx(2 / 5)
    assert (values["sp_em"], values["joint_precision"], values["joint_recall"]) == (0.0, 1 / 4, 1.0)


def test_a_fact_that_is_nowhere_stays_in_the_gold() -> None:
    """One fact placed and cited, one lost: recall 1/2 and no exact match."""
    said = [cites("q", "red", Citation(0, quote_start=0, quote_end=3))]
    values = own_means(report(hotpot_question(SentenceId(0, 0), lost=1), said))
    assert (values["sp_precision"], values["sp_recall"], values["sp_em"]) == (1.0, 0.5, 0.0)


def test_without_marked_facts_there_is_no_fact_to_score() -> None:
    found = report(hotpot_question(), [cites("q", "red", Citation(0))])
    assert (own_means(found)["sp_f1"], own_sizes(found)["sp_f1"], own_sizes(found)["answer_f1"]) == (None, 0, 1)
    shown = {row.key: row.shown for row in dataset_rows(found)}
    assert shown["dataset_metrics.sp_f1"] == "n/a (no question it applies to)"


def test_a_missing_prediction_is_zero_or_left_out_as_elsewhere() -> None:
    """Two questions, one right: 1/2 as zero, 1/1 as unmeasured; NoAns does not come for free to what is missing."""
    both = dataset(
        paper("a", question("q0", reference("red")), question("q1", unanswerable()), paragraphs=["x"]), name="squad2"
    )
    zero = report(both, [prediction("q0", "red")])
    left_out = report(both, [prediction("q0", "red")], missing="unmeasured")
    assert (own_means(zero)["f1"], own_means(zero)["no_ans_exact"], own_sizes(zero)["f1"]) == (0.5, 0.0, 2)
    assert (own_means(left_out)["f1"], own_sizes(left_out)["f1"], own_sizes(left_out)["no_ans_f1"]) == (1.0, 1, 0)


def test_declining_is_the_empty_answer_of_squad2() -> None:
    """By the structured field, or by the official wording in files without it; an answer on NoAns is 0."""
    questions = [question(f"q{number}", unanswerable()) for number in range(3)]
    said = [prediction("q0", "nonsense", declined=True), prediction("q1", "Unanswerable"), prediction("q2", "red")]
    found = report(dataset(paper("a", *questions, paragraphs=["x"]), name="squad2"), said)
    assert own_means(found)["no_ans_exact"] == pytest.approx(2 / 3)
    assert own_means(found)["has_ans_f1"] is None


def musique(*ids: str) -> Dataset:
    papers: list[Paper] = []
    for name in ids:
        first = question(name, reference("red", evidence=["a", "b"]))
        twin = replace(question(f"{name}#unanswerable", unanswerable()), group=name)
        papers += [paper(one.id, one, paragraphs=["a", "b", "c"]) for one in (first, twin)]
    return dataset(*papers, name="musique")


def test_a_pair_counts_only_where_both_are_right() -> None:
    """x: answered and declined: F1 1, support 2/3 (a and c of a and b: 1/2). y: twin answered too: 0. Means 1/2, 1/4.

    Answer F1 over answerable questions alone is 1: the pairs alone show what y does not know.
    """
    said = [
        cites("x", "red", Citation(0), Citation(2), declined=False),
        prediction("x#unanswerable", "Unanswerable", declined=True),
        cites("y", "red", Citation(0), Citation(1), declined=False),
        prediction("y#unanswerable", "red", declined=False),
    ]
    found = report(musique("x", "y"), said)
    values, n = own_means(found), own_sizes(found)
    assert (values["answer_f1"], values["support_f1"]) == (1.0, 0.75)
    assert (values["group_answer_sufficiency_f1"], values["group_support_sufficiency_f1"]) == (0.5, 0.25)
    assert (n["answer_f1"], n["group_answer_sufficiency_f1"]) == (2, 2)


def test_half_a_pair_is_no_pair() -> None:
    """A twin that was not asked, or not measured, leaves its pair out; counted as zero it makes the pair 0."""
    said = [prediction("x", "red", declined=False)]
    assert own_sizes(report(musique("x"), said, asked=["x"]))["group_answer_sufficiency_f1"] == 0
    assert own_sizes(report(musique("x"), said, missing="unmeasured"))["group_answer_sufficiency_f1"] == 0
    assert own_means(report(musique("x"), said))["group_answer_sufficiency_f1"] == 0.0


def test_scifact_drops_the_evidence_of_a_verdict_that_is_none() -> None:
    """NEI cites nothing; Yes on a REFUTE claim selects right and labels wrong; other words are a wrong label."""
    held = [Paragraph(f"s{at}.", sentences=((0, 3),)) for at in range(3)]
    claims = [
        claim("c0", "SUPPORT", "Yes", 0),
        claim("c1", "CONTRADICT", "No", 1),
        claim("c2", "NEI", "Unanswerable"),
        claim("c3", "SUPPORT", "Yes", lost=1),
    ]
    said = [
        cites("c0", "Unanswerable", Citation(0), declined=True),
        cites("c1", "Yes", Citation(1)),
        cites("c2", "Perhaps", Citation(2)),
        cites("c3", "supports", Citation(0)),
    ]
    found = report(dataset(paper("a", *claims, paragraphs=held), name="scifact"), said)
    values = own_means(found)
    assert values["sentence_selection_f1"] == pytest.approx(2 * 1 / (3 + 3))
    assert values["sentence_label_f1"] == 0.0
    assert values["abstract_label_only_precision"] == 0.0
    assert values["label_accuracy"] == 1 / 4
    own = found.dataset_metrics
    assert own is not None
    assert own.without_label is not None
    assert own.without_label[:2] == (1, 4)
    assert found.to_json()["dataset_metrics"]["answers_without_label"]["count"] == 1


def test_wice_takes_the_best_set_of_claims_with_support() -> None:
    """Cited 0 and 1 against {0, 1, 2} (F1 4/5) or {0} (2/3); not_supported has no set; partly is a label."""
    held = [Paragraph(f"s{at}.", sentences=((0, 3),)) for at in range(3)]
    sets = [claim("c", "supported", "Yes", *units).references[0] for units in ((0, 1, 2), (0,))]
    several = replace(claim("c", "supported", "Yes"), references=tuple(sets))
    refused = replace(claim("d", "not_supported", "Unanswerable", 1), id="d")
    said = [cites("c", "Partially supported", Citation(0), Citation(1)), cites("d", "No", Citation(1))]
    found = report(dataset(paper("a", several, refused, paragraphs=held), name="wice"), said)
    assert own_means(found)["support_f1"] == pytest.approx(4 / 5)
    assert (own_sizes(found)["support_f1"], own_means(found)["label_accuracy"]) == (1, 0.5)


def test_contractnli_pools_spans_and_leaves_out_what_is_not_mentioned() -> None:
    """Claim 1: 1 of 2 cited, 1 of 1 marked. Claim 2: 0 of 1, 0 of 1. NotMentioned: out. Precision 1/3, recall 1/2."""
    held = [Paragraph(text) for text in ("a.", "b.", "c.")]

    def statement(name: str, label: str, answer: str, *spans: int) -> Question:
        marked = tuple(Span(at, 0, 2) for at in spans)
        kind: AnswerType = "none" if answer == "Unanswerable" else "boolean"
        return Question(name, "", "So.", (Reference(answer, kind, evidence_spans=marked, label=label),), "claim")

    asked = [
        statement("s1", "Entailment", "Yes", 0),
        statement("s2", "Contradiction", "No", 1),
        statement("s3", "NotMentioned", "Unanswerable"),
    ]
    said = [cites("s1", "Yes", Citation(0), Citation(2)), cites("s2", "Yes", Citation(0)), cites("s3", "Yes")]
    values = own_means(report(dataset(paper("a", *asked, paragraphs=held), name="contractnli"), said))
    assert (values["span_precision"], values["span_recall"], values["span_f1"]) == (1 / 3, 1 / 2, 2 / 5)
    assert values["label_f1_entailment"] == 2 / 4
    assert values["label_macro_f1"] == 1 / 4


def test_natural_questions_judges_the_first_citation() -> None:
    """The whole paragraph, or exactly what is quoted; a second citation is no second guess; a decline gives none."""
    held = ["one two", "three"]

    def asked(name: str, *spans: Span | None) -> Question:
        marked = tuple(
            unanswerable() if span is None else Reference("x", "extractive", evidence_spans=(span,)) for span in spans
        )
        return Question(name, "", "?", marked)

    whole, part = Span(0, 0, 7), Span(0, 4, 7)
    questions = [asked("a", whole, whole), asked("b", part, part), asked("c", whole, None, None), asked("d", whole)]
    said = [
        cites("a", "x", Citation(0, quote_start=0, quote_end=3), Citation(1)),
        cites("b", "x", Citation(0, quote_start=4, quote_end=7)),
        cites("c", "x", Citation(1), Citation(0)),
        cites("d", "Unanswerable", Citation(0), declined=True),
    ]
    values = own_means(report(dataset(paper("p", *questions, paragraphs=held), name="natural-questions"), said))
    assert values == natural_questions([(1, 1, 1), (1, 1, 1), (0, 1, 0), (1, 0, 0)])


def test_evidence_inference_counts_tokens_of_the_best_annotator() -> None:
    """Quote ``b c`` of ``a b c d``: annotator 1 marked ``c d`` (1 of 2 tokens, F1 1/2), annotator 2 ``b c d`` (4/5).

    Two annotators say increased, one decreased: increased is the label.
    """
    labels = ("significantly increased", "significantly increased", "significantly decreased")
    spans = (Span(0, 4, 7), Span(0, 2, 7), Span(0, 0, 1))
    marked = tuple(
        Reference(label.capitalize(), "abstractive", evidence_spans=(span,), label=label)
        for label, span in zip(labels, spans, strict=True)
    )
    held = dataset(paper("p", question("q", *marked), paragraphs=["a b c d"]), name="evidence-inference")
    found = report(held, [cites("q", "increased", Citation(0, quote_start=2, quote_end=5))])
    assert own_means(found)["token_f1"] == pytest.approx(4 / 5)
    assert own_means(found)["label_macro_f1"] == 1.0


def test_peerqa_separates_answering_from_evidence() -> None:
    marked = Reference("x", "abstractive", evidence_sentences=(SentenceId(0, 1),))
    held = dataset(
        paper("p", question("q", marked), question("r", unanswerable()), paragraphs=[TWO, OTHER]), name="peerqa"
    )
    found = report(held, [cites("q", "x", Citation(0)), cites("r", "x", Citation(1), declined=False)])
    assert own_means(found)["evidence_precision"] == 0.5
    assert (own_sizes(found)["evidence_f1"], own_means(found)["label_accuracy"]) == (1, 0.5)
    nothing = report(held, [])
    assert (own_means(nothing)["label_accuracy"], own_means(nothing)["label_f1_answerable"]) == (0.0, 0.0)


# --- what a dataset is not ---------------------------------------------------------------------------------------


def test_pubmedqa_has_labels_and_no_evidence() -> None:
    """Nobody marked evidence: null and n/a, never a number; labels by accuracy and macro F1; a decline is wrong."""
    questions = [
        question(f"q{number}", Reference(label.capitalize(), "boolean", label=label))
        for number, label in enumerate(("yes", "no", "maybe"))
    ]
    said = [prediction("q0", "Yes", "x"), prediction("q1", "yes."), prediction("q2", "Unanswerable", declined=True)]
    found = report(dataset(paper("p", *questions, paragraphs=["x"]), name="qiaojin/PubMedQA"), said)
    scores = found.to_json()
    assert scores["evidence_f1"] == {"mean": None, "n": 0, "interval": None, "worst_case": None}
    assert (scores["evidence_exact"]["n"], scores["missing_as_zero"]["evidence_f1"]) == (0, None)
    rows = {row.key: row for row in score_rows(found)}
    assert rows["evidence_f1"].shown == "n/a (the dataset marks no evidence)"
    assert "evidence_exact" not in rows
    assert scores["dataset_metrics"]["label_accuracy"]["mean"] == 1 / 3
    pairs = [("yes", "yes"), ("no", "yes"), ("maybe", None)]
    assert scores["dataset_metrics"]["label_macro_f1"]["mean"] == pytest.approx(
        macro_f1(pairs, ("yes", "no", "maybe"))
    )


def test_alternatives_are_no_human_ceiling() -> None:
    """Aliases and sufficient sets agree by construction; annotators who worked alone may be compared."""
    two = question("q", reference("red", evidence=["a"]), reference("blue", evidence=["a"]))
    alternatives = report(dataset(paper("p", two, paragraphs=["a"]), name="musique"), [prediction("q", "red", "a")])
    assert alternatives.to_json()["human_ceiling"] is None
    shown = {row.key: row.shown for row in score_rows(alternatives)}
    assert shown["human_ceiling"] == "n/a (references are alternatives, not people's own)"
    people = report(dataset(paper("p", two, paragraphs=["a"]), name="squad2"), [prediction("q", "red", "a")])
    assert people.to_json()["human_ceiling"]["n"] == 1


def test_qasper_gains_no_key_and_no_row() -> None:
    found = report(dataset(paper("p", question("q", reference("x"))), name="allenai/qasper"), [prediction("q", "x")])
    assert "dataset_metrics" not in found.to_json()
    assert dataset_rows(found) == []
    assert "own metrics" not in table(found, Heading("t", "d", "a"))


def test_records_without_labels_and_units_are_scored_for_what_they_hold() -> None:
    """Every dataset's metrics on questions that hold nothing but an answer: no crash, null where nothing applies."""
    for name in METRIC_SETS:
        bare = dataset(paper("p", question("q", reference("red")), question("r", unanswerable())), name=name)
        found = report(bare, [cites("q", "red", Citation(3)), prediction("r", "", "nowhere")])
        json.dumps(found.to_json(), allow_nan=False)
        assert f"{METRIC_SETS[name].title}'s own metrics" in table(found, Heading("t", "d", "a"))


def test_the_papers_are_those_of_the_other_intervals() -> None:
    """SQuAD's F1 is Qasper's answer F1 where nobody declines: the same interval, to the last bit."""
    draw = random.Random(3)
    papers = [
        paper(f"p{at}", *[question(f"{at}.{number}", reference("red")) for number in range(draw.randrange(1, 4))])
        for at in range(12)
    ]
    data = dataset(*papers, name="squad2")
    said = [prediction(entry.id, draw.choice(["red", "red hot", "x"])) for _, entry in data.questions()]
    found = report(data, said, resamples=500)
    assert found.dataset_metrics is not None
    own = found.dataset_metrics.values["f1"]
    assert (own.mean, own.interval) == (found.answer_f1.mean, found.answer_f1.interval)


def test_labels_are_told_by_their_words() -> None:
    for answer, label in (
        ("Yes.", "supported"),
        ("Partially supported", "partially_supported"),
        ("NOT SUPPORTED", "not_supported"),
        ("yes, in part", None),
    ):
        assert WICE_LABELS.of(dataset_answer(Paper("p", "", "", (), ()), prediction("q", answer))) == label
