"""The figures of a page: faults, growth and risk, each against hand arithmetic or a second way."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from page_kit import blocks_of, cites, source_of
from qasper_eval.prediction_parts import Retrieved
from qasper_eval.report.page import report_page
from qasper_eval.report.page.chart import span_of
from qasper_eval.report.page.curves import in_order
from qasper_eval.report.page.fault import FAULTS, MEANINGS
from qasper_eval.report.page.growth import growth, running_means
from qasper_eval.report.page.headline_metric import EVIDENCE
from qasper_eval.report.page.risk import FEWEST, risk_coverage
from qasper_eval.scoring import ScoringOptions
from scoring_data import dataset, paper, prediction, question, reference, unanswerable

if TYPE_CHECKING:
    from qasper_eval.report.page import PageSource

PARTS = [f"paragraph {number}" for number in range(6)]


def faults_of(source: PageSource) -> dict[str, str]:
    listed = blocks_of(report_page(source))["index"]["questions"]
    return {entry["i"]: entry["f"] for entry in listed}


def test_each_question_is_in_exactly_one_place_by_hand() -> None:
    """Every fault once, from what is marked (0, 1), cited and retrieved; the counts add up to the questions asked."""
    marked = reference("a", evidence=PARTS[:2])
    stray = reference("a", evidence=["a text that is no paragraph"])
    data = dataset(
        paper(
            "p",
            question("exact", marked),
            question("declined rightly", unanswerable(), marked),
            question("not retrieved", marked),
            question("not cited", marked),
            question("wrong paragraph", marked),
            question("over-citing", marked),
            question("not citable", stray),
            question("declined wrongly", marked),
            question("should have declined", unanswerable()),
            question("unmeasured", marked),
            paragraphs=PARTS,
        )
    )
    source = source_of(
        data,
        [
            cites("exact", PARTS[0], PARTS[1]),
            prediction("declined rightly", "Unanswerable", declined=True),
            cites("not retrieved", PARTS[0], retrieved=[0, 2, 3]),
            cites("not cited", PARTS[0], retrieved=[0, 1]),
            cites("wrong paragraph", PARTS[4], retrieved=[4, 0]),
            cites("over-citing", *PARTS[:4], retrieved=[0, 1, 2, 3]),
            cites("not citable", PARTS[0]),
            prediction("declined wrongly", "Unanswerable", declined=True),
            cites("should have declined", PARTS[0]),
        ],
        unmeasured={"unmeasured": "truncated"},
    )
    found = faults_of(source)
    assert found == {name: name for name in found}
    assert set(FAULTS) - set(found) == {"answered", "excluded"}
    page = report_page(source)
    assert page.count(">1/10 = 0.100</td>") == 10
    assert ">10/10</td>" in page
    assert "2/10 come out right (exact, or rightly declined). Most often wrong: not retrieved, 1/10." in page


def test_a_miss_is_the_searchs_fault_only_when_all_of_it_is() -> None:
    """One of two missed paragraphs was retrieved: the reader is at fault, as always in an agent without a search."""
    data = dataset(
        paper("p", question("q", reference("a", evidence=PARTS[:3])), paragraphs=PARTS),
    )
    partly = faults_of(source_of(data, [cites("q", PARTS[0], retrieved=[0, 1])]))
    shown_all = faults_of(source_of(data, [cites("q", PARTS[0])]))
    nothing = faults_of(source_of(data, [cites("q", retrieved=[4])]))
    assert (partly, shown_all, nothing) == ({"q": "not cited"}, {"q": "not cited"}, {"q": "not retrieved"})


def test_citing_where_nobody_marked_anything_is_over_citing() -> None:
    data = dataset(paper("p", question("q", reference("Yes", "boolean")), paragraphs=PARTS))
    assert faults_of(source_of(data, [cites("q", PARTS[0])])) == {"q": "over-citing"}
    assert faults_of(source_of(data, [cites("q")])) == {"q": "exact"}


def test_every_fault_has_words() -> None:
    assert set(MEANINGS) == set(FAULTS)


def test_what_a_mode_excludes_is_counted_apart() -> None:
    """Strict text-only leaves out a question whose only reference is a table; it is in no mean and in the sum."""
    table = reference("a", evidence=["FLOAT SELECTED: Table 1"])
    data = dataset(paper("p", question("q", table), question("r", reference("a")), paragraphs=PARTS))
    options = ScoringOptions("strict", text_evidence_only=True, resamples=0)
    source = source_of(data, [cites("q"), cites("r")], options=options)
    assert faults_of(source) == {"q": "excluded", "r": "exact"}


def test_a_dataset_that_marks_no_evidence_is_told_by_its_answers() -> None:
    """PubMedQA marks only the abstract that is the whole context: no evidence F1 anywhere, answer F1 leads."""
    facts = dataset(
        paper("p", question("a", reference("Yes", "boolean")), question("b", unanswerable()), paragraphs=PARTS),
        name="pubmedqa",
    )
    source = source_of(facts, [cites("a", PARTS[0]), cites("b", PARTS[0])])
    assert not source.report.has_evidence
    assert faults_of(source) == {"a": "answered", "b": "should have declined"}
    page = report_page(source)
    assert blocks_of(page)["index"]["evidence"] is False
    assert "Answer F1 0." in page
    assert "Evidence F1 0." not in page
    assert "evidence F1 by" not in page
    assert "come out right" not in page
    assert '<p class="limits">the dataset marks no evidence</p>' in page


@pytest.mark.parametrize(
    ("values", "ends"),
    [([], (0, 1)), ([1.0], (0.9, 1)), ([0.0], (0, 0.1)), ([0.31, 0.52], (0.3, 0.6)), ([0.2, 0.95], (0.2, 1))],
)
def test_an_axis_holds_every_value_and_is_never_empty(values: list[float], ends: tuple[float, float]) -> None:
    assert span_of(values) == pytest.approx(ends)


def many(papers: int, each: int) -> PageSource:
    """Questions asked in the reverse of the file's order; those with an even number are right."""
    data = dataset(
        *(
            paper(
                f"p{place}",
                *(question(f"{place}-{number}", reference("a", evidence=PARTS[:1])) for number in range(each)),
                paragraphs=PARTS,
            )
            for place in range(papers)
        )
    )
    ids = [entry.id for _, entry in data.questions()]
    predictions = [
        cites(name, PARTS[0 if number % 2 == 0 else 1], retrieved=[number % 5, 5]) for number, name in enumerate(ids)
    ]
    return source_of(data, predictions, asked=list(reversed(ids)))


