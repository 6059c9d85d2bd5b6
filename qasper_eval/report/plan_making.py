"""From prompts, prices and limits to a plan."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from qasper_eval.providers.clock import next_month, utc_month
from qasper_eval.providers.tariff import Tariff

from .plan import Advice, Affordable, MonthQuota, Plan, Range
from .plan_costs import Totals, why_confirm
from .plan_slice import questions_within, slice_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loaders.records import Paper, Question
    from qasper_eval.config import RunConfig
    from qasper_eval.providers.settings import ProviderSettings

    from .plan_prompts import PromptCount
    from .plan_width import Spread


@dataclass(frozen=True)
class PlanMaker:
    """Everything that a plan is made of; ``plan`` makes it."""

    config: RunConfig
    """The run's config."""
    settings: ProviderSettings
    """The provider that would be asked; its key is not used."""
    asked: Sequence[tuple[Paper, Question]]
    """The slice, in order."""
    done: frozenset[str]
    """Ids of finished questions, of this slice or not."""
    prompts: PromptCount | None
    """Requests of the questions left, in order; None when the agent shows none."""
    spread: Spread
    """What the width of an interval is derived from."""
    used_calls: int | None
    """Calls that the ledger counts this month; None when it cannot be asked."""
    now: float
    """Epoch."""
    is_loopback: bool = False
    """Whether the server is on this machine."""
    most_calls: int = 1
    """Calls that one question may take."""
    uncounted: tuple[str, ...] = ()
    """Kinds of calls that come on top, uncounted: ``embedding``, ``reranking``."""

    def plan(self) -> Plan:
        """Return the plan."""
        totals, price = self._totals, Tariff(self.settings).price
        counted = self.prompts is not None
        return Plan(
            run=self.config.name,
            agent=self.config.agent.name,
            model=self.settings.model,
            host=self.settings.host.partition("/")[0],
            is_loopback=self.is_loopback,
            questions=len(self.asked),
            done=len(self.asked) - len(self.left),
            left=len(self.left),
            papers_left=len({paper.id for paper, _ in self.left}),
            unfit=len(self.left) - totals.calls.low,
            counted=self.prompts.counted if self.prompts else 0,
            calls=totals.calls,
            input_tokens=totals.input_tokens if counted else None,
            cached_tokens=totals.cached_tokens if counted else None,
            output_tokens=totals.output_tokens if counted else None,
            price=price,
            cost_usd=self._cost,
            minutes=self._minutes,
            quota=self.quota,
            affordable=self._affordable(),
            width_source=self.spread.source,
            uncounted=self.uncounted,
            advice=self._advice(),
        )

    @cached_property
    def left(self) -> list[tuple[Paper, Question]]:
        """The questions to be asked."""
        return [pair for pair in self.asked if pair[1].id not in self.done]

    @property
    def confirmation(self) -> str | None:
        """Why the whole slice needs ``--yes``; None when it does not."""
        return why_confirm(self._totals.calls.high, self._cost, self.config.limits, is_loopback=self.is_loopback)

    @cached_property
    def quota(self) -> MonthQuota | None:
        """The monthly quota, given what the ledger has seen."""
        most = self.settings.requests_per_month
        if most is None:
            return None
        left = max(0, most - (self.used_calls or 0))
        calls = self._totals.calls.high
        further = math.ceil(max(0, calls - left) / most)
        last = self.now
        for _ in range(further):
            last = next_month(last)
        months = further + (1 if left and calls else 0)
        return MonthQuota(utc_month(self.now), most, self.used_calls, left, months, utc_month(last))

    @cached_property
    def _totals(self) -> Totals:
        if self.prompts is None:
            nothing = Range(0, 0)
            calls = Range(len(self.left), self.most_calls * len(self.left))
            return Totals(calls, nothing, 0, nothing)
        caches = self.config.slice.order == "papers"
        return Totals.of(self.prompts.prompts, self.most_calls, caches=caches, scale=self.prompts.scale)

    @cached_property
    def _cost(self) -> Range[float] | None:
        return self._totals.cost(Tariff(self.settings).price) if self.prompts is not None else None

    @property
    def _minutes(self) -> Range[float] | None:
        """Return the time that the slower of the limits a minute takes."""
        limits, totals = self.settings, self._totals
        by_calls = by_tokens = Range(0.0, 0.0)
        if limits.requests_per_minute:
            rate = limits.requests_per_minute
            by_calls = Range(totals.calls.low / rate, totals.calls.high / rate)
        if limits.tokens_per_minute and self.prompts is not None:
            rate = limits.tokens_per_minute
            by_tokens = Range(
                (totals.input_tokens.low + totals.output_tokens.low) / rate,
                (totals.input_tokens.high + totals.output_tokens.high) / rate,
            )
        slowest = Range(max(by_calls.low, by_tokens.low), max(by_calls.high, by_tokens.high))
        return slowest if slowest.high else None

    def _affordable(self) -> tuple[Affordable, ...]:
        """Return what each limit that binds buys, then the whole slice; nothing where nothing is left."""
        if not self.left:
            return ()
        return tuple(
            Affordable(what, *self._bought(n_left))
            for what, n_left in (*self._limits(), ("whole slice", len(self.left)))
        )

    def _limits(self) -> list[tuple[str, int]]:
        """Return each limit with how many of the questions left it allows."""
        limits = self.config.limits
        calls = self._calls_of_each()
        found: list[tuple[str, int]] = []
        if self.quota is not None:
            what = f"{self.quota.left:,} calls left in {self.quota.month}"
            found.append((what, questions_within(calls, self.quota.left)))
        if limits.max_calls is not None:
            found.append((f"max_calls {limits.max_calls:,}", questions_within(calls, limits.max_calls)))
        costs = self._costs_of_each()
        if limits.max_cost_usd is not None and costs is not None:
            n_left = questions_within(costs, limits.max_cost_usd)
            found.append((f"max_cost_usd {limits.max_cost_usd:g}", n_left))
        return found

    def _calls_of_each(self) -> list[int]:
        prompts = self.prompts
        if prompts is None or prompts.counted < prompts.of:
            return [self.most_calls] * len(self.left)
        return [0 if prompt is None else self.most_calls for prompt in prompts.prompts]

    def _costs_of_each(self) -> list[float] | None:
        """Return the most that each question left may cost; None when unknown or known of a sample only."""
        price, prompts = Tariff(self.settings).price, self.prompts
        if price is None or prompts is None or prompts.counted < prompts.of:
            return None
        return [
            0.0 if prompt is None else price.cost(prompt.high, self.most_calls * prompt.output)
            for prompt in prompts.prompts
        ]

    def _bought(self, n_left: int) -> tuple[int, int, float | None]:
        """Return questions, papers and half-width once the first ``n_left`` of those left are measured too."""
        measured = self.done | {question.id for _, question in self.left[:n_left]}
        papers = [paper.id for paper, question in self.asked if question.id in measured]
        return len(papers), len(set(papers)), self.spread.half_width(papers)

    def _advice(self) -> Advice | None:
        n_left = min([len(self.left), *(allowed for _, allowed in self._limits())])
        options: tuple[str, ...] = ()
        if n_left < len(self.left):
            options, n_left = slice_options(self.asked, self.done, n_left, self.config.slice.order)
        if n_left == 0:
            return None
        needs_yes = self._needs_yes(n_left)
        return Advice(options, *self._bought(n_left), needs_yes)

    def _needs_yes(self, n_left: int) -> bool:
        calls, costs = self._calls_of_each()[:n_left], self._costs_of_each()
        cost = None if costs is None else Range(0.0, sum(costs[:n_left]))
        return why_confirm(sum(calls), cost, self.config.limits, is_loopback=self.is_loopback) is not None
