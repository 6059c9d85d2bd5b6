"""What is paid for is remembered, and nothing else is."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from loopback_llm import ANSWER, LoopbackLLM
from provider_kit import Ended, ask, ask_all, one, opened, replies
from qasper_eval.providers.prices import Price

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_eval.providers import CallRecord


def test_errors_and_unusable_replies_are_not_remembered(tmp_path: Path) -> None:
    """S4-25: after a failed question the same request is asked again."""
    with LoopbackLLM(script=["500"] * 8) as server:
        assert not replies(ask_all(server, tmp_path, 1))
        assert replies(ask_all(server, tmp_path, 1)) == 1
        assert replies(ask_all(server, tmp_path, 1)) == 1
        assert len(server.arrivals) == 9


@pytest.mark.parametrize(
    "other",
    [
        {"model": "asked-2"},
        {"temperature": 0.5},
        {"seed": 1},
        {"max_output_tokens": 5},
        {"extra": {"k": 1}},
        {"api": "responses"},
        {"base_url": "other path"},
        {"use_memo": False},
    ],
)
def test_whatever_decides_a_reply_decides_what_is_remembered(other: dict[str, Any], tmp_path: Path) -> None:
    """S4-24: another model, server or parameter restores nothing; neither does --no-memo."""
    with LoopbackLLM() as server:
        ask_all(server, tmp_path, 1)
        ask_all(server, tmp_path, 1, max_concurrency=3, timeout_s=9.0, api_key="sk-another-key-1")
        assert len(server.arrivals) == 1
        if "base_url" in other:
            other = {"base_url": f"{server.url}/v1/other"}
        ask_all(server, tmp_path, 1, **other)
        assert len(server.arrivals) == 2


def test_a_contract_that_became_stricter_asks_again_and_remembers_the_better_reply(tmp_path: Path) -> None:
    answers = iter(["loose", "strict"])

    async def run() -> list[str]:
        async with opened(server, tmp_path) as provider:
            texts = [(await provider.session("q").chat(ask())).text]
            for _ in range(2):
                reply = await provider.session("q").chat(
                    ask(), accept=lambda reply: None if "st" in reply.text else "no"
                )
                texts.append(reply.text)
            return texts

    with LoopbackLLM(answer=lambda _prompt: next(answers)) as server:
        assert asyncio.run(run()) == ["loose", "strict", "strict"]
        assert len(server.arrivals) == 2


def test_two_providers_share_one_memo_at_once(tmp_path: Path) -> None:
    """Two runs on one machine: both are answered, and each other's replies are found afterwards."""
    with LoopbackLLM(latency_s=0.005) as server:

        async def run() -> list[Ended]:
            async with opened(server, tmp_path) as left, opened(server, tmp_path) as right:
                work = [one(left, n) for n in range(20)] + [one(right, n) for n in range(20, 40)]
                return list(await asyncio.gather(*work))

        assert replies(asyncio.run(run())) == 40
        assert replies(ask_all(server, tmp_path, 40)) == 40
        assert server.paid == 40


def test_a_replay_keeps_its_first_price_and_pays_nothing(tmp_path: Path) -> None:
    """Equal results on resume (S4-27): the prediction's cost is what the answer cost, the record's what was paid."""
    records: list[CallRecord] = []
    with LoopbackLLM(answer=lambda _prompt: ANSWER) as server:

        async def run() -> float | None:
            async with opened(server, tmp_path, records, price=Price(0.0, 1000.0)) as provider:
                session = provider.session("q")
                await session.chat(ask())
                return session.cost_usd

        first, second = asyncio.run(run()), asyncio.run(run())
    assert first == second == pytest.approx(0.017)
    assert [record.cost_usd for record in records] == [pytest.approx(0.017), 0.0]
