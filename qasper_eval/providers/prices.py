"""What tokens cost: a dated table beside this file, and the arithmetic."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources

_SNAPSHOT = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{4})")


@dataclass(frozen=True, slots=True)
class Price:
    """Price of one model in US dollars per million tokens."""

    input: float
    """Tokens sent."""
    output: float
    """Tokens received, reasoning included."""
    cached_input: float | None = None
    """Tokens read from the prefix cache; None: as tokens sent."""
    checked: str = ""
    """Date (ISO) on which a person read the price; empty for a user's own."""

    def cost(self, input_tokens: int, output_tokens: int, cached_tokens: int = 0) -> float:
        """Return US dollars; ``cached_tokens`` are a part of ``input_tokens``."""
        cached = min(max(cached_tokens, 0), input_tokens)
        rate = self.input if self.cached_input is None else self.cached_input
        return ((input_tokens - cached) * self.input + cached * rate + output_tokens * self.output) / 1e6


def find_price(host: str, model: str) -> Price | None:
    """Return the table's price of ``model`` at ``host`` (``api.openai.com``), or None: unknown, never $0.

    A dated snapshot (``gpt-4o-2024-08-06``) costs what its name without the date costs. Other hosts than the vendor's
    have other prices, so the host must match.
    """
    table = _table()
    server = host.partition("/")[0]
    found = table.get((server, model))
    if found is None:
        undated = _SNAPSHOT.sub("", model) if _SNAPSHOT.search(model[-11:]) else model
        found = table.get((server, undated))
    return found


@cache
def _table() -> dict[tuple[str, str], Price]:
    text = resources.files("qasper_eval.providers").joinpath("prices.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["price"]
    table: dict[tuple[str, str], Price] = {}
    for row in rows:
        key = (str(row["host"]), str(row["model"]))
        if key in table:
            raise ValueError(f"prices.toml lists {key[1]} at {key[0]} twice")
        cached = row.get("cached_input")
        table[key] = Price(
            input=float(row["input"]),
            output=float(row["output"]),
            cached_input=None if cached is None else float(cached),
            checked=str(row["checked"]),
        )
    return table
