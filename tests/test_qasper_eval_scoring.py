"""Which questions count, and the object of `score --json`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from loaders import load
from loaders.records import Paragraph
from qasper_eval.errors import UsageError
from qasper_eval.prediction_parts import Citation, Retrieved
from qasper_eval.scoring import Gold, ScoringOptions, SignatureFields, score
from scorers.normalize import normalize_answer
from scorers.signature import parse_signature
from scoring_data import dataset, paper, prediction, question, reference, report, unanswerable

if TYPE_CHECKING:
    from loaders.records import Dataset

KEYS = [
    *("mode", "text_evidence_only", "questions", "papers", "missing_predictions", "unknown_predictions"),
    *("answer_f1", "evidence_f1", "answer_f1_by_type", "evidence_exact", "evidence_f1_with_evidence"),
    *("evidence_f1_without_evidence", "declining", "retrieval", "human_ceiling", "unmeasured", "n_slice"),
    *("missing_as_zero", "signature"),
]
"""The keys that issue and documentation promise, in their order; more may follow."""


def three_papers() -> Dataset:
    """Return six questions about three papers, each answered by its own id."""
    return dataset(
        *[
            paper(name, *[question(f"{name}{number}", reference(f"{name}{number}")) for number in range(2)])
            for name in "xyz"
        ],
        revision="1a2b3c4d5e6f",
        name="allenai/qasper",
    )


def test_the_object_has_its_keys_in_order_and_is_json() -> None:
    scores = report(three_papers(), [prediction("x0", "x0")]).to_json()
    assert list(scores)[: len(KEYS)] == KEYS
    assert json.loads(json.dumps(scores, allow_nan=False)) == scores
    assert list(scores["answer_f1"]) == ["mean", "n", "interval", "worst_case"]
    assert list(scores["answer_f1_by_type"]) == ["extractive", "abstractive", "boolean", "none"]


def test_one_switch_decides_what_a_missing_prediction_is() -> None:
    """Two right answers, one wrong, three missing: 2/6 as zeros, 2/3 measured, bounds 2/6 and 5/6 either way."""
    rows = [prediction("x0", "x0"), prediction("y0", "y0"), prediction("y1", "wrong")]
    zero = report(three_papers(), rows).to_json()
    left_out = report(three_papers(), rows, missing="unmeasured", unmeasured={"z0": "truncated"}).to_json()
    assert (zero["answer_f1"]["mean"], zero["answer_f1"]["n"]) == (2 / 6, 6)
    assert (left_out["answer_f1"]["mean"], left_out["answer_f1"]["n"]) == (2 / 3, 3)
    for scores in (zero, left_out):
        assert scores["answer_f1"]["worst_case"] == [2 / 6, 5 / 6]
        assert scores["missing_as_zero"]["answer_f1"] == 2 / 6
        assert (scores["missing_predictions"], scores["n_slice"]) == (3, 6)
    assert (zero["unmeasured"], left_out["unmeasured"]) == ({}, {"not reached": 2, "truncated": 1})
    assert (zero["questions"], zero["papers"]) == (6, 3)
    assert (left_out["questions"], left_out["papers"]) == (3, 2)


def test_a_failure_never_becomes_a_number() -> None:
    """S0-12, S0-15, S0-16, S0-57: nothing measured is null with the widest bounds; a real 0 stays 0."""
    failures = {f"{name}{number}": "provider" for name in "xyz" for number in range(2)}
    nothing = report(three_papers(), [], missing="unmeasured", unmeasured=failures).to_json()
    assert nothing["answer_f1"] == {"mean": None, "n": 0, "interval": None, "worst_case": [0.0, 1.0]}
    assert nothing["unmeasured"] == {"provider": 6}
    assert nothing["evidence_precision"]["mean"] is None
    assert nothing["citations"]["per_answer"] is None
    wrong = report(three_papers(), [prediction("x0", "wrong", "P")], missing="unmeasured").to_json()
    assert wrong["answer_f1"]["mean"] == wrong["evidence_f1"]["mean"] == 0.0


def test_only_the_slice_asked_counts() -> None:
    """S1-34: four asked, three answered, one prediction outside the slice."""
    rows = [prediction(key, key) for key in ("x0", "y0", "z0", "z1")]
    scores = report(three_papers(), rows, asked=["z0", "x0", "x1", "y0"], missing="unmeasured").to_json()
    assert (scores["n_slice"], scores["questions"], scores["papers"]) == (4, 3, 3)
    assert (scores["outside_slice"], scores["unknown_predictions"]) == (1, 0)
    assert scores["unmeasured"] == {"not reached": 1}
    assert scores["loaded"] == {"questions": 6, "papers": 3}


def test_a_prediction_outdoes_an_earlier_failure() -> None:
    scores = report(
        three_papers(), [prediction("x0", "x0")], asked=["x0"], unmeasured={"x0": "x"}, missing="unmeasured"
    )
    assert (scores.answer_f1.mean, dict(scores.unmeasured)) == (1.0, {})


def test_summaries_say_missing_and_failed_apart() -> None:
    """S0-44, S0-48."""
    scores = report(three_papers(), [prediction("x0", "x0")], missing="unmeasured", unmeasured={"y0": "truncated"})
    summary = scores.answer_f1
    assert (summary.n, summary.n_measured, summary.n_missing, summary.n_failed) == (1, 1, 4, 1)


def test_a_question_predicted_twice_or_asked_for_in_vain_is_an_error() -> None:
    with pytest.raises(UsageError, match="'x0' is predicted twice"):
        report(three_papers(), [prediction("x0", "a"), prediction("x0", "b")])
    with pytest.raises(UsageError, match="1 of the questions asked are not in allenai/qasper"):
        report(three_papers(), [], asked=["x0", "nowhere"])


def test_predictions_may_be_a_mapping_or_a_stream() -> None:
    rows = [prediction("x0", "x0"), prediction("z1", "no")]
    options, identity = ScoringOptions(resamples=50), SignatureFields("0.1.0")
    mapped = score(three_papers(), {row.question_id: row for row in rows}, options, identity=identity)
    streamed = score(three_papers(), iter(rows), options, identity=identity)
    assert mapped.to_json() == streamed.to_json()


def test_one_gold_serves_several_prediction_sets() -> None:
    data, options, identity = three_papers(), ScoringOptions(resamples=50), SignatureFields("0.1.0")
    gold = Gold(data, options)
    for rows in ([prediction("x0", "x0")], [prediction("x1", "x1"), prediction("x0", "no")]):
        shared = score(data, rows, options, identity=identity, gold=gold)
        assert shared.to_json() == score(data, rows, options, identity=identity).to_json()


def test_the_signature_is_built_from_parameters_and_parses_back() -> None:
    """S0-34, S0-63: measured/loaded, the first eight of the revision, and whether missing ones count as zero."""
    rows = [prediction("x0", "x0"), prediction("y0", "y0")]
    scores = score(
        three_papers(),
        rows,
        asked=["x0", "y0", "y1"],
        missing="unmeasured",
        identity=SignatureFields("0.1.0", "full-paper", "gpt-x|2026", "9f3c"),
    )
    assert scores.signature() == (
        "evidence_f1|mode:official|refs:max|float:keep|data:allenai/qasper@1a2b3c4d/test|q:2/6|papers:2/3"
        "|agent:full-paper|model:gpt-x%7C2026|prompt:9f3c|seed:13|ci:paper-bootstrap-t-10000|v:0.1.0"
    )
    assert parse_signature(scores.signature()).get("model") == "gpt-x|2026"
    strict = report(three_papers(), rows, "strict", text_only=True).signature("answer_f1")
    parsed = parse_signature(strict)
    assert [parsed.get(key) for key in ("refs", "float", "q", "missing", "model")] == [
        *("joint", "drop", "2/6", "zero", "none"),
    ]


def test_without_a_revision_the_content_stands_in_and_without_papers_no_interval_is_claimed() -> None:
    data = dataset(paper("A", question("q", reference("x"))))
    scores = report(data, [prediction("q", "x")])
    signature = parse_signature(scores.signature())
    assert signature.get("data") == "tiny@01234567/test"
    assert signature.get("ci") == "none"
    assert scores.to_json()["answer_f1"]["interval"] is None
    assert scores.few_papers


def test_intervals_hold_their_means_and_stay_within_bounds() -> None:
    """Thirds are no whole number of 2^-32: the interval must hold the mean all the same."""
    data = dataset(*[paper(f"p{n}", question(f"q{n}", reference("b c d e"))) for n in range(12)])
    third = report(data, [prediction(f"q{n}", "b x") for n in range(12)]).answer_f1
    assert third.mean is not None
    assert third.interval is not None
    assert 0.0 <= third.interval.low <= third.mean <= third.interval.high <= 1.0
    assert third.interval.high - third.interval.low < 1e-9


def test_a_structured_decline_is_one_and_a_prose_decline_is_told_apart() -> None:
    """S1-32, S1-54, T8, T19: 2 of 4 declined in prose or field, 1 of 4 by the official metric."""
    nobody = [question(f"u{n}", unanswerable()) for n in range(5)]
    split = question("s", unanswerable(), reference("Yes", "boolean"))
    data = dataset(paper("A", *nobody, split, question("a", reference("GRU"))))
    rows = [
        prediction("u0", "Unanswerable", declined=True, status="declined"),
        prediction("u1", "The paper does not say.", answer_text="The paper does not say how large it is."),
        prediction("u2", "GRU", declined=False, answer_text="The paper does not use BERT; it uses GRU."),
        prediction("u3", "", declined=False),
        prediction("s", "unanswerable."),
        prediction("a", "GRU", answer_text="The paper does not say so, but it is likely a GRU."),
    ]
    declining = report(data, rows, missing="unmeasured").to_json()["declining"]
    assert declining["table"]["unanswerable"] == {
        "declined": 1,
        "declined_in_prose": 1,
        "answered": 1,
        "empty": 1,
        "unmeasured": 1,
        "undetermined": 0,
        "n": 5,
    }
    assert declining["table"]["split"]["declined"] == 1
    assert declining["table"]["answerable"]["answered"] == 1
    assert declining["table"]["answerable"]["undetermined"] == 1

    def rate(name: str, which: str) -> tuple[int, int]:
        return declining[name][which]["count"], declining[name][which]["n"]

    assert (rate("structured", "recall"), rate("with_prose", "recall")) == ((1, 4), (2, 4))
    assert (rate("structured", "over_refusal"), rate("with_prose", "precision")) == ((0, 1), (2, 2))
    assert (declining["official"]["count"], declining["official"]["n"]) == (1, 4)


def retrieved(*ordinals: int) -> tuple[Retrieved, ...]:
    return tuple(Retrieved(ordinal, rank, 1.0 / rank) for rank, ordinal in enumerate(ordinals, start=1))


def test_retrieval_counts_what_any_annotator_marked_and_leaves_the_rest_out() -> None:
    """S1-52, T6: paragraphs 1 and 2 are equal, so finding either finds it; the abstract cannot be cited."""
    paragraphs: list[str | Paragraph] = ["P0", "Same.", "Same.", "P3", Paragraph("About.", kind="abstract")]
    data = dataset(
        paper(
            "A",
            question("a", reference("x", evidence=["Same."]), reference("y", evidence=["P3", "a heading"])),
            question("b", reference("x", evidence=["About."])),
            question("c", unanswerable()),
            question("d", reference("x", evidence=["P0"])),
            paragraphs=paragraphs,
        )
    )
    rows = [
        prediction("a", "x", retrieved=retrieved(0, 2, 1, 3)),
        prediction("b", "x", retrieved=retrieved(4)),
        prediction("c", "x", retrieved=retrieved(0)),
        prediction("d", "x"),
    ]
    found = report(data, rows).to_json()["retrieval"]
    assert (found["n"], found["without_relevant"], found["without_ranking"]) == (1, 2, 1)
    assert (found["hit@1"], found["hit@3"], found["recall@3"], found["recall@5"]) == (0.0, 1.0, 0.5, 1.0)
    assert (found["precision@5"], found["mrr"]) == (2 / 5, 0.5)
    allowed = score(
        data, rows, ScoringOptions(resamples=0, cite_abstract=True), identity=SignatureFields("0.1.0")
    ).to_json()
    assert allowed["retrieval"]["n"] == 2
    assert report(data, rows[3:]).to_json()["retrieval"] is None


def test_citations_are_counted_against_retrieval_and_against_what_was_shown() -> None:
    """S0-04, S0-05, S0-46, T5."""
    data = dataset(paper("A", *[question(f"q{n}", reference("x")) for n in range(3)], paragraphs=["P0", "P1", "P0"]))
    rows = [
        prediction("q0", "x", citations=(Citation(0), Citation(1)), retrieved=retrieved(2), invalid_citations=1),
        prediction("q1", "x", citations=(), retrieved=retrieved(1), invalid_citations=0),
        prediction("q2", "x", "P0"),
    ]  # fmt: skip
    citations = report(data, rows).to_json()["citations"]
    assert (citations["total"], citations["n"], citations["per_answer"]) == (3, 3, 1.0)
    assert (citations["cited_not_retrieved"]["count"], citations["cited_not_retrieved"]["n"]) == (1, 2)
    assert (citations["invalid"]["count"], citations["invalid"]["n"]) == (1, 3)
    assert citations["resolution_rate"] == 2 / 3
    bare = report(data, rows[2:]).to_json()["citations"]
    assert (bare["invalid"], bare["cited_not_retrieved"], bare["resolution_rate"]) == (None, None, None)
    dangling = report(data, [prediction("q0", "x", invalid_citations=2)]).to_json()["citations"]
    assert dangling["resolution_rate"] == 0.0


def test_an_ordinal_beyond_the_paper_is_never_mapped_to_a_paragraph() -> None:
    """T5: a file given by a user may name paragraph 99 of 2."""
    data = dataset(paper("A", question("q", reference("x", evidence=["P1"])), paragraphs=["P0", "P1"]))
    found = report(data, [prediction("q", "x", citations=(Citation(99),), retrieved=retrieved(99))]).to_json()
    assert (found["retrieval"]["hit@10"], found["citations"]["cited_not_retrieved"]["count"]) == (0.0, 0)


@pytest.mark.parametrize("mode", ["official", "strict"])
@pytest.mark.parametrize("text_only", [False, True])
def test_a_perfect_annotator_of_the_sample_scores_as_one(mode: Any, text_only: Any) -> None:
    """Every first reference as prediction scores 1 in full form, save that official makes "A" against "A" 0 (T10)."""
    data = load("sample")
    rows = [
        prediction(entry.id, entry.references[0].answer, *dict.fromkeys(entry.references[0].evidence))
        for _, entry in data.questions()
    ]
    scores = report(data, rows, mode, text_only=text_only)
    if not text_only:
        empty = sum(mode == "official" and not normalize_answer(row.predicted_answer) for row in rows)
        assert scores.answer_f1.mean == (len(rows) - empty) / len(rows)
        assert scores.evidence_f1.mean == 1.0
        assert scores.evidence_exact.k == scores.evidence_exact.n == scores.questions
    for summary in (scores.answer_f1, scores.evidence_f1, scores.evidence_precision, scores.evidence_recall):
        assert summary.mean is not None
        assert summary.interval is not None
        assert 0.0 <= summary.interval.low <= summary.mean <= summary.interval.high <= 1.0


def test_rows_hold_numbers_and_no_texts_of_predictions() -> None:
    """Memory stays flat: what a report keeps of a prediction is numbers."""
    text = "a text that nobody keeps " * 50
    rows = report(three_papers(), [prediction("x0", text, text)]).rows
    assert all(text not in str(value) for row in rows for value in row[1:])
