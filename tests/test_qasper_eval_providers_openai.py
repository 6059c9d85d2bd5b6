"""The real openai SDK against a loopback server that fails in every way it can."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from loopback_llm import ANSWER, LoopbackLLM, Step
from loopback_wire import Canned, completion, openai_error
from provider_kit import KEY, answered, ask, opened, recorded
from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.prediction_parts import Usage
from qasper_eval.providers.base import ChatReply

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_eval.providers import CallRecord


def test_what_is_asked_and_what_is_recorded(tmp_path: Path) -> None:
    """S0-30: served model, fingerprint, tokens and headers come from the response; S0-08: so do the seconds."""
    limits = {"x-ratelimit-limit-requests": "500", "x-request-id": "r1", "set-cookie": "c"}
    usage = {
        "prompt_tokens": 1200,
        "completion_tokens": 30,
        "prompt_tokens_details": {"cached_tokens": 1024},
        "completion_tokens_details": {"reasoning_tokens": 7},
    }
    script: list[Step] = [Canned(200, completion(ANSWER, usage=usage), limits)]
    with LoopbackLLM(script=script) as server:
        records: list[CallRecord] = []

        async def run() -> tuple[ChatReply, Usage, str | None, float]:
            async with opened(server, tmp_path, records, seed=13) as provider:
                session = provider.session("q1")
                reply = await session.chat(ask())
                return reply, session.usage, session.model_served, session.seconds

        reply, usage_sum, served, seconds = asyncio.run(run())
        sent = server.arrivals[0]
    assert sent.path == "/v1/chat/completions"
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert sent.body == {
        "model": "asked-1",
        "messages": [{"role": "system", "content": "Answer."}, {"role": "user", "content": "Question 1?"}],
        "temperature": 0.0,
        "seed": 13,
        "max_tokens": 1024,
    }
    assert (reply.text, reply.finish_reason, served) == (ANSWER, "stop", "served-1")
    assert usage_sum == Usage(1200, 30, 1024, 7, 1)
    assert seconds > 0
    record = records[0]
    assert (record.outcome, record.status, record.model, record.model_served) == ("ok", 200, "asked-1", "served-1")
    assert (record.system_fingerprint, record.attempt, record.cached_tokens) == ("fp_1", 1, 1024)
    assert dict(record.headers) == {"x-ratelimit-limit-requests": "500"}
    assert record.cost_usd is None


@pytest.mark.parametrize(
    "fault",
    [
        "500",
        "503",
        "error in 200",
        "html",
        "html in 200",
        "text",
        "json string",
        "truncated json",
        "no choices",
        "reset",
        "cut",
    ],
)
def test_transient_faults_are_tried_again(fault: str, tmp_path: Path) -> None:
    """T14: an error in a 200, HTML, text, cut JSON, no choices, a broken connection: never an answer."""
    records, reply = recorded([fault, fault], tmp_path)
    assert isinstance(reply, ChatReply)
    assert [record.outcome for record in records] == ["transient", "transient", "ok"]
    assert [record.attempt for record in records] == [1, 2, 3]


@pytest.mark.parametrize("content", [None, 7, {"text": "x"}])
def test_null_content_is_transient(content: Any, tmp_path: Path) -> None:
    """T14."""
    body = completion("x")
    body["choices"][0]["message"]["content"] = content
    records, reply = recorded([Canned(200, body)], tmp_path)
    assert isinstance(reply, ChatReply)
    assert records[0].outcome == "transient"


def test_an_error_inside_a_choice_is_judged_by_its_code(tmp_path: Path) -> None:
    body = completion("half an ans")
    body["choices"][0]["error"] = {"code": 502, "message": "Provider disconnected"}
    records, _ = recorded([Canned(200, body)], tmp_path)
    assert (records[0].outcome, records[0].status, records[0].detail) == ("transient", 502, "Provider disconnected")


@pytest.mark.parametrize("fault", ["hang", "drip"])
def test_a_hang_ends_at_the_deadline(fault: str, tmp_path: Path) -> None:
    """S0-44: of the whole attempt, also when a byte comes now and then; and it is tried again."""
    records, reply = recorded([fault], tmp_path, timeout_s=0.4)
    assert isinstance(reply, ChatReply)
    assert (records[0].outcome, records[0].cause) == ("transient", "timeout")
    assert "no reply within 0.4 s" in str(records[0].detail)


def test_a_question_is_tried_eight_times(tmp_path: Path) -> None:
    """S0-48: then it is unmeasured, with the last error, and the run goes on."""
    records, error = recorded(["500"] * 20, tmp_path)
    assert isinstance(error, ItemUnmeasuredError)
    assert (error.cause, len(records)) == ("transient", 8)
    assert "8 tries failed, the last: server_error: HTTP 500: The server had an error" in error.detail


@pytest.mark.parametrize(
    ("first", "cause", "budgets"),
    [
        (completion('{"ans', finish="length"), "truncated", [1024, 2048]),
        (completion("", finish="length"), "truncated", [1024, 4096]),
        (completion(None, finish="length"), "truncated", [1024, 4096]),
        (completion("<think>on and on", finish="length"), "truncated", [1024, 4096]),
        (completion(""), "empty", [1024, 1024]),
        (completion("<think>so</think>\n "), "empty", [1024, 1024]),
        (completion("x", finish="content_filter"), "filtered", [1024, 1024]),
    ],
)
def test_unusable_replies_get_one_second_try(first: Any, cause: str, budgets: list[int], tmp_path: Path) -> None:
    """T16: larger when cut, more so when thinking took it all; then unmeasured, never an answer, never remembered."""
    with LoopbackLLM(script=[Canned(200, first), Canned(200, first), None]) as server:
        records: list[CallRecord] = []

        async def run() -> tuple[str, ChatReply]:
            async with opened(server, tmp_path, records) as provider:
                with pytest.raises(ItemUnmeasuredError) as caught:
                    await provider.session("q1").chat(ask())
                return caught.value.cause, await provider.session("q1").chat(ask())

        found, reply = asyncio.run(run())
        assert [arrival.body["max_tokens"] for arrival in server.arrivals] == [*budgets, 1024]
    assert found == cause
    assert [(record.outcome, record.cause) for record in records[:2]] == [("unusable", cause)] * 2
    assert reply.text == ANSWER


def test_a_refusal_is_filtered(tmp_path: Path) -> None:
    body = completion(None)
    body["choices"][0]["message"]["refusal"] = "I cannot help with that."
    records, error = recorded([Canned(200, body)] * 2, tmp_path)
    assert isinstance(error, ItemUnmeasuredError)
    assert (error.cause, len(records)) == ("filtered", 2)


def test_a_larger_budget_that_is_refused_leaves_the_question_cut(tmp_path: Path) -> None:
    too_large = openai_error("max_tokens is too large: 2048.", "invalid_request_error", "invalid_value", "max_tokens")
    script: list[Step] = [Canned(200, completion("x", finish="length")), Canned(400, too_large)]
    _, error = recorded(script, tmp_path)
    assert isinstance(error, ItemUnmeasuredError)
    assert error.cause == "truncated"


def test_the_reply_contract_is_the_agents(tmp_path: Path) -> None:
    """A reply outside the contract gets one second try, and a good second reply is the answer."""
    with LoopbackLLM(script=[Canned(200, completion("no JSON"))]) as server:
        records: list[CallRecord] = []

        async def run() -> tuple[ChatReply, Usage]:
            async with opened(server, tmp_path, records) as provider:
                session = provider.session("q1")
                reply = await session.chat(ask(), accept=lambda reply: None if "{" in reply.text else "unparsable")
                return reply, session.usage

        reply, usage = asyncio.run(run())
    assert [(record.outcome, record.cause) for record in records] == [("unusable", "unparsable"), ("ok", None)]
    assert (reply.text, usage.calls) == (ANSWER, 2)


def test_an_error_null_beside_a_completion_is_none(tmp_path: Path) -> None:
    records, reply = recorded([Canned(200, {**completion(ANSWER), "error": None})], tmp_path)
    assert isinstance(reply, ChatReply)
    assert len(records) == 1


def test_usage_may_be_missing(tmp_path: Path) -> None:
    body = completion(ANSWER)
    del body["usage"], body["system_fingerprint"], body["model"]
    _, reply = recorded([Canned(200, body)], tmp_path)
    assert isinstance(reply, ChatReply)
    assert (reply.input_tokens, reply.model_served, reply.system_fingerprint) == (None, None, None)


def test_thinking_in_the_text_is_left_out(tmp_path: Path) -> None:
    _, reply = recorded([Canned(200, completion(f"<think>maybe P7?</think>\n{ANSWER}"))], tmp_path)
    assert isinstance(reply, ChatReply)
    assert reply.text == ANSWER


def test_extra_parameters_are_sent_as_they_are(tmp_path: Path) -> None:
    with LoopbackLLM() as server:
        answered(server, tmp_path, extra={"top_k": 1, "provider": {"order": ["x"]}})
        assert (server.arrivals[0].body["top_k"], server.arrivals[0].body["provider"]) == (1, {"order": ["x"]})


def test_no_environment_variable_redirects_a_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither server nor key may come from elsewhere than the config: another server must not see OpenAI's key."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-of-another-vendor-1234")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/elsewhere")
    with LoopbackLLM() as server:
        assert answered(server, tmp_path, api_key=None).text == ANSWER
        assert "another-vendor" not in server.arrivals[0].headers["authorization"]
