"""What the agent did, as JSON values for a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.prediction_parts import TraceStep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.prediction_parts import JsonValue, Retrieved

    from .critic import Verdict
    from .decline import Decision
    from .extract import Passage
    from .options import ExtractiveOptions
    from .plan import Plan

_SHOWN = 10


def trace_steps(
    *,
    options: ExtractiveOptions,
    plan: Plan,
    retrieved: Sequence[Retrieved],
    selected: Sequence[Retrieved],
    reviewed: Sequence[tuple[Passage, Verdict]],
    decision: Decision,
) -> tuple[TraceStep, ...]:
    """List the stages in order; scores are rounded to six decimals, retrieval shows its first ten."""
    return (
        TraceStep(
            step="plan",
            input=plan.query.text,
            output={
                "expects": plan.expects,
                "aspects": [{"name": aspect.name, "terms": list(aspect.terms)} for aspect in plan.aspects],
            },
        ),
        TraceStep(
            step="retrieve",
            input={"mode": options.retrieval, "weights": dict(plan.query.weights)},
            output=[_scored(entry) for entry in retrieved[:_SHOWN]],
        ),
        TraceStep(
            step="select",
            input={"cue_weight": options.cue_weight, "top_k": options.top_k, "max_gap": options.max_gap},
            output=[_scored(entry) for entry in selected],
        ),
        TraceStep(
            step="extract",
            input=[entry.paragraph for entry in selected],
            output=[_extracted(passage) for passage, _ in reviewed],
        ),
        TraceStep(
            step="critic",
            input={"containment": options.containment},
            output=[_judged(passage, verdict) for passage, verdict in reviewed],
        ),
        TraceStep(
            step="decide",
            input={"decline": options.decline, "max_absent": options.max_absent},
            output={
                "declined": decision.declined,
                "reason": decision.reason,
                "missing_names": list(decision.missing_names),
                "absent_terms": list(decision.absent_terms),
                "absent_share": round(decision.absent_share, 6),
            },
        ),
    )


def _scored(entry: Retrieved) -> JsonValue:
    return {"paragraph": entry.paragraph, "rank": entry.rank, "score": round(entry.score, 6)}


def _extracted(passage: Passage) -> JsonValue:
    return {
        "paragraph": passage.paragraph,
        "start": passage.start,
        "end": passage.end,
        "score": round(passage.score, 6),
        "text": passage.text,
    }


def _judged(passage: Passage, verdict: Verdict) -> JsonValue:
    return {
        "paragraph": passage.paragraph,
        "start": passage.start,
        "admitted": verdict.admitted,
        "containment": round(verdict.containment, 6),
        "unsupported_numbers": list(verdict.unsupported_numbers),
    }
