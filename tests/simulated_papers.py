"""Invented scores of two agents over papers, shaped like evidence F1, with a known true mean."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SIZES = np.arange(1, 9)
FEW = np.array([16, 19, 21, 17, 11, 8, 5, 3]) / 100
"""Share of papers with 1 to 8 questions: 3.47 on average (Qasper's validation split: 1,005 / 281 = 3.58)."""
PARTIAL = (2.0, 3.0)
"""Beta distribution of a score that is neither 0 nor 1."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """How the scores of a paper hang together.

    A question of a paper is a hit with the probability q, logit(q) = centre + spread * paper + own * (paper, agent),
    both normal; a hit scores 1 with the probability ``full``, else a beta value; what is no hit scores 0.
    """

    name: str
    """How tables call it."""
    centre: float = 0.0
    """Logit of the middle paper's share of hits."""
    spread: float = 1.5
    """How much papers differ for both agents alike."""
    own: float = 1.5
    """How much they differ for one agent alone."""
    full: float = 0.35
    """Share of the hits that score 1."""
    copied: float = 0.3
    """Share of the questions on which both agents score the same."""
    uneven: bool = False
    """Whether easy papers have more questions."""
    shapes_differ: bool = False
    """Whether agent B scores 0 or 1 alone, A in between, with equal means in every paper."""

    @property
    def hit_mean(self) -> float:
        """Mean score of a hit."""
        return self.full + (1 - self.full) * PARTIAL[0] / sum(PARTIAL)


@dataclass(frozen=True, slots=True)
class Simulated:
    """Many data sets of the same number of papers."""

    sizes: Ints
    """Questions: (data sets, papers)."""
    a: Floats
    """Scores of agent A: (data sets, papers, 8), 0 beyond the paper's questions."""
    b: Floats
    """The same of agent B."""


def simulate(scenario: Scenario, data_sets: int, papers: int, generator: np.random.Generator) -> Simulated:
    """Draw the scores of ``data_sets`` independent data sets."""
    shape = (data_sets, papers)
    level = generator.normal(size=shape)
    sizes = generator.choice(SIZES, p=FEW, size=shape)
    if scenario.uneven:
        sizes = np.where(level > 0, 9 - sizes, sizes)
    asked = np.arange(8) < sizes[..., None]
    common = scenario.centre + scenario.spread * level
    first = _scores(scenario, common, generator, whole=False)
    second = _scores(scenario, common, generator, whole=scenario.shapes_differ)
    copied = generator.random(first.shape) < scenario.copied
    return Simulated(sizes, first * asked, np.where(copied, first, second) * asked)


def _scores(scenario: Scenario, common: Floats, generator: np.random.Generator, *, whole: bool) -> Floats:
    logit = common + scenario.own * generator.normal(size=common.shape)
    share = (1 / (1 + np.exp(-logit)))[..., None]
    cells = (*common.shape, 8)
    draw = generator.random(cells)
    if whole:
        return (draw < share * scenario.hit_mean).astype(np.float64)
    if scenario.shapes_differ:
        mean = scenario.hit_mean
        return np.where(draw < share, generator.beta(10 * mean, 10 * (1 - mean), size=cells), 0.0)
    value = np.where(generator.random(cells) < scenario.full, 1.0, generator.beta(*PARTIAL, size=cells))
    return np.where(draw < share, value, 0.0)


def true_mean(scenario: Scenario) -> float:
    """Return the mean over questions of either agent, by numeric integration over papers, not by simulation."""
    level = np.linspace(-8, 8, 16_001)
    nodes, node_weights = np.polynomial.hermite_e.hermegauss(64)
    logit = scenario.centre + scenario.spread * level[:, None] + scenario.own * nodes
    share = (1 / (1 + np.exp(-logit))) @ (node_weights / node_weights.sum())
    few = float(SIZES @ FEW)
    questions = np.where(level > 0, 9 - few, few) if scenario.uneven else np.full_like(level, few)
    weight = np.exp(-level * level / 2) * questions
    return float(scenario.hit_mean * (share @ weight) / weight.sum())
