"""Sums over the completions of one question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.prediction_parts import Usage

if TYPE_CHECKING:
    from qasper_eval.providers.exchange import Metered


class Tally:
    """Tokens, dollars, seconds; an unknown part makes a sum unknown, never smaller."""

    def __init__(self) -> None:
        self.usage = Usage()
        self.cost_usd: float | None = 0.0
        self.model_served: str | None = None
        self.seconds = 0.0

    def add(self, reply: Metered, cost_usd: float | None) -> None:
        """Add a completion."""
        before = self.usage
        is_first = before.calls == 0
        self.usage = Usage(
            input_tokens=_sum(before.input_tokens, reply.input_tokens, is_first=is_first),
            output_tokens=_sum(before.output_tokens, reply.output_tokens, is_first=is_first),
            cached_tokens=_sum(before.cached_tokens, reply.cached_tokens, is_first=is_first),
            reasoning_tokens=_sum(before.reasoning_tokens, reply.reasoning_tokens, is_first=is_first),
            calls=before.calls + 1,
        )
        known = self.cost_usd is not None and cost_usd is not None
        self.cost_usd = self.cost_usd + cost_usd if known else None  # type: ignore[operator]  # because `known` says so
        self.model_served = reply.model_served


def _sum(before: int | None, more: int | None, *, is_first: bool) -> int | None:
    if is_first:
        return more
    return None if before is None or more is None else before + more
