"""Joins a prepared run, the ledger and the price table to a plan."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from qasper_eval.providers import ProviderSettings
    from qasper_eval.report.plan_making import PlanMaker
    from qasper_eval.report.plan_width import Spread
    from qasper_eval.runner import PreparedRun


def plan_maker(
    prepared: PreparedRun,
    settings: ProviderSettings,
    done: frozenset[str],
    *,
    spread: Spread,
    most_prompts: int | None = None,
    advance: Callable[[], None] = lambda: None,
) -> PlanMaker:
    """Return the maker of the plan of a run that asks a model; prompts are made here, at most ``most_prompts``."""
    import asyncio

    from qasper_eval.report.plan_making import PlanMaker
    from qasper_eval.report.plan_prompts import count_prompts, most_calls
    from qasper_eval.runner.provider import calls_this_month, is_loopback

    config, agent = prepared.config, prepared.spec.make(None)
    if config.provider is None:
        raise AssertionError("only a run that asks a model has a plan")
    asked = prepared.part.questions
    prompts = asyncio.run(
        count_prompts(
            agent,
            [pair for pair in asked if pair[1].id not in done],
            output_tokens=config.provider.max_output_tokens,
            most=most_prompts,
            advance=advance,
        )
    )
    return PlanMaker(
        config=config,
        settings=settings,
        asked=asked,
        done=done,
        prompts=prompts,
        spread=spread,
        used_calls=calls_this_month(settings) if settings.requests_per_month else 0,
        now=time.time(),
        is_loopback=is_loopback(config.provider),
        most_calls=most_calls(agent),
        uncounted=_uncounted(prepared),
    )


def _uncounted(prepared: PreparedRun) -> tuple[str, ...]:
    """Return the kinds of calls that a search makes beside the chat calls."""
    search = prepared.config.retrieval
    if not prepared.spec.uses_retrieval:
        return ()
    embeds = search.embedding is not None and search.embedding.name != "local"
    return (*(["embedding"] if embeds else []), *(["reranking"] if search.rerank is not None else []))
