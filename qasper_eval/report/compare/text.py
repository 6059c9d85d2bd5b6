"""A comparison for a terminal: ids and numbers, no texts."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from qasper_eval.report.counted import counted
from qasper_eval.report.grid import grid
from qasper_eval.report.inspect_layout import harmless, wrapped
from qasper_eval.report.table import sentence
from qasper_eval.scoring.paired_groups import MOST

from .compared_metric import FEWEST_PAPERS
from .listed_ids import listed_ids
from .settings import shown
from .volume_text import failing_lines, volume_lines
from .words import (
    conclusion,
    shown_arm,
    shown_detectable,
    shown_gap,
    shown_interval,
    shown_p,
    shown_points,
    shown_relative,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .compared_arm import ComparedArm
    from .compared_metric import ComparedMetric, ComparedRate
    from .comparison import Comparison, Unpaired
    from .difference import Difference

WIDTH = 118
HEAD = ("metric", "A", "B", "B − A", "95 % interval", "p", "p adj.", "relative", "n", "papers", "detects")
GROUP_HEAD = ("needs", "evidence F1 A", "B", "answer F1 A", "B", "n", "papers")
FEW = 10
"""Questions below which a group is marked."""
RATE_HEAD = ("rate with a denominator of its own", "A", "B", "B − A", "95 % interval")


def comparison_text(comparison: Comparison) -> str:
    """Return the comparison as Markdown that reads well in a terminal."""
    lines = [
        *_heading(comparison),
        *_what_is_compared(comparison),
        *_paired(comparison),
        *_numbers(comparison),
        *_conclusions(comparison),
        *_groups(comparison),
        *_flips(comparison),
        "## Failing citations",
        "",
        *_failing(comparison),
        "",
    ]
    return "\n".join(lines)


def _failing(comparison: Comparison) -> Iterator[str]:
    if not comparison.has_evidence:
        yield "Not measured: the dataset marks no evidence to hold a citation against."
        return
    yield from failing_lines(comparison.failures_a, comparison.failures_b)
    yield from volume_lines(comparison.volume)


def _heading(comparison: Comparison) -> Iterator[str]:
    form = ", text evidence only" if comparison.text_evidence_only else ""
    yield f"# {harmless(comparison.a.label)} (A) against {harmless(comparison.b.label)} (B)"
    yield ""
    data = harmless(f"{comparison.dataset} ({comparison.split})")
    yield f"dataset {data}, {comparison.mode} mode{form}; every difference is B − A"
    for name, arm in (("A", comparison.a), ("B", comparison.b)):
        yield f"{name}: {_arm(arm)}"
    yield ""
    for note in comparison.notes:
        yield from wrapped(sentence(note), width=WIDTH)
    if comparison.notes:
        yield ""


def _arm(arm: ComparedArm) -> str:
    who = arm.agent if arm.model_served is None else f"{arm.agent} with {arm.model_served}"
    name = "" if arm.run == arm.label else f"run {arm.run}, "
    return harmless(f"{name}{who}, measured {arm.measured} of {arm.asked} questions asked")


def _what_is_compared(comparison: Comparison) -> Iterator[str]:
    yield "## What is compared"
    yield ""
    if comparison.differences:
        rows = [(harmless(one.key), shown(one.a), shown(one.b)) for one in comparison.differences]
        yield grid(("setting", "A", "B"), rows)
    else:
        yield "No setting that can change an outcome differs."
        yield ""
    if comparison.only is not None:
        yield demanded(comparison.only, comparison.differences)
    if comparison.without_effect:
        listed = "; ".join(f"{one.key} {shown(one.a)} / {shown(one.b)}" for one in comparison.without_effect)
        yield from wrapped(f"Differs without changing an outcome: {listed}.", width=WIDTH)
    if comparison.only is not None or comparison.without_effect:
        yield ""


def demanded(only: str, differences: Sequence[Difference]) -> str:
    """Return what a kept ``--only`` says, a sentence: that nothing else differs, or not even the key itself."""
    if not differences:
        return f"Not even {harmless(only)} differs, so there is no switch to compare."
    return f"Nothing but {harmless(only)} and what follows from it differs, as demanded."


def _paired(comparison: Comparison) -> Iterator[str]:
    questions, papers = counted(comparison.questions, "question"), counted(comparison.papers, "paper")
    yield f"Paired on {questions} about {papers}, measured in both."
    for name, other, unpaired in (("A", "B", comparison.only_a), ("B", "A", comparison.only_b)):
        yield from _only(name, other, unpaired)
    yield ""


def _only(name: str, other: str, unpaired: Sequence[Unpaired]) -> Iterator[str]:
    if not unpaired:
        yield f"Only in {name}: 0."
        return
    causes = Counter(one.why for one in unpaired)
    why = ", ".join(f"{cause} {count}" for cause, count in sorted(causes.items()))
    yield from listed_ids(
        f"Only in {name}: {len(unpaired)} (in {other}: {why})", [one.question_id for one in unpaired]
    )


def _numbers(comparison: Comparison) -> Iterator[str]:
    yield grid(HEAD, [_row(metric) for metric in comparison.metrics], right=(3, 5, 6, 7, 8, 9, 10))
    if comparison.rates:
        yield grid(RATE_HEAD, [_rate_row(rate) for rate in comparison.rates], right=(3,))
    yield from wrapped(legend(comparison), width=WIDTH)
    yield f"`{harmless(comparison.signature)}`"
    yield ""


def legend(comparison: Comparison) -> str:
    """Return what the columns of the table are."""
    return (
        f"pts: hundredths. 95 % interval: papers resampled {comparison.resamples:,} times. p: A and B swapped by "
        f"paper, {comparison.rounds:,} rounds; p adj.: Holm over the {comparison.tested} metrics that differ on a "
        "question. "
        "relative: change in % of A. detects: the smallest true difference that this n finds four times in five by "
        f"p, before adjusting; n/a below {FEWEST_PAPERS} papers, where nothing is found."
    )


def _row(metric: ComparedMetric) -> tuple[str, ...]:
    is_untold = metric.verdict in {"equal", "unmeasured"}
    return (
        metric.label,
        shown_arm(metric, metric.a, metric.count_a),
        shown_arm(metric, metric.b, metric.count_b),
        "equal" if metric.verdict == "equal" else shown_gap(metric),
        "" if is_untold else shown_interval(metric),
        "" if is_untold else shown_p(metric.p_value),
        "" if is_untold else shown_p(metric.p_holm),
        "" if is_untold else shown_relative(metric.relative),
        str(metric.n),
        str(metric.papers),
        shown_detectable(metric),
    )


def _rate_row(rate: ComparedRate) -> tuple[str, ...]:
    gap = "" if rate.difference is None else f"{shown_points(rate.difference)} pts"
    around = rate.interval
    varies = around is not None and around.low < around.high  # equal in every paper tells nothing of other papers
    limits = f"[{', '.join(map(shown_points, around))}]" if around is not None and varies else ""
    return rate.label, _share(rate.count_a, rate.n_a), _share(rate.count_b, rate.n_b), gap, limits


def _share(count: int, n: int) -> str:
    return f"{count}/{n} = {count / n:.3f}" if n else f"{count}/{n}"


def _conclusions(comparison: Comparison) -> Iterator[str]:
    yield "## What the data say"
    yield ""
    if not comparison.questions:
        yield "Nothing: no question was measured in both."
        yield ""
        return
    if comparison.is_all_equal:
        yield f"A and B are equal in every metric on all {comparison.questions} questions."
        yield ""
        return
    for metric in comparison.metrics:
        if metric.verdict != "equal":
            yield from wrapped(f"- {conclusion(metric, comparison.tested)}", hanging="  ", width=WIDTH)
    equal = sum(metric.verdict == "equal" for metric in comparison.metrics)
    if equal:
        yield f"- {equal} more: equal on every question"
    yield ""


def _groups(comparison: Comparison) -> Iterator[str]:
    if not comparison.groups:
        return
    yield "## By how many paragraphs a question needs"
    yield ""
    rows = [
        (
            f"{group.depth} or more" if group.depth == MOST else str(group.depth),
            *(f"{value:.3f}" for value in (*group.evidence_f1, *group.answer_f1)),
            f"{group.n}{' (few)' if group.n < FEW else ''}",
            str(group.papers),
        )
        for group in comparison.groups
    ]
    yield grid(GROUP_HEAD, rows, right=(1, 2, 3, 4))
    yield from wrapped(
        "Paragraphs of the annotator who marked fewest, 0 where nobody marked any. Untested: groups are small, and "
        f"below {FEW} questions (few) a difference says next to nothing.",
        width=WIDTH,
    )
    yield ""


def _flips(comparison: Comparison) -> Iterator[str]:
    yield "## Questions that flipped"
    yield ""
    for flip in comparison.flips:
        counts = f"B only {len(flip.gained)}, A only {len(flip.lost)}, both {flip.both}, neither {flip.neither}"
        yield f"- {flip.label}: {counts}"
        for name, ids in (("B only", flip.gained), ("A only", flip.lost)):
            if ids:
                yield from listed_ids(name, ids, indent="  ")
    yield ""
