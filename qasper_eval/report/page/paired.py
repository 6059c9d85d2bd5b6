"""The page of a comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.report.compare.text import legend
from qasper_eval.report.compare.volume_text import failing_lines, volume_lines
from qasper_eval.report.compare.words import conclusion, shown_arm, shown_gap, shown_interval, shown_p, shown_points
from qasper_eval.report.counted import counted
from qasper_eval.report.publish.privacy import public_model
from qasper_eval.report.table import sentence
from qasper_eval.scoring.paired_groups import MOST

from .curves import plain_table
from .differences import difference_table, gap_strip, reach_of
from .document import document
from .markup import Markup, element, joined
from .paired_blocks import paired_list_block, paired_paper_blocks, pairs_of
from .setting import told_setting

if TYPE_CHECKING:
    from collections.abc import Iterator

    from qasper_eval.report.compare.compared_arm import ComparedArm
    from qasper_eval.report.compare.compared_metric import ComparedMetric, ComparedRate
    from qasper_eval.report.compare.comparison import Comparison

    from .paired_source import PairedSource

_CARDS = (
    "evidence_f1",
    "answer_f1",
    "evidence_exact",
    "declining.structured.recall",
    "declining.structured.over_refusal",
)


def compare_page(comparison: Comparison, source: PairedSource) -> str:
    """Return the page of a comparison: its numbers, and both answers to every paired question.

    One document that loads nothing, the same bytes for the same two runs.
    """
    pairs = pairs_of(source)
    a, b = public_model(comparison.a.label), public_model(comparison.b.label)
    slots = {
        "title": element("title", "", f"{a} against {b}"),
        "heading": element("h1", "", f"{a} (A) against {b} (B)"),
        "lead": _lead(comparison),
        "cards": joined(_cards(comparison)),
        "conclusions": element("ul", "", *(element("li", "", line) for line in _conclusions(comparison))),
        "forest": joined([difference_table(comparison.metrics), element("p", "about", legend(comparison))]),
        "rates": _rates(comparison),
        "groups": _groups(comparison),
        "flips": _flips(comparison),
        "failing": _failing(comparison),
        "signature": element("code", "", comparison.signature),
        "index": paired_list_block(comparison, source, pairs),
        "papers": paired_paper_blocks(source, pairs),
    }
    return document("paired.html", slots, own=("pair_list.js", "pair_open.js"))


def _lead(comparison: Comparison) -> Markup:
    form = ", text evidence only" if comparison.text_evidence_only else ""
    data = f"{comparison.dataset} ({comparison.split}), {comparison.mode} mode{form}; every difference is B − A"
    notes = [element("li", "warn", sentence(note)) for note in comparison.notes]
    questions, papers = counted(comparison.questions, "question"), counted(comparison.papers, "paper")
    paired = f"paired: {questions}, {papers}"
    return joined(
        [
            element("p", "who", data),
            element("p", "who", f"A: {_arm(comparison.a)}"),
            element("p", "who", f"B: {_arm(comparison.b)}"),
            element("ul", "notes", *notes, element("li", "", sentence(paired)), *_unpaired(comparison)),
            _settings("What is compared", comparison),
        ]
    )


def _arm(arm: ComparedArm) -> str:
    who = arm.agent if arm.model_served is None else f"{arm.agent} with {public_model(arm.model_served)}"
    return f"run {arm.run}, agent {who}, {arm.measured:,} of {arm.asked:,} questions measured"


def _unpaired(comparison: Comparison) -> Iterator[Markup]:
    for arm, ids in (("A", comparison.only_a), ("B", comparison.only_b)):
        if ids:
            rows = [(one.question_id, one.why) for one in ids]
            table = plain_table(("question", "in the other run"), rows)
            yield element("li", "", _details(f"Measured by {arm} only: {len(ids):,}", table))


def _settings(name: str, comparison: Comparison) -> Markup:
    if not comparison.differences:
        return element("p", "about", "No setting differs that can change an outcome.")
    rows = [(one.key, told_setting(one.key, one.a), told_setting(one.key, one.b)) for one in comparison.differences]
    parts = [element("h2", "", name), plain_table(("setting", "A", "B"), rows)]
    if comparison.without_effect:
        others = [
            (one.key, told_setting(one.key, one.a), told_setting(one.key, one.b)) for one in comparison.without_effect
        ]
        parts.append(_details("What differs and changes no outcome", plain_table(("setting", "A", "B"), others)))
    return element("section", "", *parts)


def _cards(comparison: Comparison) -> Iterator[Markup]:
    metrics = {metric.key: metric for metric in comparison.metrics}
    reach = reach_of(comparison.metrics)
    for key in _CARDS:
        if key in metrics:
            yield _card(metrics[key], comparison.tested, reach)


def _conclusions(comparison: Comparison) -> Iterator[str]:
    """Yield what is established, then what the headlines leave open; the table holds the others."""
    if not comparison.questions:
        yield "nothing: no question was measured in both"
        return
    if comparison.is_all_equal:
        yield "every metric is equal on every question"
        return
    established = [metric for metric in comparison.metrics if metric.verdict in _ESTABLISHED]
    headlines = [metric for metric in comparison.metrics if metric.key in _CARDS and metric not in established]
    for metric in (*established, *headlines):
        yield conclusion(metric, comparison.tested)
    left = len(comparison.metrics) - len(established) - len(headlines)
    if left:
        yield f"{left} other metrics: no conclusion, equal or unmeasured; all are in the table"


_ESTABLISHED = ("higher", "lower")


def _verdict(metric: ComparedMetric, tested: int) -> str:
    if metric.verdict in {"equal", "unmeasured"}:
        return "equal on every question" if metric.verdict == "equal" else "unmeasured"
    said = f"B is {metric.verdict}" if metric.verdict in _ESTABLISHED else metric.verdict
    return said if metric.p_holm is None else f"{said}, p = {shown_p(metric.p_holm)} adjusted for {tested} metrics"


def _card(metric: ComparedMetric, tested: int, reach: float) -> Markup:
    gap, _, unit = shown_gap(metric).partition(" ")
    around = shown_interval(metric)
    limits = f"95 % {around}" if around else "no interval"
    arms = [shown_arm(metric, metric.a, metric.count_a), shown_arm(metric, metric.b, metric.count_b)]
    return element(
        "div",
        f"card {metric.verdict.split()[0]}",
        element("h3", "", metric.name),
        element("p", "figure", gap or "n/a", element("small", "", f" {unit}")),
        gap_strip(metric, reach),
        element("p", "limits", limits),
        element("p", "n", f"{counted(metric.n, 'question')}, {counted(metric.papers, 'paper')}"),
        element("p", "ceiling", element("span", "", f"A {arms[0]}"), element("span", "", f"B {arms[1]}")),
        element("p", "verdict", _verdict(metric, tested)),
    )


def _rates(comparison: Comparison) -> Markup:
    rows = [
        (
            rate.name,
            _rate(rate.count_a, rate.n_a, rate.a),
            _rate(rate.count_b, rate.n_b, rate.b),
            "" if rate.difference is None else f"{shown_points(rate.difference)} pts",
            _rate_limits(rate),
        )
        for rate in comparison.rates
    ]
    return plain_table(("rate with a denominator of its own", "A", "B", "B − A", "95 % interval"), rows)


def _rate_limits(rate: ComparedRate) -> str:
    """Return the interval as printed; one that is a single point says nothing of other papers and is left out."""
    around = rate.interval
    return "" if around is None or around.low == around.high else f"[{', '.join(map(shown_points, around))}]"


def _rate(count: int, n: int, rate: float | None) -> str:
    return f"{count}/{n}" + ("" if rate is None else f" = {rate:.3f}")


def _flips(comparison: Comparison) -> Markup:
    head = element("tr", "", *(element("th", "", name, scope="col") for name in _FLIP_HEAD))
    rows: list[Markup] = []
    for flip in comparison.flips:
        cells = [element("th", "name", flip.label, scope="row")]
        for arm, ids in (("B", flip.gained), ("A", flip.lost)):
            link = element("a", "pick", f"{len(ids)}", href=f"#change={flip.key}+{arm}")
            cells.append(element("td", "", link if ids else "0"))
        cells += [element("td", "", f"{count}") for count in (flip.both, flip.neither, comparison.questions)]
        rows.append(element("tr", "", *cells))
    table = element("table", "plain", element("thead", "", head), element("tbody", "", *rows))
    return element("div", "scroll", table, tabindex="0", role="group", aria_label="questions that flipped")


_FLIP_HEAD = ("what holds", "only in B", "only in A", "in both", "in neither", "paired questions")


def _groups(comparison: Comparison) -> Markup:
    if not comparison.groups:
        return Markup("")
    rows = [
        (
            f"{group.depth} or more" if group.depth == MOST else f"{group.depth}",
            *(f"{value:.3f}" for value in (*group.evidence_f1, *group.answer_f1)),
            f"{group.n:,}",
            f"{group.papers:,}",
        )
        for group in comparison.groups
    ]
    about = "Paragraphs of the annotator who marked fewest, 0 where nobody marked any. Untested: groups are small."
    heading = element("h2", "", "By how many paragraphs a question needs")
    return element("section", "", heading, element("p", "about", about), plain_table(_GROUP_HEAD, rows))


_GROUP_HEAD = ("needs", "evidence F1 A", "B", "answer F1 A", "B", "n", "papers")


def _failing(comparison: Comparison) -> Markup:
    if not comparison.has_evidence:
        return element("p", "", "Not measured: the dataset marks no evidence to hold a citation against.")
    lines = [*failing_lines(comparison.failures_a, comparison.failures_b), *volume_lines(comparison.volume)]
    return element("pre", "words", "\n".join(lines))


def _details(name: str, content: Markup) -> Markup:
    return element("details", "", element("summary", "", name), content)
