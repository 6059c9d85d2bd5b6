"""OpenAI's endpoints beside Chat Completions, through the real SDK."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from loopback_llm import ANSWER, LoopbackLLM
from loopback_wire import Canned, response
from provider_kit import answered, ask, opened, recorded
from qasper_eval.errors import UsageError
from qasper_eval.providers.base import ChatReply, Document
from qasper_eval.providers.prices import Price

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_eval.providers import CallRecord

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"answer": {"type": "string"}}}


def test_the_responses_api(tmp_path: Path) -> None:
    with LoopbackLLM() as server:
        reply = answered(server, tmp_path, ask(json_schema=SCHEMA), api="responses", seed=13)
        sent = server.arrivals[0]
    assert sent.path == "/v1/responses"
    assert sent.body["max_output_tokens"] == 1024
    assert "seed" not in sent.body
    assert sent.body["text"]["format"]["type"] == "json_schema"
    assert (reply.text, reply.cached_tokens, reply.reasoning_tokens, reply.model_served) == (
        ANSWER,
        64,
        4,
        "served-1",
    )


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        (response("", incomplete="max_output_tokens"), "unusable"),
        (response("half", incomplete="max_output_tokens"), "unusable"),
        (response("", incomplete="content_filter"), "unusable"),
        (response(""), "transient"),
        ({**response(""), "status": "failed", "error": {"code": "server_error", "message": "boom"}}, "transient"),
    ],
)
def test_responses_that_are_no_answers(body: Any, outcome: str, tmp_path: Path) -> None:
    """T14, T16."""
    records, reply = recorded([Canned(200, body)], tmp_path, api="responses")
    assert records[0].outcome == outcome
    assert isinstance(reply, ChatReply)


def test_embeddings_come_back_in_order_and_are_remembered(tmp_path: Path) -> None:
    """Floats are asked for by name, rows sorted by index; a replay makes no call and counts at its first price.

    Two tokens at $1 a million, twice.
    """
    records: list[CallRecord] = []

    async def run() -> None:
        async with opened(server, tmp_path, records, price=Price(1.0, 0.0)) as provider:
            session = provider.session("q1")
            kinds = ("search_document", "search_query")
            replies = [await session.embed(["alpha", "be"], kind) for kind in kinds]
            assert [reply.vectors for reply in replies] == [((5.0, 1.0), (2.0, 1.0))] * 2
            assert (replies[0].model_served, session.cost_usd) == ("served-embed-1", 4e-6)
            with pytest.raises(ValueError, match="1 to 2048 texts, not 0"):
                await session.embed([])

    with LoopbackLLM(vector=lambda text: [float(len(text)), 1.0]) as server:
        asyncio.run(run())
        assert [arrival.path for arrival in server.arrivals] == ["/v1/embeddings"]
        assert server.arrivals[0].body == {
            "model": "asked-1",
            "input": ["alpha", "be"],
            "encoding_format": "float",
        }
    assert [(record.operation, record.outcome) for record in records] == [("embed", "ok"), ("embed", "memo")]


@pytest.mark.parametrize(
    "rows",
    [
        [{"index": 0, "embedding": [1.0]}],
        [{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}],
        [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": ["x"]}],
        [{"index": 0, "embedding": [1.0]}, {"index": 2, "embedding": [1.0]}],
        "none",
    ],
)
def test_a_list_of_embeddings_with_holes_is_asked_for_again(tmp_path: Path, rows: object) -> None:
    """T14: never a vector for another text."""

    async def run() -> int:
        async with opened(server, tmp_path) as provider:
            return len((await provider.session("q1").embed(["a", "b"])).vectors)

    with LoopbackLLM(script=[Canned(200, {"object": "list", "data": rows})]) as server:
        assert asyncio.run(run()) == 2
        assert len(server.arrivals) == 2


def test_documents_and_reranking_are_coheres(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(server, tmp_path) as provider:
            session = provider.session("q1")
            with pytest.raises(ValueError, match="native citations"):
                await session.chat(ask(documents=(Document("P1", "x"),)))
            with pytest.raises(UsageError, match=r"provider\.name: cohere"):
                await session.rerank("x", ["y"])

    with LoopbackLLM() as server:
        asyncio.run(run())
        assert server.arrivals == []
