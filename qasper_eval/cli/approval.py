"""The user's word before money is spent."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from qasper_eval.report.plan_making import PlanMaker
    from qasper_eval.runner import PreparedRun, View

    from .opened_config import Arm

PROMPTS_FOR_ONE_LINE = 120
"""Prompts that a run makes beforehand to say what it will cost; more questions are extrapolated from these."""


def approve(arms: Sequence[Arm], runs: Path, view: View, *, yes: bool) -> None:
    """Say what all runs are about to spend, before the first call of the first.

    Raises:
        UsageError: one of them, or all together, may cost more than ``limits.confirm_usd``, and ``yes`` is not said.
    """
    from qasper_eval.errors import UsageError
    from qasper_eval.report.plan_text import one_line

    makers: list[PlanMaker] = []
    for arm in arms:
        if arm.config.provider is None:
            continue
        prepared = arm.prepare()
        if prepared.asks_model:
            makers.append(_maker(prepared, runs))
    left = [maker for maker in makers if maker.left]
    for maker in left:
        named = f"{maker.config.name}: " if len(arms) > 1 else ""
        view.say(f"{named}{one_line(maker.plan())}")
    whys = [*(maker.confirmation for maker in left), _together(left, shares=arms[0].suite is not None)]
    why = next((why for why in whys if why is not None), None)
    if why is not None and not yes:
        raise UsageError(f"{why}: add --yes to spend it, or ask less with --papers, --max-calls or --max-cost")


def _maker(prepared: PreparedRun, runs: Path) -> PlanMaker:
    from qasper_eval.checkpoint import finished_before
    from qasper_eval.report.plan_width import Spread
    from qasper_eval.runner.provider import provider_settings

    from .planning import plan_maker

    settings = provider_settings(prepared.config)
    done = finished_before(runs, prepared.manifest)
    return plan_maker(prepared, settings, done, spread=Spread(), most_prompts=PROMPTS_FOR_ONE_LINE)


def _together(makers: Sequence[PlanMaker], *, shares: bool) -> str | None:
    """Return why several runs need ``--yes`` though none does alone; runs of an unknown price are asked for apart.

    ``shares`` says that ``limits.max_cost_usd`` holds for all of them together.
    """
    from qasper_eval.report.money import dollars

    if len(makers) < 2:
        return None
    total = sum(_most(maker) for maker in makers)
    most = makers[0].config.limits.max_cost_usd
    if shares and most is not None:
        total = min(total, most)
    limit = min(maker.config.limits.confirm_usd for maker in makers)
    if total <= limit:
        return None
    what = "runs" if shares else "variants"
    return f"{len(makers)} {what} together may cost {dollars(total)}, above limits.confirm_usd ({limit:g})"


def _most(maker: PlanMaker) -> float:
    plan, limits = maker.plan(), maker.config.limits
    if plan.cost_usd is None or maker.is_loopback or not plan.calls.high:
        return 0.0
    calls = plan.calls.high if limits.max_calls is None else min(plan.calls.high, limits.max_calls)
    cost = plan.cost_usd.high * calls / plan.calls.high
    return cost if limits.max_cost_usd is None else min(cost, limits.max_cost_usd)
