"""The human side of one question, made ready for comparing."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from scorers.ceiling import Pair, joint_left_out_mean, mutual_mean
from scorers.evidence_bag import FLOAT_MARK, EvidenceBag, distinct, evidence_bag, evidence_bag_f1s, text_evidence
from scorers.normalize import official_tokens
from scorers.token_bag import token_bag, token_f1s

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loaders.records import Reference
    from scorers.token_bag import TokenBag

    from .options import ScoringOptions

MIXED = "mixed"
"""Strict type bucket of a question whose annotators tie."""


class ScoredReferences(NamedTuple):
    """What the references of one question come to under the options of a score."""

    answers: list[TokenBag]
    """Normalised answers of the references that count; shorter than the annotation only under strict text-only."""
    evidence: list[EvidenceBag]
    """Their evidence as scored."""
    types: list[str]
    """Their answer types."""
    bucket: str
    """The annotators' most frequent type, ``mixed`` on a tie; the type bucket of the strict mode."""
    evidence_sets: list[set[str]]
    """Every annotator's evidence in full, as a set, for exact matches."""
    has_evidence: bool
    """Whether any reference holds evidence as scored."""
    empty_answer: bool
    """Whether an answer normalises to nothing."""
    floats_only: bool
    """Whether there is human evidence and all of it is figures and tables."""
    human: Pair | None
    """Mean answer and evidence F1 of each annotator against the others; None below two references."""


class ReferenceFacts(NamedTuple):
    """What the summaries ask of the references when a question has been measured."""

    has_evidence: bool
    """As in ``ScoredReferences``."""
    floats_only: bool
    """As in ``ScoredReferences``."""
    human: Pair | None
    """As in ``ScoredReferences``."""


@lru_cache(maxsize=256)
def reference_facts(has_evidence: bool, floats_only: bool, human: Pair | None) -> ReferenceFacts:  # noqa: FBT001  # because lru_cache tells calls by keyword apart
    """Return the facts; shared, because most questions have the same."""
    return ReferenceFacts(has_evidence, floats_only, human)


def scored_references(references: Sequence[Reference], options: ScoringOptions) -> ScoredReferences:
    """Return the references of a question as ``options`` score them (metrics.md, official and strict).

    Under strict text-only a reference whose evidence is figures and tables only is left out, so ``answers`` can be
    empty: such a question is excluded and counted.
    """
    strict = options.mode == "strict"
    tokens_of = official_tokens
    if strict:
        from scorers.strict_normalize import strict_tokens

        tokens_of = strict_tokens
    answers: list[list[str]] = []
    evidence: list[Sequence[str]] = []
    types: list[str] = []
    for reference in references:
        marked: Sequence[str] = reference.evidence
        if options.text_evidence_only:
            marked = text_evidence(marked)
            if strict and reference.evidence and not marked:
                continue
        answers.append(tokens_of(reference.answer))
        evidence.append(distinct(marked) if strict else marked)
        types.append(reference.type)
    everything = [text for reference in references for text in reference.evidence]
    answer_bags = [token_bag(answer) for answer in answers]
    evidence_bags = [evidence_bag(marked) for marked in evidence]
    return ScoredReferences(
        answer_bags,
        evidence_bags,
        types,
        _bucket([reference.type for reference in references]),
        [set(reference.evidence) for reference in references]
        if options.text_evidence_only
        else [bag.unique for bag in evidence_bags],
        any(evidence),
        not all(answers),
        bool(everything) and all(FLOAT_MARK in text for text in everything),
        _human(answers, answer_bags, evidence, evidence_bags, strict=strict) if len(answers) >= 2 else None,
    )


def _bucket(types: list[str]) -> str:
    if len(types) == 1:
        return types[0]
    ordered = sorted(set(types), key=types.count, reverse=True)
    if len(ordered) > 1 and types.count(ordered[0]) == types.count(ordered[1]):
        return MIXED
    return ordered[0]


def _human(
    answers: list[list[str]],
    answer_bags: list[TokenBag],
    evidence: list[Sequence[str]],
    evidence_bags: list[EvidenceBag],
    *,
    strict: bool,
) -> Pair:
    if len(answers) == 2:  # each has one other to agree with, and the mean of v and v is v
        return token_f1s(answers[0], answer_bags[1:])[0], evidence_bag_f1s(evidence[0], evidence_bags[1:])[0]
    by_answer = [token_f1s(answer, answer_bags[:place]) for place, answer in enumerate(answers)]
    by_evidence = [evidence_bag_f1s(marked, evidence_bags[:place]) for place, marked in enumerate(evidence)]
    if strict:
        return joint_left_out_mean(_both_ways(by_answer), _both_ways(by_evidence))
    return mutual_mean(by_answer), mutual_mean(by_evidence)


def _both_ways(below: list[list[float]]) -> list[list[float]]:
    """Return the F1 of each item against each other one, given those against the items before it."""
    values = [[0.0] * len(below) for _ in below]
    for row, against in enumerate(below):
        for column, value in enumerate(against):
            values[row][column] = values[column][row] = value
    return values
