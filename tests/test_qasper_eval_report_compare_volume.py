"""The volume test as it is told, on the published counts."""

from __future__ import annotations

import pytest

from qasper_eval.report.compare.volume import VolumeComparison, volume_of_counts, volume_of_runs
from qasper_eval.report.compare.volume_text import not_ruled_out, volume_lines
from qasper_eval.scoring.citation_failures import CitationFailures


def published() -> VolumeComparison:
    return volume_of_counts(((39, 395), (12, 289)), (3, 5), (166, 164))


def joined(found: VolumeComparison) -> str:
    return " ".join(" ".join(volume_lines(found)).split())


def test_the_published_counts_per_citation() -> None:
    """S1-09, S1-18, S1-19: 39/395 = 9.87 % to 12/289 = 4.15 %; 28.53 expected, 16.53 prevented, -5.72 points."""
    text = joined(published())
    assert "A 39/395 = 9.87 %, B 12/289 = 4.15 %: −5.72 pts, −58 % relative, [" in text
    assert "395 to 289 alone: 28.53 failures expected, there are 12, so 16.53 prevented" in text


def test_the_published_misattributions() -> None:
    """S1-10: 53/395 = 13.42 % to 17/289 = 5.88 %; 53 * 289 / 395 = 38.78 expected."""
    text = joined(volume_of_counts(((53, 395), (17, 289))))
    assert "A 53/395 = 13.42 %, B 17/289 = 5.88 %" in text
    assert "38.78 failures expected, there are 17, so 21.78 prevented" in text


def test_the_published_counts_per_claim_show_no_effect() -> None:
    """S1-12, S1-22: 3 of 166 to 5 of 164 is the wrong direction and establishes nothing."""
    text = joined(published())
    assert "per claim: A 3/166 = 1.81 %, B 5/164 = 3.05 %" in text
    assert "3 vs 5: no conclusion" in text
    assert "2.96 failures expected, there are 5, so 2.04 more than the change in volume explains" in text


def test_citations_per_claim_are_the_volume_that_is_not_ruled_out() -> None:
    """S1-11, S1-20: 2.38 to 1.76; claims alone expect 39 * 164/166 = 38.53, citations per claim alone 28.88."""
    found = published()
    assert found.citations_per_claim == pytest.approx((395 / 166, 289 / 164))
    assert found.expected_by_claims == pytest.approx(38.5301, abs=1e-4)
    assert found.expected_by_citations_per_claim == pytest.approx(28.8821, abs=1e-4)
    clauses = list(not_ruled_out(found))
    assert any("fewer citations to a claim (2.38 to 1.76)" in clause for clause in clauses)
    assert any("106 citations fewer, of which 27 would have to be failing ones" in clause for clause in clauses)


def test_without_claims_it_says_so() -> None:
    """What is not known is not left out in silence."""
    text = joined(volume_of_counts(((39, 395), (12, 289))))
    assert "per claim: unknown" in text
    assert "claims are unknown" in text


def test_numbers_of_claims_alone_give_citations_per_claim() -> None:
    """Which claims fail may be unknown although their number is not."""
    found = volume_of_counts(((39, 395), (12, 289)), claims=(166, 164))
    assert found.per_claim is None
    assert "A 395/166 = 2.38" in joined(found)


def test_more_failures_are_never_explained_by_citing_less() -> None:
    """The clauses about citing less are about an improvement only."""
    assert list(not_ruled_out(volume_of_counts(((5, 100), (60, 90))))) == [
        "that citations of one paper fail together: these intervals take each as independent"
    ]


def test_an_empty_side_is_said() -> None:
    """S4-15: without a denominator there is no rate, no expectation and no conclusion."""
    text = joined(volume_of_counts(((0, 0), (3, 10)), (0, 1), (0, 5)))
    assert "A 0/0, B 3/10 = 30.00 %: nothing was checked on one side, so no conclusion" in text
    assert "A has no volume" in text
    assert "nothing to divide by" in text


def test_runs_without_claims_have_no_rate_per_claim() -> None:
    """A folder without text has citations and no claims."""
    with_claims = CitationFailures(citations=4, not_marked=1, claims=3, claim_citations=4, answers_with_claims=2)
    without = CitationFailures(citations=4, not_marked=2)
    assert volume_of_runs([with_claims], [without], seed=1, resamples=10, rounds=10).per_claim is None
    assert volume_of_runs([with_claims], [with_claims], seed=1, resamples=10, rounds=10).claim_citations == (4, 4)


def test_runs_are_judged_over_papers_too() -> None:
    """One paper with 40 failing citations of 40 moves a rate of counts, but no interval over six papers."""
    clean = CitationFailures(citations=40, claims=40, claim_citations=40, answers_with_claims=1, answers=1)
    spoilt = clean._replace(not_marked=40, failing_claims=40)
    found = volume_of_runs([clean] * 6, [clean] * 5 + [spoilt], seed=1, resamples=500, rounds=500)
    assert found.per_citation.establishes
    assert found.over_papers is not None
    assert found.over_papers.p_value == 1
    assert not found.over_papers.establishes
    assert "0 vs 40: no conclusion" in joined(found)
    assert list(not_ruled_out(found)) == ["that the rates of failing citations are the same"]
