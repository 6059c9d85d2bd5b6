"""Retrieval measures of one ranked list."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

CUTOFFS = (1, 3, 5, 10)
"""The k of hit@k, recall@k, precision@k and nDCG@k."""
_DISCOUNTS = tuple(1 / math.log2(rank + 1) for rank in range(1, max(CUTOFFS) + 1))


class RetrievalScore(NamedTuple):
    """Binary-gain measures of one ranking, each in [0, 1], one value a cutoff in the order of ``CUTOFFS``."""

    hit: tuple[float, ...]
    """hit@k: 1 when a relevant item is among the first k."""
    recall: tuple[float, ...]
    """recall@k: relevant items among the first k / relevant items."""
    precision: tuple[float, ...]
    """precision@k: relevant items among the first k / k, however short the ranking."""
    ndcg: tuple[float, ...]
    """nDCG@k: discounted gain with log2(rank + 1) over the best possible one."""
    reciprocal_rank: float
    """1 / rank of the first relevant item in the whole list; 0 without one."""


def retrieval_score(ranking: Sequence[int], relevant: Collection[int]) -> RetrievalScore:
    """Return the measures of ``ranking`` (ids, best first) against the ids that are ``relevant``.

    An id that occurs twice keeps its first rank and gains nothing at the second, which still takes its place. An
    empty ranking scores 0. Raises ValueError when nothing is relevant: such a question is left out and counted
    (metrics.md, Evidence and retrieval).
    """
    if not relevant:
        raise ValueError("retrieval measures need at least one relevant item")
    first_ranks: dict[int, int] = {}
    for rank, item in enumerate(ranking, start=1):
        if item in relevant:
            first_ranks.setdefault(item, rank)
    ranks = tuple(first_ranks.values())
    # Beyond the largest cutoff only the first counts, for the reciprocal rank.
    return _score_of(ranks[:1] + tuple(rank for rank in ranks[1:] if rank <= CUTOFFS[-1]), len(relevant))


@lru_cache(maxsize=4096)
def _score_of(ranks: tuple[int, ...], n_relevant: int) -> RetrievalScore:
    """Return the measures of relevant items at these ranks; shared, because most questions come to the same few."""
    found = [sum(rank <= k for rank in ranks) for k in CUTOFFS]
    return RetrievalScore(
        hit=tuple(float(count > 0) for count in found),
        recall=tuple(count / n_relevant for count in found),
        precision=tuple(count / k for count, k in zip(found, CUTOFFS, strict=True)),
        ndcg=tuple(_ndcg(ranks, n_relevant, k) for k in CUTOFFS),
        reciprocal_rank=1 / ranks[0] if ranks else 0.0,
    )


def _ndcg(ranks: tuple[int, ...], n_relevant: int, k: int) -> float:
    return _gain(rank for rank in ranks if rank <= k) / _gain(range(1, min(k, n_relevant) + 1))


def _gain(ranks: Iterable[int]) -> float:
    """Return the discounted gain by a plain loop: ``sum`` of floats changed its last bit with Python 3.12."""
    gain = 0.0
    for rank in ranks:
        gain += _DISCOUNTS[rank - 1]
    return gain
