"""The real openai SDK against a real model on loopback (SmolLM2-135M behind llama.cpp's server)."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from model_peer import model_peer, needs_peer
from provider_kit import FastClock
from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.providers import ProviderSettings, open_provider
from qasper_eval.providers.base import ChatReply, ChatRequest, Message

if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path

    from qasper_eval.providers import CallRecord

pytestmark = needs_peer
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"answer": {"type": "string", "maxLength": 40}},
    "required": ["answer"],
    "additionalProperties": False,
}


@pytest.fixture(scope="module")
def peer() -> Generator[str]:
    """Yield the model's base URL."""
    with model_peer(2048, 2) as url:
        yield url


async def talk(url: str, folder: Path, records: list[CallRecord], prompt: str, **options: Any) -> ChatReply:
    """Ask the model once."""
    api = options.pop("api", "chat")
    settings = ProviderSettings("openai", "smollm2", base_url=url, seed=1, max_output_tokens=60, api=api)
    async with open_provider(
        settings, sink=records.append, state_dir=folder, cache_dir=folder, clock=FastClock(10)
    ) as provider:
        return await provider.session("q1").chat(ChatRequest((Message("user", prompt),), **options))


def test_a_strict_schema_is_obeyed_counted_and_remembered(peer: str, tmp_path: Path) -> None:
    """Issue 3, 8: the real protocol end to end, and the second time from the memo."""
    records: list[CallRecord] = []
    prompt = "Name one colour as JSON with the key answer."
    first = asyncio.run(talk(peer, tmp_path, records, prompt, json_schema=SCHEMA))
    assert list(json.loads(first.text)) == ["answer"]
    assert (first.input_tokens or 0) > 5
    assert (first.output_tokens or 0) > 2
    assert first.model_served
    assert asyncio.run(talk(peer, tmp_path, records, prompt, json_schema=SCHEMA)) == first
    assert [record.outcome for record in records] == ["ok", "memo"]


def test_the_budget_really_cuts(peer: str, tmp_path: Path) -> None:
    """T16: a real model that is cut says so, gets twice the room once, and ends unmeasured."""
    records: list[CallRecord] = []
    with pytest.raises(ItemUnmeasuredError, match="truncated"):
        asyncio.run(talk(peer, tmp_path, records, "Write a long story about a penguin.", max_output_tokens=8))
    assert [record.output_tokens for record in records] == [8, 16]


def test_a_prompt_beyond_the_context_is_this_questions_trouble(peer: str, tmp_path: Path) -> None:
    records: list[CallRecord] = []
    with pytest.raises(ItemUnmeasuredError, match="context_length"):
        asyncio.run(talk(peer, tmp_path, records, "word " * 5000))
    assert [record.outcome for record in records] == ["refused"]


def test_the_responses_api_answers(peer: str, tmp_path: Path) -> None:
    reply = asyncio.run(talk(peer, tmp_path, [], "Say hello.", api="responses", max_output_tokens=400))
    assert reply.text.strip()
