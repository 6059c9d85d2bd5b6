"""The real cohere SDK against a loopback server."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from loopback_llm import ANSWER, LoopbackLLM, Step
from loopback_wire import FAULTS, TRIAL_MINUTE, Canned, cohere_chat
from provider_kit import KEY, ask, opened
from qasper_eval.errors import ItemUnmeasuredError, RunStoppedError
from qasper_eval.providers.base import ChatReply, Document, NativeCitation

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_eval.providers import CallRecord

DOCUMENTS = (
    Document("P1", "Emperor penguins are the tallest.", "Results"),
    Document("P2", "They live in Antarctica."),
)
Outcome = ChatReply | ItemUnmeasuredError | RunStoppedError


def asked(script: list[Step], folder: Path, **settings: Any) -> tuple[list[CallRecord], Outcome, LoopbackLLM]:
    """Ask once with documents; return the records and what came of it."""
    records: list[CallRecord] = []

    async def run() -> Outcome:
        async with opened(server, folder, records, name="cohere", **settings) as provider:
            try:
                return await provider.session("q1").chat(ask(documents=DOCUMENTS))
            except (ItemUnmeasuredError, RunStoppedError) as error:
                return error

    with LoopbackLLM(script=script) as server:
        return records, asyncio.run(run()), server


def cited(text: str, start: int, end: int, words: str, kind: str = "TEXT_CONTENT") -> dict[str, Any]:
    """Return a citation as Cohere writes one."""
    sources = [{"type": "document", "id": "P1", "document": {"id": "P1", "text": text}}, {"type": "tool", "id": None}]
    return {"start": start, "end": end, "text": words, "sources": sources, "type": kind}


def test_what_is_sent_and_recorded(tmp_path: Path) -> None:
    """Documents with ids and native citations; S0-30: no model in the response, so none is recorded as served."""
    records, reply, server = asked([], tmp_path, seed=13, extra={"k": 1})
    sent = server.arrivals[0]
    assert sent.path == "/v2/chat"
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert sent.body == {
        "model": "asked-1",
        "messages": [{"role": "system", "content": "Answer."}, {"role": "user", "content": "Question 1?"}],
        "documents": [
            {"id": "P1", "data": {"text": "Emperor penguins are the tallest.", "title": "Results"}},
            {"id": "P2", "data": {"text": "They live in Antarctica."}},
        ],
        "citation_options": {"mode": "ACCURATE"},
        "max_tokens": 1024,
        "temperature": 0.0,
        "seed": 13,
        "k": 1,
        "stream": False,
    }
    assert isinstance(reply, ChatReply)
    assert (reply.text, reply.model_served) == (ANSWER, None)
    assert (reply.input_tokens, reply.output_tokens) == (120, 12)
    assert (reply.billed_input_tokens, reply.billed_output_tokens) == (90, 9)
    assert (records[0].model, records[0].model_served, records[0].input_tokens) == ("asked-1", None, 120)


def test_native_citations_slice_the_answer(tmp_path: Path) -> None:
    text = "The tallest are Emperor penguins."
    body = cohere_chat(text, citations=[cited(text, 16, 32, "Emperor penguins")], thinking="P2 perhaps?")
    _, reply, _ = asked([Canned(200, body)], tmp_path)
    assert isinstance(reply, ChatReply)
    assert reply.text == text
    assert reply.citations == (NativeCitation(16, 32, ("P1",)),)
    assert text[16:32] == "Emperor penguins"


def test_offsets_in_another_unit_are_found_again_or_given_up(tmp_path: Path) -> None:
    """Offsets in UTF-16 units are off behind an emoji; a passage that is found once is located, others are not."""
    text = "🐧🐧 Emperor penguins are tall, tall."
    items = [cited(text, 5, 21, "Emperor penguins"), cited(text, 32, 36, "tall"), cited(text, 0, 9, "nowhere")]
    thinking = cited(text, 3, 19, "Emperor penguins", "THINKING_CONTENT")
    _, reply, _ = asked([Canned(200, cohere_chat(text, citations=[*items, thinking]))], tmp_path)
    assert isinstance(reply, ChatReply)
    assert [(citation.start, citation.end) for citation in reply.citations] == [(3, 19), (0, 0), (0, 0)]


def test_a_reply_survives_the_memo_whole(tmp_path: Path) -> None:
    text = "Emperor penguins."
    body = cohere_chat(text, citations=[cited(text, 0, 16, "Emperor penguins")])
    records: list[CallRecord] = []

    async def run() -> ChatReply:
        async with opened(server, tmp_path, records, name="cohere") as provider:
            return await provider.session("q1").chat(ask(documents=DOCUMENTS))

    with LoopbackLLM(script=[Canned(200, body)]) as server:
        first, second = asyncio.run(run()), asyncio.run(run())
        assert len(server.arrivals) == 1
    assert first == second
    assert first.citations == (NativeCitation(0, 16, ("P1",)),)
    assert (records[1].outcome, records[1].cost_usd) == ("memo", 0.0)


def test_json_mode_and_documents_do_not_mix(tmp_path: Path) -> None:
    async def run() -> None:
        async with opened(server, tmp_path, name="cohere") as provider:
            session = provider.session("q1")
            with pytest.raises(ValueError, match="does not combine"):
                await session.chat(ask(documents=DOCUMENTS, json_schema={"type": "object"}))
            await session.chat(ask(json_schema={"type": "object"}))

    with LoopbackLLM() as server:
        asyncio.run(run())
        assert server.arrivals[0].body["response_format"] == {
            "type": "json_object",
            "json_schema": {"type": "object"},
        }


@pytest.mark.parametrize(
    "fault",
    ["500", "503", "error in 200", "html", "html in 200", "text", "json string", "truncated json", "reset", "cut"],
)
def test_transient_faults_are_tried_again(fault: str, tmp_path: Path) -> None:
    """T14: with the SDK's own exceptions and httpx's, which it leaks."""
    records, reply, _ = asked([fault, fault], tmp_path)
    assert isinstance(reply, ChatReply)
    assert [record.outcome for record in records] == ["transient", "transient", "ok"]


@pytest.mark.parametrize(
    "body",
    [
        {"id": "c", "finish_reason": "COMPLETE", "message": None},
        {"id": "c", "finish_reason": "COMPLETE", "message": {"content": None}},
        {"id": "c", "finish_reason": "ERROR", "message": {"content": [{"type": "text", "text": "half"}]}},
        cohere_chat(None, thinking="only thoughts"),
        [],
        7,
    ],
)
def test_bodies_that_are_no_replies(body: Any, tmp_path: Path) -> None:
    """T14."""
    records, reply, _ = asked([Canned(200, body)], tmp_path)
    assert isinstance(reply, ChatReply)
    assert [record.outcome for record in records] == ["transient", "ok"]


@pytest.mark.parametrize("text", ["half an", None])
def test_max_tokens_is_cut(text: str | None, tmp_path: Path) -> None:
    """T16: MAX_TOKENS, with text or with all of it spent thinking."""
    cut = Canned(200, cohere_chat(text, finish="MAX_TOKENS", thinking="hm"))
    records, error, server = asked([cut, cut], tmp_path)
    assert isinstance(error, ItemUnmeasuredError)
    assert (error.cause, [record.outcome for record in records]) == ("truncated", ["unusable", "unusable"])
    assert server.arrivals[1].body["max_tokens"] == (2048 if text else 4096)


@pytest.mark.parametrize("fault", ["hang", "drip"])
def test_a_hang_ends_at_the_deadline(fault: str, tmp_path: Path) -> None:
    records, reply, _ = asked([fault], tmp_path, timeout_s=0.4)
    assert isinstance(reply, ChatReply)
    assert (records[0].outcome, records[0].cause) == ("transient", "timeout")


def test_the_monthly_text_stops_the_run(tmp_path: Path) -> None:
    """T13, S1-35: at once, with the provider's words and the assumed reset."""
    records, error, server = asked(["monthly"] * 3, tmp_path)
    assert isinstance(error, RunStoppedError)
    assert (error.cause, error.exit_code, len(server.arrivals)) == ("quota", 75, 1)
    assert "limited to 1000 API calls / month" in error.detail
    assert "reset assumed" in error.detail
    assert str(error.reset_at).endswith("-01T00:00:00Z")
    assert (records[0].outcome, records[0].cause) == ("exhausted", "monthly")


