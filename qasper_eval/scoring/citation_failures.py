"""Citations that no annotator's evidence bears out, for one prediction."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qasper_eval.records import Prediction

    from .gold import GoldQuestion


class CitationFailures(NamedTuple):
    """How many citations fail, by what a run can measure without a judge.

    A citation fails when it names nothing shown, or a paragraph that no annotator marked as evidence. That is no
    verdict: a paragraph that annotators passed over may support the answer all the same, and on a question without
    human evidence every citation fails.
    """

    citations: int = 0
    """Citations, those that name nothing shown included."""
    not_marked: int = 0
    """Of them, citations of a paragraph that no annotator marked."""
    not_marked_without_evidence: int = 0
    """Of those, the ones on questions without any human evidence."""
    invalid: int = 0
    """Citations that name nothing shown; 0 where unknown."""
    answers_with_unknown_invalid: int = 0
    """Answers that do not say how many of their citations name nothing shown."""
    claims: int = 0
    """Claims: sentences of the answer that carry a citation."""
    failing_claims: int = 0
    """Of them, claims of which every citation fails."""
    claim_citations: int = 0
    """Citations that claims carry."""
    answers_with_claims: int = 0
    """Answers that say which sentence carries which citation."""
    answers: int = 0
    """Answers."""

    @property
    def failing(self) -> int:
        """Citations that fail."""
        return self.not_marked + self.invalid


def citation_failures(question: GoldQuestion, prediction: Prediction) -> CitationFailures:
    """Return the counts of one prediction; human evidence is what any annotator marked, figures and tables too."""
    marked = {text for reference in question.question.references for text in reference.evidence}
    paragraphs = question.paper.paper.paragraphs
    if prediction.citations:
        ordinals = (citation.paragraph for citation in prediction.citations)
        fails = [not 0 <= place < len(paragraphs) or paragraphs[place].text not in marked for place in ordinals]
    else:
        fails = [text not in marked for text in prediction.predicted_evidence]
    carried = [claim.citations for claim in prediction.claims if claim.citations]
    invalid = prediction.invalid_citations
    return CitationFailures(
        citations=len(fails) + (invalid or 0),
        not_marked=sum(fails),
        not_marked_without_evidence=0 if marked else sum(fails),
        invalid=invalid or 0,
        answers_with_unknown_invalid=int(invalid is None),
        claims=len(carried),
        failing_claims=sum(all(fails[place] for place in places) for places in carried),
        claim_citations=sum(map(len, carried)),
        answers_with_claims=int(bool(prediction.claims)),
        answers=1,
    )


def total_failures(counts: Iterable[CitationFailures]) -> CitationFailures:
    """Return the sum of all counts, field by field; zeros without any."""
    return CitationFailures(*(sum(column) for column in zip(*counts, strict=True)))