def test_each_point_of_the_growth_is_what_score_says_of_a_run_that_ended_there() -> None:
    """An independent second way: score the first n questions alone; the last point is the headline."""
    source = many(8, 5)
    points = growth(in_order(source), source.report.options)
    assert [point.n for point in points][-1] == 40
    assert len(points) == 24
    for point in (points[5], points[11], points[-1]):
        asked = [entry.id for _, entry in source.asked][: point.n]
        alone = source_of(source.dataset, [source.predictions[name] for name in asked], asked=asked).report
        assert (point.evidence.mean, point.evidence.interval) == (alone.evidence_f1.mean, alone.evidence_f1.interval)
        assert (point.answer.interval, point.papers) == (alone.answer_f1.interval, alone.papers)
    last = points[-1].evidence
    assert (last.mean, last.interval) == (source.report.evidence_f1.mean, source.report.evidence_f1.interval)


def test_running_means_by_hand() -> None:
    assert running_means([1.0, 0.0, 0.5]) == [1.0, 0.5, 0.5]
    assert running_means([]) == []


def test_risk_over_coverage_by_hand() -> None:
    """Twelve answers with falling search scores, the first ten right: risk 2/12, then 1/11, then 0/10."""
    data = dataset(
        paper(
            "p",
            *(question(str(number), reference("a", evidence=PARTS[:1])) for number in range(13)),
            paragraphs=PARTS,
        )
    )
    ranked = [
        replace(
            cites(str(number), PARTS[0 if number < 10 else 1]),
            retrieved=(Retrieved(0, 1, 1 - 0.05 * number),),
        )
        for number in range(12)
    ]
    source = source_of(data, [*ranked, prediction("12", "Unanswerable", declined=True)])
    points = risk_coverage(in_order(source), source.predictions, EVIDENCE)
    assert [point.answered for point in points] == [12, 11, 10]
    assert [point.risk for point in points] == pytest.approx([2 / 12, 1 / 11, 0.0])
    assert points[-1].answered == FEWEST
    assert "It answers 12/13 questions; evidence F1 over those is 0.833" in report_page(source)


def test_without_search_scores_the_risk_is_a_point_and_says_why() -> None:
    data = dataset(paper("p", question("q", reference("a", evidence=PARTS[:1])), paragraphs=PARTS))
    source = source_of(data, [cites("q", PARTS[1])])
    assert risk_coverage(in_order(source), source.predictions, EVIDENCE) == ((1, 1.0),)
    assert "They carry no search scores to rank them by" in report_page(source)
