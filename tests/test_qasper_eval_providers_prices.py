"""What calls cost: the table, and that unknown stays unknown."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from qasper_eval.providers import prices
from qasper_eval.providers.base import ChatReply
from qasper_eval.providers.faults import Fault
from qasper_eval.providers.prices import Price, find_price
from qasper_eval.providers.settings import ProviderSettings
from qasper_eval.providers.tally import Tally
from qasper_eval.providers.tariff import Tariff

MINI = ProviderSettings("openai", "gpt-4o-mini")
"""0.15 a million in, 0.075 cached, 0.60 out."""


def test_cost_by_hand() -> None:
    """1,000 in, 400 of them cached, 100 out at 2 / 0.5 / 10 a million: 1200 + 200 + 1000 = 2,400 millionths."""
    assert Price(2.0, 10.0, 0.5).cost(1000, 100, 400) == pytest.approx(0.0024)


def test_cached_tokens_cost_as_others_without_a_price_of_their_own() -> None:
    assert Price(2.0, 10.0).cost(1000, 0, 400) == pytest.approx(0.002)


@pytest.mark.parametrize("model", ["gpt-4o-mini", "gpt-4o-mini-2024-07-18"])
def test_a_snapshot_costs_what_its_name_costs(model: str) -> None:
    price = find_price("api.openai.com/v1", model)
    assert price is not None
    assert (price.input, price.output) == (0.15, 0.60)


@pytest.mark.parametrize(
    ("host", "model"),
    [
        ("api.openai.com/v1", "gpt-9"),
        ("openrouter.ai/api/v1", "gpt-4o-mini"),
        ("localhost:8000/v1", "gpt-4o-mini"),
        ("api.openai.com/v1", "gpt-4o-mini-audio-preview"),
    ],
)
def test_an_unknown_price_is_unknown(host: str, model: str) -> None:
    """S0-09: other models, and other hosts with prices of their own."""
    assert find_price(host, model) is None


def test_every_row_is_dated_and_listed_once() -> None:
    text = Path(prices.__file__).with_name("prices.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)["price"]
    assert all(date.fromisoformat(row["checked"]).year >= 2026 for row in rows)
    assert len({(row["host"], row["model"]) for row in rows}) == len(rows)


def reply(served: str | None, sent: int | None = 1_000_000) -> ChatReply:
    """Return a reply of one million tokens in and none out."""
    return ChatReply("x", "stop", model_served=served, input_tokens=sent, output_tokens=0)


def test_the_model_that_served_is_the_one_priced() -> None:
    tariff = Tariff(MINI)
    assert tariff.cost(reply("gpt-4o-mini-2024-07-18")) == pytest.approx(0.15)
    assert tariff.cost(reply("gpt-4o")) == pytest.approx(2.50)
    assert tariff.cost(reply(None)) == pytest.approx(0.15)
    assert tariff.cost(reply("something-else")) is None


def test_what_is_billed_is_priced_where_said_apart() -> None:
    billed = replace(reply(None), billed_input_tokens=500_000, billed_output_tokens=0)
    assert Tariff(MINI).cost(billed) == pytest.approx(0.075)


def test_an_uncounted_reply_has_no_price() -> None:
    assert Tariff(MINI).cost(reply("gpt-4o-mini", None)) is None


def test_a_failure_costs_nothing_where_prices_are_known() -> None:
    """S0-12."""
    fault = Fault("transient", "timeout", "")
    assert Tariff(MINI).cost(fault) == 0.0
    assert Tariff(ProviderSettings("openai", "gpt-9")).cost(fault) is None


def test_estimates_learn_from_what_was_counted() -> None:
    tariff = Tariff(MINI)
    before = tariff.estimate_input(3000)
    for _ in range(50):
        tariff.learn(3000, 1000)
    assert before == pytest.approx(750)
    assert tariff.estimate_input(3000) == pytest.approx(1000, rel=0.01)


def test_an_unknown_part_makes_a_sum_unknown() -> None:
    """A sum that leaves a part out would be a smaller number, not an unknown one."""
    tally = Tally()
    tally.add(reply("m", 10), 0.5)
    assert (tally.usage.input_tokens, tally.cost_usd) == (10, 0.5)
    tally.add(reply("m", None), None)
    assert (tally.usage.input_tokens, tally.cost_usd, tally.usage.calls) == (None, None, 2)
    tally.add(reply("m", 10), 0.5)
    assert (tally.usage.input_tokens, tally.cost_usd) == (None, None)
