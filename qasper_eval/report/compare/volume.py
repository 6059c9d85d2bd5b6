"""Failing citations of two runs, and how much of the difference is only citing less."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval.scoring.citation_failures import total_failures
from scorers.bootstrap import RESAMPLES
from scorers.randomisation import ROUNDS
from scorers.volume import VolumeTest, volume_test

from .over_papers import over_papers

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.scoring.citation_failures import CitationFailures

    from .over_papers import OverPapers


@dataclass(frozen=True, slots=True)
class VolumeComparison:
    """The volume test per citation, per claim and per citations-per-claim."""

    per_citation: VolumeTest
    """Failing citations out of all citations."""
    per_claim: VolumeTest | None = None
    """Failing claims out of all claims; None where it is unknown which claims fail."""
    claims: tuple[int, int] | None = None
    """Claims of A and B; None where unknown."""
    claim_citations: tuple[int, int] | None = None
    """Citations that those claims carry; None where unknown."""
    over_papers: OverPapers | None = None
    """The rates per citation over papers; None for counts alone, whose papers are unknown."""
    claims_over_papers: OverPapers | None = None
    """The same per claim."""

    @property
    def citations_per_claim(self) -> tuple[float, float] | None:
        """Citations a claim carries in A and in B; None where unknown or without a claim."""
        if self.claims is None or self.claim_citations is None or not all(self.claims):
            return None
        return self.claim_citations[0] / self.claims[0], self.claim_citations[1] / self.claims[1]

    @property
    def expected_by_claims(self) -> float | None:
        """Failing citations of B if it differed from A only in how many claims it makes; None where unknown."""
        if self.claims is None or not self.claims[0]:
            return None
        return self.per_citation.failures_a * self.claims[1] / self.claims[0]

    @property
    def expected_by_citations_per_claim(self) -> float | None:
        """Failing citations of B if it differed from A only in how many citations a claim carries; None: unknown."""
        ratio = self.citations_per_claim
        return None if ratio is None or not ratio[0] else self.per_citation.failures_a * ratio[1] / ratio[0]


def volume_of_counts(
    citations: tuple[tuple[int, int], tuple[int, int]],
    failing_claims: tuple[int, int] | None = None,
    claims: tuple[int, int] | None = None,
) -> VolumeComparison:
    """Return the volume test of counts from anywhere: (failing, checked) citations of A and B, and their claims.

    Every checked citation is taken to belong to a claim. Raises ValueError unless 0 <= failing <= checked.
    """
    (failing_a, checked_a), (failing_b, checked_b) = citations
    per_claim = None
    if failing_claims is not None and claims is not None:
        per_claim = volume_test(failing_claims[0], claims[0], failing_claims[1], claims[1])
    return VolumeComparison(
        volume_test(failing_a, checked_a, failing_b, checked_b),
        per_claim,
        claims,
        None if claims is None else (checked_a, checked_b),
    )


def volume_of_runs(
    papers_a: Sequence[CitationFailures],
    papers_b: Sequence[CitationFailures],
    *,
    seed: int,
    resamples: int = RESAMPLES,
    rounds: int = ROUNDS,
) -> VolumeComparison:
    """Return the volume test of two runs from the counts of the same papers.

    Per claim only where both say which sentence carries which citation.
    """
    a, b = total_failures(papers_a), total_failures(papers_b)
    by_citation, by_claim = (
        over_papers(
            list(map(counts, papers_a)), list(map(counts, papers_b)), seed=seed, resamples=resamples, rounds=rounds
        )
        for counts in (_citations, _claims)
    )
    per_citation = volume_test(a.failing, a.citations, b.failing, b.citations)
    if not (a.answers_with_claims and b.answers_with_claims):
        return VolumeComparison(per_citation, over_papers=by_citation)
    return VolumeComparison(
        per_citation,
        volume_test(a.failing_claims, a.claims, b.failing_claims, b.claims),
        (a.claims, b.claims),
        (a.claim_citations, b.claim_citations),
        by_citation,
        by_claim,
    )


def _citations(found: CitationFailures) -> tuple[int, int]:
    return found.failing, found.citations


def _claims(found: CitationFailures) -> tuple[int, int]:
    return found.failing_claims, found.claims
