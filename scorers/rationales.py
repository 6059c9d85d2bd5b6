"""SciFact's counts of abstracts and rationale sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Mapping, Sequence
    from collections.abc import Set as AbstractSet

MAX_SENTENCES = 3
"""Sentences of an abstract that count towards its rationale, in the order in which they are cited."""


class GoldDocument(NamedTuple):
    """What people marked in one document."""

    labels: AbstractSet[str]
    """Labels of its rationales; one, unless annotators disagree."""
    rationales: Sequence[AbstractSet[Hashable]]
    """Sets of sentences, each enough by itself."""


class RationaleCounts(NamedTuple):
    """Counts of one claim, to be added up over all claims."""

    documents_relevant: int
    """Documents with a rationale."""
    documents_retrieved: int
    """Documents cited for a verdict."""
    documents_labelled: int
    """Of those, relevant ones with the right label."""
    documents_rationalised: int
    """Of those, ones with a whole rationale among the sentences that count."""
    sentences_relevant: int
    """Sentences of all rationales."""
    sentences_retrieved: int
    """Sentences cited for a verdict."""
    sentences_selected: int
    """Of those, sentences of a rationale that is cited whole."""
    sentences_labelled: int
    """Of those, sentences of a document with the right label."""


def rationale_counts(
    cited: Mapping[Any, Sequence[Hashable]], label: str | None, gold: Mapping[Any, GoldDocument]
) -> RationaleCounts:
    """Return the counts of one claim, ``cited`` holding each cited document's sentences in citation order.

    Precision is right / retrieved, recall right / relevant, each over the whole dataset. A sentence is right only
    where the whole rationale is cited; for a document only the first 3 cited sentences count (more where its shortest
    rationale is longer). A verdict of not enough information has no evidence: pass nothing as ``cited``. Source: the
    leaderboard's evaluator (scifact-evaluator) and doc/evaluation.md of SciFact (Wadden et al. 2020). It counts
    agreement with marked sentences, not whether the verdict follows from them.
    """
    labelled = rationalised = selected = selected_labelled = 0
    for document, sentences in cited.items():
        known = gold.get(document)
        if known is None:
            continue
        right = _whole_rationales(sentences, known.rationales)
        selected += right
        if label in known.labels:
            labelled += 1
            selected_labelled += right
            shortest = min(map(len, known.rationales), default=0)
            first = set(sentences[: max(MAX_SENTENCES, shortest)])
            rationalised += any(rationale <= first for rationale in known.rationales)
    return RationaleCounts(
        len(gold),
        len(cited),
        labelled,
        rationalised,
        sum(len(rationale) for known in gold.values() for rationale in known.rationales),
        sum(len(sentences) for sentences in cited.values()),
        selected,
        selected_labelled,
    )


def _whole_rationales(sentences: Collection[Hashable], rationales: Sequence[AbstractSet[Hashable]]) -> int:
    """Return how many sentences stand in a rationale that is there whole."""
    held = set(sentences)
    whole = set[object]().union(*(rationale for rationale in rationales if rationale <= held))
    return len(held & whole)
