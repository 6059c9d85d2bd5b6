"""What the requests of a plan cost, and whether that needs the user's word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from .money import dollars
from .plan import Range

if TYPE_CHECKING:
    from collections.abc import Iterable

    from qasper_eval.config import LimitsConfig
    from qasper_eval.providers.prices import Price

    from .plan_prompts import PromptTokens

SHORT_REPLY = 50
"""Tokens of a short JSON reply, the least that is expected."""
CALLS_WITHOUT_PRICE = 500
"""With an unknown price, more calls than this need the user's word."""


@dataclass(frozen=True, slots=True)
class Totals:
    """Sums over requests."""

    calls: Range[int]
    """Calls."""
    input_tokens: Range[int]
    """Tokens sent."""
    cached_tokens: int
    """Of the fewest sent, those from a prefix cache."""
    output_tokens: Range[int]
    """Tokens received."""

    @classmethod
    def of(
        cls, prompts: Iterable[PromptTokens | None], most_calls: int, *, caches: bool, scale: float = 1.0
    ) -> Totals:
        """Add up requests; a question may take ``most_calls``, ``caches``: whether to hope for a prefix cache."""
        sent = [prompt for prompt in prompts if prompt is not None]

        def total(values: Iterable[int]) -> int:
            return round(scale * sum(values))

        return cls(
            calls=Range(total(1 for _ in sent), most_calls * total(1 for _ in sent)),
            input_tokens=Range(total(prompt.low for prompt in sent), total(prompt.high for prompt in sent)),
            cached_tokens=total(prompt.cached for prompt in sent) if caches else 0,
            output_tokens=Range(
                total(min(SHORT_REPLY, prompt.output) for prompt in sent),
                most_calls * total(prompt.output for prompt in sent),
            ),
        )

    def cost(self, price: Price | None) -> Range[float] | None:
        """Return US dollars: at least with the cache's discount and short replies, at most with neither."""
        if price is None:
            return None
        return Range(
            price.cost(self.input_tokens.low, self.output_tokens.low, self.cached_tokens),
            price.cost(self.input_tokens.high, self.output_tokens.high),
        )


def why_confirm(calls: int, cost_usd: Range[float] | None, limits: LimitsConfig, *, is_loopback: bool) -> str | None:
    """Return why a run with so many calls left may only start with ``--yes``; None when it may start.

    ``limits.max_calls`` and ``limits.max_cost_usd`` bound what can be spent, so they count; a server on this machine
    costs nothing.
    """
    most = calls if limits.max_calls is None else min(calls, limits.max_calls)
    if is_loopback or most == 0:
        return None
    if cost_usd is None:
        if most <= CALLS_WITHOUT_PRICE:
            return None
        return f"the price of {most:,} calls is unknown"
    spent = cost_usd.high * most / calls
    if limits.max_cost_usd is not None:
        spent = min(spent, limits.max_cost_usd)
    if spent <= limits.confirm_usd:
        return None
    return f"{most:,} calls may cost {dollars(spent)}, above limits.confirm_usd ({limits.confirm_usd:g})"
