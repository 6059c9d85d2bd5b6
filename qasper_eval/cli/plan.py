"""``qasper-eval plan``: what a run would come to, without one call."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from .slice_options import SliceOptions, slice_options

if TYPE_CHECKING:
    from qasper_eval.report.plan import Plan
    from qasper_eval.report.plan_width import Spread
    from qasper_eval.runner import PreparedRun

    from .view import TerminalView


@click.command()
@slice_options
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
def plan(*, as_json: bool, **asked: Any) -> None:
    """Say what running CONFIG would come to: calls, tokens, cost, time, months of quota, interval widths.

    Nothing is sent and no key is needed. Tokens are counted from the prompts that would be sent; what is unknown,
    such as a price, is said to be unknown.
    """
    from .opened_config import open_config
    from .view import TerminalView

    options, view = SliceOptions(**asked), TerminalView()
    made = [
        _plan_one(arm.prepare(), replace(options, variant=arm.variant, suite=arm.suite), view, as_json=as_json)
        for arm in open_config(options, (), view)
    ]
    shown = [text for text, _ in made]
    plans = [plan for _, plan in made if plan is not None]
    if as_json:
        click.echo("[\n" + ",\n".join(shown) + "\n]" if len(shown) > 1 else shown[0])
        return
    if len(plans) > 1:
        from qasper_eval.report.plan_text import together

        shown.append(together(plans))
    click.echo("\n\n".join(shown))


def _plan_one(
    prepared: PreparedRun, options: SliceOptions, view: TerminalView, *, as_json: bool
) -> tuple[str, Plan | None]:
    """Return what is printed for one run, and its plan where it asks a model."""
    from qasper_eval.checkpoint import finished_before
    from qasper_eval.report.plan_text import show_plan
    from qasper_eval.runner.provider import provider_settings

    from .planning import plan_maker
    from .run import RUNS

    done = finished_before(RUNS, prepared.manifest)
    if not prepared.asks_model:
        return _costs_nothing(prepared, done, as_json=as_json), None
    left = sum(question.id not in done for _, question in prepared.part.questions)
    view.start(total=left, done=0)
    settings = provider_settings(prepared.config, needs_key=False)
    made = plan_maker(prepared, settings, done, spread=_spread(prepared, done), advance=view.advance).plan()
    view.close()
    if as_json:
        return _json(made.to_json()), made
    has_advice = made.advice is not None and bool(made.advice.options)
    return show_plan(made, options.run_command(with_slice=not has_advice)).rstrip("\n"), made


def _spread(prepared: PreparedRun, done: frozenset[str]) -> Spread:
    from qasper_eval.checkpoint import StoredRun
    from qasper_eval.report.plan_pilot import pilot_spread
    from qasper_eval.report.plan_width import Spread

    from .run import RUNS

    if not done:
        return Spread()
    return pilot_spread(StoredRun(RUNS / prepared.manifest.name), prepared.dataset, prepared.config)


def _costs_nothing(prepared: PreparedRun, done: frozenset[str], *, as_json: bool) -> str:
    asked = prepared.part.questions
    left = sum(question.id not in done for _, question in asked)
    agent = prepared.config.agent.name
    if as_json:
        return _json({"run": prepared.config.name, "agent": agent, "questions": len(asked), "left": left, "calls": 0})
    return (
        f"plan for {prepared.config.name}: {agent} asks no provider, so it costs nothing; {left:,} of {len(asked):,} "
        "questions left"
    )


def _json(value: dict[str, Any]) -> str:
    import json

    return json.dumps(value, indent=1, ensure_ascii=False, allow_nan=False)
