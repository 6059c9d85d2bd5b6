"""What became of the questions: faults and declining."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from scorers.decline_rates import ANSWER_CLASSES, OUTCOMES

from .fault import FAULTS, GOOD, MEANINGS
from .markup import Markup, element, joined
from .rows import PlotRow, plot_table
from .strip import parts_strip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.scoring import ScoreReport

    from .entry import Entry
    from .fault import Fault

_RARE: frozenset[Fault] = frozenset({"answered", "unmeasured", "excluded", "not citable"})
"""Left out of the table where no question is there."""
_DECLINING: frozenset[Fault] = frozenset({"declined rightly", "declined wrongly", "should have declined"})
"""All that can go right or wrong where the dataset marks no evidence."""
_KINDS: dict[Fault, str] = {
    **dict.fromkeys(GOOD, "good"),
    "answered": "o-answered",
    "unmeasured": "grey",
    "excluded": "grey",
}
"""CSS class of a bar; the others are bad."""


def fault_figure(entries: Sequence[Entry], *, has_evidence: bool) -> Markup:
    """Return how many questions each fault holds; every question asked is in exactly one, so they add up."""
    counts: Counter[Fault] = Counter(entry.fault for entry in entries)
    n = len(entries)
    always = frozenset(FAULTS) - _RARE if has_evidence else _DECLINING
    rows = [_fault_row(fault, counts[fault], n) for fault in FAULTS if counts[fault] or fault in always]
    rows.append(PlotRow("all questions asked", f"{sum(counts.values())}/{n}", Markup(""), "", "", "main"))
    table = plot_table("Each question asked in exactly one place", ("what happened", "questions", "", ""), rows)
    return joined([element("p", "says", _in_short(counts, n)), table]) if has_evidence else table


def _in_short(counts: Counter[Fault], n: int) -> str:
    """Say how many came out right and what went wrong most often; the first in the table on a tie."""
    bad: list[Fault] = [fault for fault in FAULTS if fault not in _KINDS and counts[fault]]
    said = f"{sum(counts[fault] for fault in GOOD)}/{n} come out right (exact, or rightly declined)."
    if not bad:
        return said
    worst = max(bad, key=lambda fault: counts[fault])
    return f"{said} Most often wrong: {worst}, {counts[worst]}/{n}."


def _fault_row(fault: Fault, count: int, n: int) -> PlotRow:
    link = element("a", "pick", fault, href=f"#fault={fault.replace(' ', '+')}")
    name = joined([link, element("span", "meaning", MEANINGS[fault])])
    strip = parts_strip([(_KINDS.get(fault, "bad"), count), ("rest", n - count)], f"{fault}: {count}/{n}")
    return PlotRow(name, f"{count}/{n} = {count / n:.3f}", strip, "", "")


def declining_figure(report: ScoreReport) -> Markup:
    """Return what became of questions that no, every or only some annotators call unanswerable."""
    rows: list[PlotRow] = []
    for answer_class in ANSWER_CLASSES:
        counts = {outcome: report.declining.table[answer_class].get(outcome, 0) for outcome in OUTCOMES}
        n = sum(counts.values())
        shown = [f"{outcome.replace('_', ' ')} {count}/{n}" for outcome, count in counts.items() if count]
        said = ", ".join(shown) or "none asked"
        strip = parts_strip([(f"o-{outcome}", count) for outcome, count in counts.items()], said)
        rows.append(PlotRow(answer_class, said, strip, "", str(n)))
    return plot_table("Declining by what annotators say", ("annotators say", "the agent", "", "n"), rows)
