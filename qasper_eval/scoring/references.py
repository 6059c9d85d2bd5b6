"""The human side of one question, made ready for comparing."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from scorers.ceiling import Pair, joint_left_out_mean, left_out_mean
from scorers.evidence_bag import (
    FLOAT_MARK,
    EvidenceBag,
    evidence_bag,
    evidence_bag_f1,
    strict_evidence_bag,
    text_evidence,
)
from scorers.normalize import official_bag
from scorers.token_bag import token_f1

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from loaders.records import Reference
    from scorers.token_bag import TokenBag, Tokens

    from .options import ScoringOptions

Item = TypeVar("Item")
MIXED = "mixed"
"""Strict type bucket of a question whose annotators tie."""


class ScoredReferences(NamedTuple):
    """What the references of one question come to under the options of a score."""

    answers: list[TokenBag]
    """Normalised answers of the references that count; shorter than the annotation only under strict text-only."""
    counted: list[Tokens]
    """The same, counted for comparing."""
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
    answer_bag, bag = official_bag, evidence_bag
    if strict:
        from scorers.strict_normalize import strict_bag

        answer_bag, bag = strict_bag, strict_evidence_bag
    answers: list[TokenBag] = []
    evidence: list[EvidenceBag] = []
    types: list[str] = []
    for reference in references:
        marked: Sequence[str] = reference.evidence
        if options.text_evidence_only:
            marked = text_evidence(marked)
            if strict and reference.evidence and not marked:
                continue
        answers.append(answer_bag(reference.answer))
        evidence.append(bag(marked))
        types.append(reference.type)
    everything = [text for reference in references for text in reference.evidence]
    return ScoredReferences(
        answers,
        [answer.counted for answer in answers],
        evidence,
        types,
        bucket=_bucket([reference.type for reference in references]),
        evidence_sets=[set(reference.evidence) for reference in references]
        if options.text_evidence_only
        else [entry.unique for entry in evidence],
        has_evidence=any(entry.length for entry in evidence),
        empty_answer=not all(answer.size for answer in answers),
        floats_only=bool(everything) and all(FLOAT_MARK in text for text in everything),
        human=_human(answers, evidence, strict=strict) if len(answers) >= 2 else None,
    )


def _bucket(types: list[str]) -> str:
    if len(types) == 1:
        return types[0]
    ordered = sorted(set(types), key=types.count, reverse=True)
    if len(ordered) > 1 and types.count(ordered[0]) == types.count(ordered[1]):
        return MIXED
    return ordered[0]


def _human(answers: list[TokenBag], evidence: list[EvidenceBag], *, strict: bool) -> Pair:
    if len(answers) == 2:  # each has one other to agree with, and the mean of v and v is v
        return token_f1(*answers), evidence_bag_f1(*evidence)
    by_answer, by_evidence = _mutual(answers, token_f1), _mutual(evidence, evidence_bag_f1)
    if strict:
        return joint_left_out_mean(by_answer, by_evidence)
    return left_out_mean(by_answer), left_out_mean(by_evidence)


def _mutual(items: Sequence[Item], value: Callable[[Item, Item], float]) -> list[list[float]]:
    """Return the F1 of each item against each other one; swapping the sides swaps p and r, which changes no bit."""
    values = [[0.0] * len(items) for _ in items]
    for row, item in enumerate(items):
        for column in range(row):
            values[row][column] = values[column][row] = value(item, items[column])
    return values
