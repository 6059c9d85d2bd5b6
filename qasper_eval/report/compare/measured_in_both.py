"""What two runs came to on the questions that both measured."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval.scoring import Gold
from qasper_eval.scoring.citation_failures import citation_failures, total_failures
from qasper_eval.scoring.paired import measured_scores, own_rates, pair_up, paired_metrics
from qasper_eval.scoring.paired_dataset import OwnArm, paired_dataset_metrics
from qasper_eval.scoring.paired_groups import paired_groups

from .flip import flips_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.scoring.citation_failures import CitationFailures
    from qasper_eval.scoring.paired import OwnRate, PairedMetric
    from qasper_eval.scoring.paired_groups import PairedGroup

    from .flip import Flip
    from .source import Content


@dataclass(frozen=True, slots=True)
class MeasuredInBoth:
    """Paired numbers before any statistics."""

    questions: tuple[str, ...]
    """Ids of the paired questions, in A's gold-file order."""
    papers: int
    """Papers that they are about."""
    only_a: tuple[str, ...]
    """Ids of questions that only A measured."""
    only_b: tuple[str, ...]
    """Ids of questions that only B measured."""
    metrics: tuple[PairedMetric, ...]
    """Every metric that pairs."""
    rates: tuple[OwnRate, ...]
    """Rates with a denominator for each run."""
    groups: tuple[PairedGroup, ...]
    """Both F1 by how many paragraphs a question needs; empty where the dataset marks no evidence."""
    flips: tuple[Flip, ...]
    """Questions that came out the other way."""
    failures: tuple[tuple[CitationFailures, ...], tuple[CitationFailures, ...]]
    """Failing citations of A and of B in each paper, in the same order; none where the dataset marks no evidence."""
    has_evidence: bool
    """Whether the dataset marks evidence."""
    is_one_retrieval: bool
    """Whether the same paragraphs count as relevant in both."""


def measured_in_both(contents: tuple[Content, Content]) -> MeasuredInBoth:
    """Pair two runs; the metrics of the dataset's own authors come along where both have what these read."""
    first, second = contents
    golds = Gold(first.dataset, first.options), Gold(second.dataset, second.options)
    pairing = pair_up(measured_scores(golds[0], first.predictions), measured_scores(golds[1], second.predictions))
    pairs = pairing.pairs
    ids = [one.question.id for one, _ in pairs]
    has_evidence = first.own.has_evidence
    is_one_retrieval = first.options.cite_abstract == second.options.cite_abstract
    metrics = paired_metrics(pairs, has_retrieval=is_one_retrieval and has_evidence, has_evidence=has_evidence)
    own = [OwnArm(gold, arm.own.tally, arm.predictions) for gold, arm in zip(golds, contents, strict=True)]
    metrics += paired_dataset_metrics(own[0], own[1], ids)
    return MeasuredInBoth(
        questions=tuple(ids),
        papers=len({one.question.paper.paper.id for one, _ in pairs}),
        only_a=pairing.only_a,
        only_b=pairing.only_b,
        metrics=tuple(metrics),
        rates=tuple(own_rates(pairs)),
        groups=tuple(paired_groups(pairs)) if has_evidence else (),
        flips=flips_of(pairs, has_evidence=has_evidence),
        failures=(
            _failures(golds[0], first, ids if has_evidence else []),
            _failures(golds[1], second, ids if has_evidence else []),
        ),
        has_evidence=has_evidence,
        is_one_retrieval=is_one_retrieval,
    )


def _failures(gold: Gold, content: Content, ids: Sequence[str]) -> tuple[CitationFailures, ...]:
    papers: dict[str, list[CitationFailures]] = {}
    for key in ids:
        question = gold.by_id[key]
        papers.setdefault(question.paper.paper.id, []).append(citation_failures(question, content.predictions[key]))
    return tuple(map(total_failures, papers.values()))
