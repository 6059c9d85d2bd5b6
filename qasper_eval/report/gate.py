"""Thresholds for continuous integration, with a third answer where the data do not decide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from xml.sax.saxutils import quoteattr

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.scoring import ScoreReport
    from scorers.interval import Interval

Outcome = Literal["pass", "fail", "undetermined"]


@dataclass(frozen=True, slots=True)
class Thresholds:
    """What a run must reach; None asks nothing. Limits are inclusive."""

    evidence_f1_min: float | None = None
    """Least evidence F1."""
    answer_f1_min: float | None = None
    """Least answer F1."""
    decline_recall_min: float | None = None
    """Least share of the unanswerable that is declined (structured)."""
    over_refusal_max: float | None = None
    """Largest share of the answerable that is declined (structured)."""
    unmeasured_max: float | None = None
    """Largest share of the questions asked that is unmeasured."""


@dataclass(frozen=True, slots=True)
class GateCheck:
    """One threshold held against a run."""

    name: str
    """Which, as the option is called."""
    outcome: Outcome
    """``pass`` only where the whole 95 % interval is on the right side, ``fail`` where it is on the wrong one."""
    text: str
    """The number, its interval and n, beside the threshold."""


def gate(report: ScoreReport, thresholds: Thresholds) -> list[GateCheck]:
    """Return a check for each threshold asked for, in a fixed order; empty where none is."""
    declining = report.declining.structured
    evidence, answer = report.evidence_f1, report.answer_f1
    recall, refusal = declining.recall, declining.over_refusal
    checks = [
        _least("evidence-f1-min", thresholds.evidence_f1_min, evidence.mean, evidence.interval, evidence.n),
        _least("answer-f1-min", thresholds.answer_f1_min, answer.mean, answer.interval, answer.n),
        _least("decline-recall-min", thresholds.decline_recall_min, recall.rate, recall.interval, recall.n),
        _most("over-refusal-max", thresholds.over_refusal_max, refusal.rate, refusal.interval, refusal.n),
        _unmeasured(thresholds.unmeasured_max, sum(report.unmeasured.values()), report.n_slice),
    ]
    return [check for check in checks if check is not None]


def overall(checks: Sequence[GateCheck]) -> Outcome:
    """Return ``fail`` where any fails, else ``undetermined`` where any is; ``pass`` where all pass."""
    outcomes = {check.outcome for check in checks}
    return "fail" if "fail" in outcomes else "undetermined" if "undetermined" in outcomes else "pass"


def junit(checks: Sequence[GateCheck], run: str, signature: str) -> str:
    """Return the checks as JUnit XML; what is undetermined is a failure of that type, so that it stops a pipeline."""
    failed = sum(check.outcome != "pass" for check in checks)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<testsuite name="qasper-eval gate" tests="{len(checks)}" failures="{failed}" errors="0">',
        f'<properties><property name="signature" value={quoteattr(signature)}/></properties>',
    ]
    for check in checks:
        case = f"<testcase classname={quoteattr(run)} name={quoteattr(check.name)}"
        if check.outcome == "pass":
            lines.append(f"{case}/>")
        else:
            lines.append(f'{case}><failure type="{check.outcome}" message={quoteattr(check.text)}/></testcase>')
    return "\n".join([*lines, "</testsuite>", ""])


def _least(
    name: str, limit: float | None, value: float | None, interval: Interval | None, n: int
) -> GateCheck | None:
    if limit is None:
        return None
    outcome: Outcome = "undetermined"
    if interval is not None:
        outcome = "pass" if interval.low >= limit else "fail" if interval.high < limit else "undetermined"
    return GateCheck(name, outcome, f"{_shown(value, interval, n)}; at least {limit:g}")


def _most(name: str, limit: float | None, value: float | None, interval: Interval | None, n: int) -> GateCheck | None:
    if limit is None:
        return None
    outcome: Outcome = "undetermined"
    if interval is not None:
        outcome = "pass" if interval.high <= limit else "fail" if interval.low > limit else "undetermined"
    return GateCheck(name, outcome, f"{_shown(value, interval, n)}; at most {limit:g}")


def _unmeasured(limit: float | None, count: int, n: int) -> GateCheck | None:
    """Hold a count against its limit; it is no estimate, so it has no interval."""
    if limit is None:
        return None
    outcome: Outcome = "undetermined" if n == 0 else "pass" if count / n <= limit else "fail"
    share = "n/a" if n == 0 else f"{count / n:.3f}"
    return GateCheck("unmeasured-max", outcome, f"{count}/{n} = {share}; at most {limit:g}")


def _shown(value: float | None, interval: Interval | None, n: int) -> str:
    if value is None:
        return "n/a (unmeasured)"
    limits = "no interval" if interval is None else f"[{interval.low:.3f}, {interval.high:.3f}]"
    return f"{value:.3f} {limits}, n = {n}"