def test_the_minute_text_waits(tmp_path: Path) -> None:
    records, reply, _ = asked([Canned(429, {"message": TRIAL_MINUTE})] * 2, tmp_path)
    assert isinstance(reply, ChatReply)
    assert [record.outcome for record in records] == ["throttled", "throttled", "ok"]


@pytest.mark.parametrize("fault", ["key", "model"])
def test_a_bad_key_or_model_is_rejected(fault: str, tmp_path: Path) -> None:
    _, error, _ = asked([Canned(FAULTS[fault].status, {"message": "no such thing"})], tmp_path)
    assert isinstance(error, RunStoppedError)
    assert (error.cause, error.exit_code) == ("rejected", 2)


def test_embed_and_rerank(tmp_path: Path) -> None:
    """Same memo, ledger and records; the loopback server ranks backwards."""
    records: list[CallRecord] = []

    async def run() -> None:
        async with opened(server, tmp_path, records, name="cohere") as provider:
            session = provider.session("q1")
            for _ in range(2):
                vectors = (await session.embed(["a", "b"], "search_query")).vectors
                ranking = (await session.rerank("a", ["x", "y", "z"], 2)).ranking
                assert vectors == ((0.0, 0.5, -1.0), (1.0, 0.5, -1.0))
                assert ranking == ((2, 0.9), (1, 0.45))
            with pytest.raises(ValueError, match="1 to 96"):
                await session.embed(["a"] * 97)
            with pytest.raises(ValueError, match="needs documents"):
                await session.rerank("a", [])
            assert provider.calls == 2

    with LoopbackLLM() as server:
        asyncio.run(run())
        assert [arrival.path for arrival in server.arrivals] == ["/v2/embed", "/v2/rerank"]
        assert server.arrivals[0].body["input_type"] == "search_query"
    assert [(record.operation, record.outcome) for record in records] == [
        ("embed", "ok"),
        ("rerank", "ok"),
        ("embed", "memo"),
        ("rerank", "memo"),
    ]


@pytest.mark.parametrize("body", [{"embeddings": {"float": [[1.0]]}}, {"embeddings": {"float": [["x"], [1.0]]}}, {}])
def test_a_wrong_count_of_vectors_is_transient(body: Any, tmp_path: Path) -> None:
    records: list[CallRecord] = []

    async def run() -> int:
        async with opened(server, tmp_path, records, name="cohere") as provider:
            return len((await provider.session("q1").embed(["a", "b"])).vectors)

    with LoopbackLLM(script=[Canned(200, body)]) as server:
        assert asyncio.run(run()) == 2
    assert [record.outcome for record in records] == ["transient", "ok"]
