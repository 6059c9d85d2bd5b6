"""Paired metrics, flips and failing citations against hand arithmetic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from qasper_eval.prediction_parts import Citation, Claim
from qasper_eval.report.compare.flip import flips_of
from qasper_eval.report.compare.metrics_table import compared_metrics, compared_rates
from qasper_eval.report.compare.words import conclusion, shown_detectable
from qasper_eval.scoring import Gold, ScoringOptions
from qasper_eval.scoring.citation_failures import CitationFailures, citation_failures, total_failures
from qasper_eval.scoring.paired import measured_scores, own_rates, pair_up, paired_metrics
from qasper_eval.scoring.paired_groups import paired_groups
from scorers.bootstrap import paper_bootstrap
from scoring_data import dataset, paper, prediction, question, reference, unanswerable

if TYPE_CHECKING:
    from loaders.records import Dataset
    from qasper_eval.records import Prediction
    from qasper_eval.report.compare.compared_metric import ComparedMetric
    from qasper_eval.scoring.paired import Pairing


def eight_papers() -> Dataset:
    """Give eight papers with one marked paragraph each; the last also has a question without an answer."""
    papers = [
        paper(f"p{n}", question(f"q{n}", reference("alpha beta", evidence=[f"Body {n}."])), paragraphs=[f"Body {n}."])
        for n in range(1, 8)
    ]
    last = (question("q8", reference("alpha beta", evidence=["Body 8."])), question("u8", unanswerable()))
    return dataset(*papers, paper("p8", *last, paragraphs=["Body 8.", "Other 8."]))


def arm_a() -> list[Prediction]:
    """Give right answers that cite the wrong paragraph, and the decline that is due."""
    wrong = [prediction(f"q{n}", "alpha beta", f"Other {n}.") for n in range(1, 9)]
    return [*wrong, prediction("u8", "Unanswerable")]


def arm_b() -> list[Prediction]:
    """Give half answers that cite the right paragraph but for the last, and an answer where none is."""
    right = [prediction(f"q{n}", "alpha", f"Body {n}.") for n in range(1, 8)]
    return [*right, prediction("q8", "alpha", "Other 8."), prediction("u8", "alpha")]


def paired(data: Dataset, a: list[Prediction], b: list[Prediction]) -> Pairing:
    gold = Gold(data, ScoringOptions())
    scores = [measured_scores(gold, {one.question_id: one for one in arm}) for arm in (a, b)]
    return pair_up(*scores)


def compared(data: Dataset, a: list[Prediction], b: list[Prediction]) -> dict[str, ComparedMetric]:
    metrics = compared_metrics(paired_metrics(paired(data, a, b).pairs), seed=13, resamples=2000)
    return {metric.key: metric for metric in metrics}


@pytest.fixture(scope="module")
def table() -> dict[str, ComparedMetric]:
    return compared(eight_papers(), arm_a(), arm_b())


def test_evidence_by_hand(table: dict[str, ComparedMetric]) -> None:
    """A cites nothing right but the empty decline (1 of 9), B seven paragraphs and the empty answer (8 of 9)."""
    found = table["evidence_f1"]
    assert found.a == pytest.approx(1 / 9)
    assert found.b == pytest.approx(8 / 9)
    assert found.difference == pytest.approx(7 / 9)
    assert found.relative == pytest.approx(7)
    assert (found.n, found.papers, found.differing, found.differing_papers) == (9, 8, 7, 7)
    exact = table["evidence_exact"]
    assert (exact.count_a, exact.count_b, exact.n) == (1, 8, 9)


def test_answers_by_hand(table: dict[str, ComparedMetric]) -> None:
    """One of two tokens is F1 = 2 * 1 * 0.5 / 1.5 = 2/3 on eight questions, 0 where A declined rightly."""
    found = table["answer_f1"]
    assert found.a == 1
    assert found.b == pytest.approx(8 * (2 / 3) / 9)
    assert found.difference == pytest.approx(-11 / 27)
    assert found.relative == pytest.approx(-11 / 27)


def test_what_holds_after_adjusting_has_a_direction() -> None:
    """Twelve papers all one way: 2 / 2**12 = 0.0005, times at most 19 metrics, stays below 0.05."""
    papers = [paper(f"p{n}", question(f"q{n}", reference("alpha beta", evidence=["B."]))) for n in range(12)]
    a = [prediction(f"q{n}", "alpha beta", "C.") for n in range(12)]
    b = [prediction(f"q{n}", "alpha", "B.") for n in range(12)]
    found = compared(dataset(*papers), a, b)
    assert (found["evidence_f1"].verdict, found["answer_f1"].verdict) == ("higher", "lower")
    assert conclusion(found["evidence_exact"], 6).startswith(
        "exact evidence: 0 vs 12 of 12: B is higher by 100.0 pts"
    )
    assert found["evidence_f1"].relative is None


def test_the_interval_is_that_of_the_papers_differences(table: dict[str, ComparedMetric]) -> None:
    """The eighth paper holds two questions with no difference, the others one question with a difference of 1."""
    sums, counts = [1.0] * 7 + [0.0], [1] * 7 + [2]
    expected = paper_bootstrap([sums], [counts], seed=13, resamples=2000, bounds=(-1, 1))[0]
    assert table["evidence_f1"].interval == expected


def test_the_p_value_by_hand(table: dict[str, ComparedMetric]) -> None:
    """Of the 2**7 ways to swap seven equal papers two are as extreme; in 10,000 rounds 156 +- 12.4 (4 sd: 50)."""
    p_value = table["evidence_f1"].p_value
    assert p_value is not None
    assert p_value * 10_001 - 1 == pytest.approx(10_000 * 2 / 2**7, abs=50)


def test_equal_metrics_are_no_part_of_the_adjustment(table: dict[str, ComparedMetric]) -> None:
    """Eight of the metrics differ, among them six of evidence and answers; over-refusal is equal and has p = 1."""
    differing = [metric for metric in table.values() if metric.differing]
    least = min(metric.p_value or 1 for metric in differing)
    assert min(metric.p_holm or 1 for metric in differing) == pytest.approx(len(differing) * least)
    equal = table["declining.structured.over_refusal"]
    assert (equal.verdict, equal.p_value, equal.p_holm, equal.detectable) == ("equal", 1.0, 1.0, None)


def test_one_against_none_of_one_establishes_nothing(table: dict[str, ComparedMetric]) -> None:
    """S1-22: a count of 1 vs 0 gets a plain sentence, never a direction."""
    found = table["declining.structured.recall"]
    assert found.verdict == "no conclusion"
    assert (
        conclusion(found, 8)
        == "declined, of the unanswerable: 1 vs 0 of 1: no conclusion (one paper, so no interval)"
    )


def test_a_difference_in_few_papers_says_why_no_p_can_show_it() -> None:
    """Three of eight papers differ: 2 / 2**3 is the least p there is."""
    b = [*arm_b()[:3], *arm_a()[3:]]
    found = compared(eight_papers(), arm_a(), b)["evidence_exact"]
    assert found.verdict == "no conclusion"
    assert conclusion(found, 3).endswith(
        "1 vs 4 of 9: no conclusion (A and B differ in 3 papers; below 6 no p reaches 0.05)"
    )


def test_the_other_way_round_is_the_same_with_the_sign_turned(table: dict[str, ComparedMetric]) -> None:
    """Comparing A with B tells what comparing B with A tells."""
    turned = compared(eight_papers(), arm_b(), arm_a())
    for key, metric in table.items():
        assert turned[key].p_value == metric.p_value
        assert turned[key].difference == (None if metric.difference is None else pytest.approx(-metric.difference))
        assert turned[key].standard_error == pytest.approx(metric.standard_error)


def test_the_detectable_difference_is_2_8_standard_errors(table: dict[str, ComparedMetric]) -> None:
    """(1.959964 + 0.841621) times the error of the paired difference (metrics.md, Uncertainty)."""
    found = table["evidence_f1"]
    assert found.standard_error is not None
    assert found.detectable == pytest.approx(2.801585 * found.standard_error)


def test_questions_that_flipped_are_listed() -> None:
    """B has the exact evidence of seven more, loses the decline and the answer that went with it."""
    pairs = paired(eight_papers(), arm_a(), arm_b()).pairs
    flips = {flip.key: flip for flip in flips_of(pairs)}
    exact = flips["evidence_exact"]
    assert exact.gained == tuple(f"q{n}" for n in range(1, 8))
    assert (exact.lost, exact.both, exact.neither) == ((), 1, 1)
    assert (flips["declined"].lost, flips["answer_found"].lost) == (("u8",), ("u8",))


def test_groups_by_depth_are_counted_and_never_tested() -> None:
    """S1-21: n beside every depth; the annotator who needed fewest decides, 4 stands for all from there on."""
    data = dataset(
        paper(
            "p",
            question("q0", unanswerable()),
            question("q1", reference("a", evidence=["x", "y"]), reference("b", evidence=["x"])),
        ),
        paper("r", question("q5", reference("c", evidence=list("abcde")))),
    )
    a = [prediction("q0", "Unanswerable"), prediction("q1", "b", "x"), prediction("q5", "c")]
    b = [prediction("q0", "b"), prediction("q1", "b", "y"), prediction("q5", "d", "a", "b", "c", "d", "e")]
    assert paired_groups(paired(data, a, b).pairs) == [
        (0, 1, 1, (1.0, 1.0), (1.0, 0.0)),
        (1, 1, 1, (1.0, pytest.approx(2 / 3)), (1.0, 1.0)),
        (4, 1, 1, (0.0, 1.0), (1.0, 0.0)),
    ]


def test_unpaired_questions_are_told_apart() -> None:
    """S4-36: only what both measured is compared, question for question."""
    found = paired(eight_papers(), arm_a()[1:], arm_b()[:-1])
    assert (found.only_a, found.only_b) == (("u8",), ("q1",))
    assert len(found.pairs) == 7


def test_nothing_in_common_compares_nothing() -> None:
    """Without a pair every metric is unmeasured, and none a zero."""
    found = compared(eight_papers(), arm_a()[:2], arm_b()[2:])
    assert {metric.verdict for metric in found.values()} == {"unmeasured"}
    assert {metric.a for metric in found.values()} == {None}
    assert conclusion(found["evidence_f1"], 0) == "evidence F1: no question to compare on"


def test_decline_precision_has_a_denominator_for_each_arm() -> None:
    """A declines once and rightly (1/1), B never (0/0): two counts, no paired test."""
    own = own_rates(paired(eight_papers(), arm_a(), arm_b()).pairs)
    rates = {rate.key: rate for rate in compared_rates(own, seed=13, resamples=50)}
    found = rates["declining.structured.precision"]
    assert ((found.count_a, found.n_a), (found.count_b, found.n_b)) == ((1, 1), (0, 0))
    assert (found.a, found.b, found.difference, found.interval) == (1.0, None, None, None)
    assert (sum(k for k, _ in own[0].papers_a), len(own[0].papers_b)) == (1, 8)


def test_failing_citations_by_hand() -> None:
    """Of citations of body, other, body again and one invalid id, two fail; of two claims, the one on other alone."""
    data = eight_papers()
    gold = Gold(data, ScoringOptions())
    found = citation_failures(
        gold.by_id["q8"],
        prediction(
            "q8",
            "alpha",
            "Body 8.",
            "Other 8.",
            answer_text="One. Two. Three.",
            citations=(Citation(0), Citation(1), Citation(0)),
            claims=(Claim(0, 4, (0, 1)), Claim(5, 9, (1,)), Claim(10, 16)),
            invalid_citations=1,
        ),
    )
    assert found == CitationFailures(
        citations=4,
        not_marked=1,
        not_marked_without_evidence=0,
        invalid=1,
        answers_with_unknown_invalid=0,
        claims=2,
        failing_claims=1,
        claim_citations=3,
        answers_with_claims=1,
        answers=1,
    )
    assert found.failing == 2


def test_every_citation_fails_where_nobody_marked_anything() -> None:
    """The count of those stands apart, because no citation could have passed there."""
    gold = Gold(eight_papers(), ScoringOptions())
    found = citation_failures(gold.by_id["u8"], prediction("u8", "alpha", "Body 8.", "Other 8."))
    assert (found.citations, found.not_marked, found.not_marked_without_evidence) == (2, 2, 2)
    assert (found.invalid, found.answers_with_unknown_invalid, found.answers_with_claims) == (0, 1, 0)


def test_figures_count_as_marked_also_in_the_text_only_form() -> None:
    """A citation of a figure that an annotator marked does not fail because the form leaves figures out of F1."""
    caption = "FLOAT SELECTED: Table 1: Sizes."
    data = dataset(paper("p", question("q", reference("5", evidence=[caption])), paragraphs=[caption]))
    gold = Gold(data, ScoringOptions(text_evidence_only=True))
    assert citation_failures(gold.by_id["q"], prediction("q", "5", caption)).failing == 0


def test_totals_add_up_field_by_field() -> None:
    """The sum of nothing is nothing."""
    one = CitationFailures(citations=2, not_marked=1, answers=1)
    assert total_failures([one, one]) == CitationFailures(citations=4, not_marked=2, answers=2)
    assert total_failures([]) == CitationFailures()


def test_below_six_papers_nothing_is_said_to_be_detectable() -> None:
    """Five papers never reach p = 0.05 (2/2**5 = 0.0625), so no difference, however large, is found there."""
    data = eight_papers()
    few = compared(data, arm_a()[:5], [*arm_b()[1:5], prediction("q1", "alpha", "Other 1.")])["evidence_f1"]
    assert few.papers == 5
    assert few.standard_error
    assert few.detectable is None
    assert shown_detectable(few) == "n/a"
    assert compared(data, arm_a(), arm_b())["answer_f1"].detectable
