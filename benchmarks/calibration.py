"""The tables of docs/statistics.md: coverage of intervals, errors of the paired test, power.

    python benchmarks/calibration.py [--share 0.1]

Simulated data sets with a known truth; the intervals and p values under test come from ``scorers``. Seeds and sizes
are in ``tests/calibration_trials.py``. ``--share`` runs only that share of the simulations, to look at it quickly.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from calibration_trials import (  # noqa: E402  # because the path is set above
    COVERAGE_SEED,
    COVERAGE_SIMULATIONS,
    DIFFERENCE_SEED,
    MAIN,
    OTHER_SIMULATIONS,
    PAPERS,
    POWER_SEED,
    POWER_SIMULATIONS,
    RESAMPLES,
    SCENARIOS,
    TYPE_ONE_SEED,
    TYPE_ONE_SIMULATIONS,
    Coverage,
    coverage,
    power,
    type_one,
)
from simulated_papers import Scenario, simulate, true_mean  # noqa: E402  # because the path is set above

if TYPE_CHECKING:
    from collections.abc import Iterable


def main() -> None:
    """Print every table as Markdown with its n and seeds."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--share", type=float, default=1.0)
    share: float = arguments.parse_args().share
    start = time.perf_counter()
    versions = f"Python {platform.python_version()}, numpy {np.__version__}"
    print(f"{versions}, {time.strftime('%Y-%m-%d')}, B = R = {RESAMPLES:,}")
    _scenarios()
    _coverage(int(share * COVERAGE_SIMULATIONS))
    _type_one(int(share * TYPE_ONE_SIMULATIONS))
    _power(int(share * POWER_SIMULATIONS))
    _other_data(int(share * OTHER_SIMULATIONS), int(share * TYPE_ONE_SIMULATIONS))
    print(f"\n{time.perf_counter() - start:.0f} s")


def _scenarios() -> None:
    rows: list[list[str]] = []
    for scenario in SCENARIOS:
        drawn = simulate(scenario, 1, 200_000, np.random.default_rng(1))
        first, second = drawn.a[0, drawn.sizes[0] > 1, :2].T
        asked = drawn.a[0][np.arange(8) < drawn.sizes[0][:, None]]
        differ = (drawn.a - drawn.b)[0, drawn.sizes[0] > 1, :2].T
        rows.append(
            [
                scenario.name,
                f"{true_mean(scenario):.3f}",
                f"{np.mean(asked == 0):.0%}",
                f"{np.mean(asked == 1):.0%}",
                f"{np.corrcoef(first, second)[0, 1]:.2f}",
                f"{np.corrcoef(*differ)[0, 1]:.2f}",
            ]
        )
    head = ["data", "true mean", "scores of 0", "of 1", "correlation within a paper", "the same of A - B"]
    _table("The simulated data (agent A, 200,000 papers)", head, rows)


def _coverage(simulations: int) -> None:
    head = ["papers", "**ours**", "percentile, papers", "percentile, questions (naive)", "mean width of ours"]
    for name, seed, difference in (
        ("of a mean", COVERAGE_SEED, False),
        ("of a paired difference", DIFFERENCE_SEED, True),
    ):
        rows = [_row(papers, coverage(MAIN, papers, simulations, seed, difference=difference)) for papers in PAPERS]
        _table(f"Coverage of the 95 % interval {name}: {simulations:,} simulations a row, seed {seed}", head, rows)


def _row(papers: int, found: Coverage) -> list[str]:
    return [str(papers), *map(_percent, (found.ours, found.plain, found.naive)), f"{found.width:.3f}"]


def _type_one(simulations: int) -> None:
    rows: list[list[str]] = []
    for papers in PAPERS:
        found = type_one(MAIN, papers, simulations, TYPE_ONE_SEED)
        rows.append([str(papers), _percent(found.ours), _percent(found.naive)])
    head = ["papers", "**ours**, swapping papers", "swapping questions (naive)"]
    _table(f"Type-I error at 5 %: {simulations:,} simulations a row, seed {TYPE_ONE_SEED}", head, rows)


def _power(simulations: int) -> None:
    rows: list[list[str]] = []
    for papers in PAPERS:
        found = power(MAIN, papers, simulations, POWER_SEED)
        rows.append([str(papers), _percent(found.found), f"{found.printed:.2f}"])
    head = ["papers", "found at the smallest detectable difference", "printed / true, on average"]
    _table(f"Power: {simulations:,} simulations a row, seed {POWER_SEED}", head, rows)


def _other_data(simulations: int, tests: int) -> None:
    others = [scenario for scenario in SCENARIOS if scenario is not MAIN]
    head = ["data", *(f"{papers} papers" for papers in PAPERS)]
    means = [
        [one.name, *(_percent(coverage(one, papers, simulations, COVERAGE_SEED).ours) for papers in PAPERS)]
        for one in others
    ]
    _table(f"Our coverage on other data: {simulations:,} simulations a cell, seed {COVERAGE_SEED}", head, means)
    errors = [_errors(one, tests) for one in others]
    _table(f"Our type-I error on other data: {tests:,} simulations a cell, seed {TYPE_ONE_SEED}", head, errors)


def _errors(scenario: Scenario, simulations: int) -> list[str]:
    shares = (type_one(scenario, papers, simulations, TYPE_ONE_SEED).ours for papers in PAPERS)
    return [scenario.name, *map(_percent, shares)]


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _table(title: str, head: list[str], rows: Iterable[list[str]]) -> None:
    print(f"\n{title}\n")
    for cells in (head, ["---"] * len(head), *rows):
        print(f"| {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
