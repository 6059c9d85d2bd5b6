"""A plan as a person reads it."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from .money import dollars
from .plan import Range

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .plan import Advice, Affordable, MonthQuota, Plan

UNCOUNTED = "unknown: this agent does not show its requests beforehand"


def show_plan(plan: Plan, command: Sequence[str]) -> str:
    """Return the plan as text; ``command`` is the ``run`` command that the advice's options are added to."""
    rows = (
        ("questions", _questions(plan)),
        ("calls", _calls(plan)),
        ("tokens in", _tokens_in(plan)),
        ("tokens out", _tokens_out(plan)),
        ("cost", _cost(plan)),
        ("time", _time(plan)),
        ("quota", _quota(plan.quota)),
    )
    lines = [f"plan for {plan.run}: {plan.agent} asks {plan.model} at {plan.host}; nothing was sent", ""]
    lines += [f"{name:<11} {text}" for name, text in rows]
    if plan.affordable:
        lines += ["", *(f"{bought.what}: {_bought(bought, plan)}" for bought in plan.affordable)]
        lines.append(f"± is half a 95 % interval, {plan.width_source}")
    lines += ["", *_advice(plan, command)]
    return "\n".join(lines) + "\n"


def one_line(plan: Plan) -> str:
    """Return the line that ``run`` prints before its first call."""
    parts = [
        f"{plan.left:,} of {plan.questions:,} questions left",
        f"{_span(plan.calls)} calls to {plan.model} at {plan.host}",
        "cost unknown" if plan.cost_usd is None else _dollars(plan.cost_usd),
    ]
    if plan.uncounted:
        parts.append(f"{' and '.join(plan.uncounted)} calls on top")
    if plan.minutes is not None:
        parts.append(f"about {_duration(plan.minutes)}")
    if plan.quota is not None:
        parts.append(f"{plan.quota.left:,} calls left in {plan.quota.month}")
    return "plan: " + ", ".join(parts)


def together(plans: Sequence[Plan]) -> str:
    """Return the line that sums the plans of one command; unknown where one of them is."""
    left, calls = sum(plan.left for plan in plans), Range(0, 0)
    cost: Range[float] | None = Range(0.0, 0.0)
    for plan in plans:
        calls = Range(calls.low + plan.calls.low, calls.high + plan.calls.high)
        cost = _sum(cost, plan.cost_usd)
    said = "cost unknown" if cost is None else _dollars(cost)
    return f"{len(plans)} runs together: {left:,} questions left, {_span(calls)} calls, {said}"


def _sum(one: Range[float] | None, other: Range[float] | None) -> Range[float] | None:
    if one is None or other is None:
        return None
    return Range(one.low + other.low, one.high + other.high)


def _bought(bought: Affordable | Advice, plan: Plan) -> str:
    width = "unknown below two papers" if bought.half_width is None else f"± {bought.half_width:.3f}"
    return f"n = {bought.n:,} of {plan.questions:,}, evidence F1 {width} ({_count(bought.papers, 'paper')})"


def _questions(plan: Plan) -> str:
    return f"{plan.questions:,}; done {plan.done:,}, left {plan.left:,} ({_count(plan.papers_left, 'paper')})"


def _calls(plan: Plan) -> str:
    text = f"{_span(plan.calls)}; an unusable reply adds one, a remembered reply saves one"
    if plan.uncounted:
        text += f"; {' and '.join(plan.uncounted)} calls come on top, uncounted"
    if plan.unfit:
        text += f"; {_count(plan.unfit, 'question')} without one, as nothing fits into agent.context_tokens"
    return text


def _tokens_in(plan: Plan) -> str:
    if plan.input_tokens is None:
        return UNCOUNTED
    how = "counted from every prompt"
    if plan.counted < plan.left:
        how = f"counted from {plan.counted:,} of the {plan.left:,} prompts"
    text = f"{_span(plan.input_tokens)}: {how}, at 5.3 to 3.5 characters a token"
    if plan.cached_tokens:
        share = plan.cached_tokens / plan.input_tokens.low
        text += f"; a prefix cache may serve {share:.0%}"
    return text


def _tokens_out(plan: Plan) -> str:
    if plan.output_tokens is None:
        return UNCOUNTED
    return f"{_span(plan.output_tokens)}: from short replies to full budgets"


def _cost(plan: Plan) -> str:
    if plan.cost_usd is None:
        if plan.price is None:
            hint = "none is needed for this machine" if plan.is_loopback else "give provider.price"
            return f"unknown: no price is known for {plan.model} at {plan.host}; {hint}"
        return UNCOUNTED
    source = f"price of {plan.price.checked}" if plan.price and plan.price.checked else "provider.price"
    if plan.cost_usd.low == plan.cost_usd.high:
        return f"{_dollars(plan.cost_usd)} ({source})"
    discounts = plan.cached_tokens and plan.price and plan.price.cached_input is not None
    low = "with the prefix cache's discount and short replies" if discounts else "with short replies"
    return f"{_dollars(plan.cost_usd)} ({source}; the low end {low})"


def _time(plan: Plan) -> str:
    if plan.minutes is None:
        return "unknown: no limit a minute is known; the server's are learned while running"
    return f"{_duration(plan.minutes)} at the known limits a minute"


def _quota(quota: MonthQuota | None) -> str:
    if quota is None:
        return "unknown: no limits.requests_per_month"
    used = "none assumed used, for want of a key or a ledger" if quota.used is None else f"{quota.used:,} used"
    text = f"{quota.most:,} calls a month; in {quota.month} {used}, {quota.left:,} left"
    if not quota.months:
        return text
    if quota.months == 1:
        return f"{text}; all calls fit into {quota.last}"
    return f"{text}; {quota.months:,} calendar months, the last {quota.last}"


def _advice(plan: Plan, command: Sequence[str]) -> list[str]:
    if not plan.left:
        return ["nothing is left to ask"]
    if plan.advice is None:
        return ["nothing can be asked within these limits now"]
    options = [*plan.advice.options, *(["--yes"] if plan.advice.needs_yes else [])]
    return [f"recommended: {_bought(plan.advice, plan)}", f"  {shlex.join([*command, *options])}"]


def _span(span: Range[int]) -> str:
    return f"{span.low:,}" if span.low == span.high else f"{span.low:,} to {span.high:,}"


def _dollars(span: Range[float]) -> str:
    low, high = dollars(span.low), dollars(span.high)
    return low if low == high else f"{low} to {high}"


def _duration(span: Range[float]) -> str:
    unit, scale, digits = ("h", 60, 1) if span.high >= 120 else ("min", 1, 0)
    low, high = (f"{max(value / scale, 10.0**-digits):.{digits}f}" for value in (span.low, span.high))
    return f"{low} {unit}" if low == high else f"{low} to {high} {unit}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
