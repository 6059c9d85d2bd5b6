"""The model agents through the real SDKs against a loopback server."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from pathlib import Path  # noqa: TC003  # because pytest reads the annotation of tmp_path
from typing import TYPE_CHECKING

import pytest

from agent_fakes import PAPER, question
from loopback_llm import LoopbackLLM
from loopback_wire import Canned, cohere_chat
from qasper_eval.agents.cohere_grounded import CohereGroundedAgent
from qasper_eval.agents.full_paper import FullPaperAgent
from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.prediction_parts import Citation, Claim
from qasper_eval.providers import CallRecord, ProviderSettings, open_provider

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from loaders.records import Paper, Question
    from qasper_eval.agents.base import Agent
    from qasper_eval.agents.chat_provider import ChatProvider
    from qasper_eval.providers.settings import Vendor
    from qasper_eval.records import Prediction

GRU = json.dumps({"citations": ["P2", "P9"], "answer_type": "extractive", "answer": "a GRU"})


def _ask(
    make: Callable[[ChatProvider], Agent],
    server: LoopbackLLM,
    folder: Path,
    vendor: Vendor = "openai",
    asked: Sequence[tuple[Paper, Question]] = ((PAPER, question()),),
    records: list[CallRecord] | None = None,
) -> list[Prediction]:
    async def ask() -> list[Prediction]:
        base_url = server.url + ("/v1" if vendor == "openai" else "")
        settings = ProviderSettings(vendor, "model", base_url=base_url, api_key="key")
        sink = (records if records is not None else []).append
        async with open_provider(settings, sink=sink, state_dir=folder, cache_dir=folder) as provider:
            agent = make(provider)
            return [await agent.answer(paper, asked_question) for paper, asked_question in asked]

    return asyncio.run(ask())


def test_full_paper_through_the_openai_sdk(tmp_path: Path) -> None:
    """What arrives is the golden request with a strict schema; what is recorded comes from the response."""
    with LoopbackLLM(answer=lambda _prompt: GRU) as server:
        (prediction,) = _ask(FullPaperAgent, server, tmp_path)
    body = server.arrivals[0].body
    assert [message["role"] for message in body["messages"]] == ["system", "user"]
    assert body["messages"][1]["content"].endswith("Question about the paper above:\nWhich network is used?")
    assert body["response_format"]["json_schema"]["strict"] is True
    assert body["response_format"]["json_schema"]["schema"]["required"] == ["citations", "answer_type", "answer"]
    assert (prediction.predicted_answer, prediction.citations, prediction.invalid_citations) == (
        "a GRU",
        (Citation(2),),
        1,
    )
    assert (prediction.model, prediction.model_served) == ("model", "served-1")
    assert prediction.usage is not None
    assert prediction.usage.input_tokens == server.arrivals[0].tokens
    assert prediction.trace[1].output == GRU


def test_full_paper_on_cohere_asks_for_json(tmp_path: Path) -> None:
    """JSON mode needs the words "generate a JSON" in the prompt, or it may run on to the context's end."""
    with LoopbackLLM(answer=lambda _prompt: GRU) as server:
        (prediction,) = _ask(FullPaperAgent, server, tmp_path, "cohere")
    body = server.arrivals[0].body
    assert "Generate a JSON object" in body["messages"][0]["content"]
    assert body["response_format"]["type"] == "json_object"
    assert "documents" not in body
    assert (prediction.predicted_answer, prediction.model_served) == ("a GRU", None)


def test_prose_gets_a_second_try_and_only_the_usable_reply_is_remembered(tmp_path: Path) -> None:
    """Two calls the first time, none the second: the memo replays the reply under the contract."""
    replies = iter(["I believe it is a GRU [P2].", f"```json\n{GRU}\n```"])
    with LoopbackLLM(answer=lambda _prompt: next(replies)) as server:
        (first,) = _ask(FullPaperAgent, server, tmp_path)
        (again,) = _ask(FullPaperAgent, server, tmp_path)
    assert len(server.arrivals) == 2
    assert (first.predicted_answer, again.predicted_answer) == ("a GRU", "a GRU")
    assert again.citations == first.citations


def test_two_replies_outside_the_contract_leave_the_question_unmeasured(tmp_path: Path) -> None:
    records: list[CallRecord] = []
    with LoopbackLLM(answer=lambda _prompt: "It is a GRU.") as server, pytest.raises(ItemUnmeasuredError) as raised:
        _ask(FullPaperAgent, server, tmp_path, records=records)
    assert raised.value.cause == "unparsable"
    assert [record.cause for record in records] == ["unparsable", "unparsable"]
    assert len(server.arrivals) == 2


def test_cohere_grounded_through_the_cohere_sdk(tmp_path: Path) -> None:
    """Documents go out with ids and titles, spans come back; no response_format, which documents exclude."""
    text = "It uses a GRU. The lamp has 40 W."
    citations = [
        {"start": 8, "end": 13, "text": "a GRU", "type": "TEXT_CONTENT", "sources": [_source("P2"), _source("P9")]},
        {"start": 28, "end": 32, "text": "40 W", "type": "TEXT_CONTENT", "sources": [_source("P3")]},
    ]
    with LoopbackLLM(script=[Canned(200, cohere_chat(text, citations=citations))]) as server:
        (prediction,) = _ask(CohereGroundedAgent, server, tmp_path, "cohere")
    body = server.arrivals[0].body
    assert [document["id"] for document in body["documents"]] == ["P1", "P2", "P3", "P4"]
    assert "We use a GRU.\nIt has two layers." in body["documents"][1]["data"].values()
    assert "Method" in body["documents"][1]["data"].values()
    assert "response_format" not in body
    assert prediction.citations == (Citation(2, 8, 13), Citation(3, 28, 32))
    assert prediction.claims == (Claim(0, 14, (0,)), Claim(15, 33, (1,)))
    assert (prediction.predicted_answer, prediction.answer_text) == ("forty", text)
    assert prediction.invalid_citations == 1
    assert (prediction.model, prediction.model_served) == ("model", None)


def test_cohere_grounded_declines_on_one_word(tmp_path: Path) -> None:
    with LoopbackLLM(answer=lambda _prompt: "Unanswerable.") as server:
        (prediction,) = _ask(CohereGroundedAgent, server, tmp_path, "cohere")
    assert (prediction.declined, prediction.predicted_answer) == (True, "Unanswerable")


def test_the_recorded_share_of_cached_tokens_is_the_servers(tmp_path: Path) -> None:
    """A server that caches prefixes: the second question of the paper is served from the cache, the first is not."""
    with LoopbackLLM(answer=lambda _prompt: GRU) as server:
        one, other = _ask(
            FullPaperAgent,
            server,
            tmp_path,
            asked=[(_long_paper(), question("Which?", "q1")), (_long_paper(), question("What for?", "q2"))],
        )
    assert one.usage is not None
    assert other.usage is not None
    assert one.usage.cached_tokens == 0
    assert other.usage.cached_tokens == server.arrivals[1].cached
    assert (other.usage.cached_tokens or 0) > 0.9 * (other.usage.input_tokens or 0)


def _source(document_id: str) -> dict[str, object]:
    return {"type": "document", "id": document_id, "document": {"id": document_id}}


def _long_paper() -> Paper:
    return replace(PAPER, paragraphs=PAPER.paragraphs * 100)
