"""The paired randomisation test over papers."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from .bootstrap import SCALE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROUNDS = 10_000
"""R of metrics.md, Uncertainty."""
_EXACT_FLOAT = 2**53
_CELLS_A_CHUNK = 2**18


def paper_randomisation(
    paper_sums: Sequence[Sequence[float]],
    paper_counts: Sequence[Sequence[int]],
    *,
    seed: int,
    rounds: int = ROUNDS,
) -> list[float | None]:
    """Return each metric's two-sided p for "which run is A and which is B makes no difference", flipping papers.

    ``paper_sums[m][g]`` is the sum of the differences A - B in metric m over the paired questions of paper g,
    ``paper_counts[m][g]`` how many these are. A round swaps A and B in a random half of the papers, all questions of
    a paper and all metrics together: paper g is swapped where bit g, lowest first, of the round's 4 ceil(G/32)
    bytes from ``random.Random(seed).randbytes`` is 1. p = (1 + b)/(1 + R), in (0, 1], where b counts the rounds
    whose sum is at least as far from 0 as the observed one. Sums are compared as integers, round(sum * 2**32), so
    that ties are ties in whatever order floats were added; p is 1 when all differences are 0. With k papers that
    differ no p falls much below 2/2**k, so below six of them none reaches 0.05. None where a metric has no question,
    and for all without rounds. Raises ValueError when the shapes differ.
    Source: metrics.md, Uncertainty; Noreen 1989; Phipson and Smyth 2010 for the 1 in both places.
    """
    if len(paper_sums) != len(paper_counts) or any(
        len(sums) != len(counts) for sums, counts in zip(paper_sums, paper_counts, strict=False)
    ):
        raise ValueError("the randomisation test needs one count for each sum")
    p_values: list[float | None] = [None] * len(paper_sums)
    usable = [metric for metric, counts in enumerate(paper_counts) if any(counts)]
    if not usable or rounds < 1:
        return p_values
    scaled = [[round(value * SCALE) for value in paper_sums[metric]] for metric in usable]
    for metric, extreme in zip(usable, _extreme_rounds(scaled, seed, rounds), strict=True):
        p_values[metric] = (1 + extreme) / (1 + rounds)
    return p_values


def _extreme_rounds(scaled: list[list[int]], seed: int, rounds: int) -> list[int]:
    """Return for each metric how many rounds are at least as far from 0 as the observed sum."""
    import numpy as np

    papers = len(scaled[0])
    largest = max(max(map(abs, column)) for column in scaled) * papers
    kind = np.float64 if 2 * largest < _EXACT_FLOAT else np.int64
    table = np.array(scaled, dtype=kind).T
    observed = table.sum(axis=0)
    extreme = np.zeros(len(scaled), dtype=np.int64)
    for swapped in swapped_papers(papers, seed, rounds):
        totals = observed - 2 * (swapped.astype(kind) @ table)
        extreme += (np.abs(totals) >= np.abs(observed)).sum(axis=0)
    return [int(number) for number in extreme]


def swapped_papers(papers: int, seed: int, rounds: int) -> Iterator[Any]:
    """Yield, a chunk of rounds at a time, a 1 for each paper that is swapped: arrays (rounds, papers).

    Every test of one comparison is made of the same swaps, which ``paper_randomisation`` describes.
    """
    import numpy as np

    generator = random.Random(seed)  # noqa: S311  # because statistics need a reproducible generator, not a secret one
    width = 4 * ((papers + 31) // 32)  # whole words: parts of one would tie the draws to the chunks
    a_chunk = max(1, _CELLS_A_CHUNK // papers)
    for start in range(0, rounds, a_chunk):
        rows = min(a_chunk, rounds - start)
        octets = np.frombuffer(generator.randbytes(rows * width), dtype=np.uint8).reshape(rows, width)
        yield np.unpackbits(octets, axis=1, count=papers, bitorder="little")
