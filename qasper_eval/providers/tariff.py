"""What a call may cost before it is made, and what it did cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from qasper_eval.providers.faults import Fault
from qasper_eval.providers.prices import Price, find_price

if TYPE_CHECKING:
    from qasper_eval.providers.exchange import Exchange, Metered, ReplyT
    from qasper_eval.providers.settings import ProviderSettings

_CHARS_PER_TOKEN = 4.0
_UNBOUNDED_OUTPUT = 4096
_LEARNING = 0.1


class Tariff:
    """Prices completions of one model, and estimates tokens from characters with what replies have taught it."""

    def __init__(self, settings: ProviderSettings) -> None:
        self._settings = settings
        self._chars_per_token = _CHARS_PER_TOKEN

    @property
    def price(self) -> Price | None:
        """Price of the model asked for; None when unknown."""
        return self._settings.price or find_price(self._settings.host, self._settings.model)

    @property
    def nothing(self) -> float | None:
        """What an attempt without a completion costs: 0, or None where prices are unknown."""
        return None if self.price is None else 0.0

    def estimate_input(self, chars: int) -> float:
        """Return the tokens that so many characters are likely to be."""
        return chars / self._chars_per_token

    def learn(self, chars: int, tokens: int | None) -> None:
        """Move the estimate towards what a provider counted."""
        if tokens and chars:
            self._chars_per_token += _LEARNING * (min(chars / tokens, 20.0) - self._chars_per_token)

    def estimate_usd(self, exchange: Exchange[ReplyT], input_tokens: float) -> float | None:
        """Return the most that a call is likely to cost; None when the price is unknown."""
        price = self.price
        output = exchange.output_tokens
        if exchange.operation == "chat" and not output:
            output = _UNBOUNDED_OUTPUT
        return price.cost(round(input_tokens), output) if price else None

    def cost(self, result: Metered | Fault) -> float | None:
        """Return US dollars: of a completion by the model that served it, else 0; None when unknown.

        A time-out that the provider bills all the same is not in it: nobody says so.
        """
        if isinstance(result, Fault):
            return self.nothing
        price = self._price_of(result)
        sent = result.input_tokens if result.billed_input_tokens is None else result.billed_input_tokens
        received = result.output_tokens if result.billed_output_tokens is None else result.billed_output_tokens
        if price is None or sent is None or received is None:
            return None
        return price.cost(sent, received, result.cached_tokens or 0)

    def tokens_of(self, result: Metered | Fault) -> float | None:
        """Return the tokens that a call came to, 0 when the server did not take it, None when nobody knows."""
        if isinstance(result, Fault):
            return 0.0 if result.kind == "throttled" or not result.was_sent else None
        if result.input_tokens is None or result.output_tokens is None:
            return None
        return float(result.input_tokens + result.output_tokens)

    def _price_of(self, reply: Metered) -> Price | None:
        """Return the price of the model that served, which may not be the one asked for."""
        served = reply.model_served
        if self._settings.price or served is None or served == self._settings.model:
            return self.price
        return find_price(self._settings.host, served)
