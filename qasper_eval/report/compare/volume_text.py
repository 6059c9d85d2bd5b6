"""The volume test in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.report.inspect_layout import wrapped

from .words import shown_p

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qasper_eval.scoring.citation_failures import CitationFailures
    from scorers.volume import VolumeTest

    from .over_papers import OverPapers
    from .volume import VolumeComparison

WIDTH = 118
WHAT_FAILS = (
    "A citation fails here when it names nothing that was shown, or a paragraph that no annotator marked as "
    "evidence; a claim (a sentence that carries a citation) fails when all its citations do. That is measured "
    "without a judge and is no verdict: a paragraph that annotators passed over may bear the answer out, and on a "
    "question without human evidence every citation fails. No p of this part is adjusted for the table above."
)


def failing_lines(a: CitationFailures, b: CitationFailures) -> Iterator[str]:
    """Yield what failing means here and what it is made of, over the paired questions."""
    yield from wrapped(WHAT_FAILS, width=WIDTH)
    for name, found in (("A", a), ("B", b)):
        unknown, without = found.answers_with_unknown_invalid, found.not_marked_without_evidence
        line = (
            f"{name}: {found.failing} of {found.citations} citations fail: {found.not_marked} not marked ({without} "
            f"of them on questions without human evidence), {found.invalid} that name nothing"
            f"{f' (unknown for {unknown} answers)' if unknown else ''}; claims are known for "
            f"{found.answers_with_claims} of {found.answers} answers"
        )
        yield from wrapped(line, hanging="   ", width=WIDTH)
    yield ""


def volume_lines(found: VolumeComparison) -> Iterator[str]:
    """Yield the volume test per citation, per claim and per citations-per-claim, and what is not ruled out."""
    yield from wrapped(f"- per citation: {_rates(found.per_citation, found.over_papers)}", hanging="  ", width=WIDTH)
    yield from wrapped(f"- {_volume(found.per_citation)}", hanging="  ", width=WIDTH)
    if found.per_claim is None:
        yield "- per claim: unknown which claims fail, so fewer failing citations need not mean fewer failing claims"
    else:
        yield from wrapped(
            f"- per claim: {_rates(found.per_claim, found.claims_over_papers)}", hanging="  ", width=WIDTH
        )
        yield from wrapped(f"- {_volume(found.per_claim)}", hanging="  ", width=WIDTH)
    yield from _by_claims(found)
    for line in not_ruled_out(found):
        yield from wrapped(f"- not ruled out: {line}", hanging="  ", width=WIDTH)


def _rates(test: VolumeTest, papers: OverPapers | None) -> str:
    shown = f"A {_share(test.failures_a, test.checked_a)}, B {_share(test.failures_b, test.checked_b)}"
    if test.difference is None or test.interval is None:
        return f"{shown}: nothing was checked on one side, so no conclusion"
    limits = f"[{_points(-test.interval.high)}, {_points(-test.interval.low)}], p = {shown_p(test.p_value)}"
    if papers is not None and papers.interval is not None:
        low, high = map(_points, papers.interval)
        limits = f"over papers [{low}, {high}], p = {shown_p(papers.p_value)} (each taken as independent {limits})"
    rate = test.rate_a.rate
    relative = "" if not rate else f", {-100 * test.difference / rate:+.0f} % relative".replace("-", "−")
    verdict = "" if establishes(test, papers) else f"; {test.failures_a} vs {test.failures_b}: no conclusion"
    return f"{shown}: {_points(-test.difference)} pts{relative}, {limits}{verdict}"


def _points(share: float) -> str:
    return f"{100 * share:+.2f}".replace("-", "−")


def establishes(test: VolumeTest, papers: OverPapers | None) -> bool:
    """Return whether the rates differ beyond chance: over papers where these are known, else counts alone decide."""
    return test.establishes if papers is None else papers.establishes


def _volume(test: VolumeTest) -> str:
    if test.expected is None or test.prevented is None:
        return "A has no volume, so nothing is expected of B"
    beyond = (
        f"{test.prevented:.2f} prevented beyond the change in volume"
        if test.prevented >= 0
        else f"{-test.prevented:.2f} more than the change in volume explains"
    )
    return (
        f"volume {test.checked_a} to {test.checked_b} alone: {test.expected:.2f} failures expected, there are "
        f"{test.failures_b}, so {beyond}"
    )


def _by_claims(found: VolumeComparison) -> Iterator[str]:
    ratio, claims = found.citations_per_claim, found.claims
    if claims is None:
        yield "- citations per claim: unknown without the number of claims"
        return
    if ratio is None or found.claim_citations is None:
        yield f"- citations per claim: A has {claims[0]} claims, B {claims[1]}, so there is nothing to divide by"
        return
    a, b = found.claim_citations
    yield f"- citations per claim: A {a}/{claims[0]} = {ratio[0]:.2f}, B {b}/{claims[1]} = {ratio[1]:.2f}"
    by_claims, by_ratio = found.expected_by_claims, found.expected_by_citations_per_claim
    if by_claims is not None and by_ratio is not None:
        yield (
            f"- number of claims alone: {by_claims:.2f} failing citations expected; citations per claim alone: "
            f"{by_ratio:.2f}; there are {found.per_citation.failures_b}"
        )


def not_ruled_out(found: VolumeComparison) -> Iterator[str]:
    """Yield the other explanations that the counts leave open, a clause each."""
    test = found.per_citation
    if not establishes(test, found.over_papers):
        yield "that the rates of failing citations are the same"
    if test.omission_could_explain:
        fewer, dropped = test.failures_a - test.failures_b, test.checked_a - test.checked_b
        yield (
            f"that B leaves out citations and makes no better ones: it has {dropped} citations fewer, of which "
            f"{fewer} would have to be failing ones"
        )
    ratio = found.citations_per_claim
    if ratio is None and test.failures_b < test.failures_a:
        yield "that B attaches fewer citations to a claim and makes no fewer failing claims (claims are unknown)"
    elif (
        ratio is not None and ratio[1] < ratio[0] and test.failures_b < test.failures_a and not _claims_improve(found)
    ):
        yield (
            f"that B attaches fewer citations to a claim ({ratio[0]:.2f} to {ratio[1]:.2f}) and makes no fewer "
            "failing claims"
        )
    if found.over_papers is None or found.over_papers.interval is None:
        yield "that citations of one paper fail together: these intervals take each as independent"


def _claims_improve(found: VolumeComparison) -> bool:
    test = found.per_claim
    if test is None or test.prevented is None or test.prevented <= 0:
        return False
    return establishes(test, found.claims_over_papers)


def _share(count: int, n: int) -> str:
    return f"{count}/{n} = {100 * count / n:.2f} %" if n else f"{count}/{n}"
