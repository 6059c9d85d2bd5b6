"""An agent behind an HTTP endpoint: what it is sent, and every way in which it may fail."""

from __future__ import annotations

import asyncio
import json
import socket
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from agent_fakes import PAPER, question
from loaders.records import Reference
from loopback_endpoint import LoopbackEndpoint, Reply
from qasper_eval.agents.foreign_prediction import NO_PREDICTION
from qasper_eval.agents.http_agent import MOST_BYTES, MOST_PAUSE_S, PAUSES_S, HttpAgent, HttpAgentSettings
from qasper_eval.errors import ConfigError, ItemUnmeasuredError, RunStoppedError
from qasper_eval.prediction_parts import Citation

if TYPE_CHECKING:
    from loaders.records import Paper, Question
    from qasper_eval.records import Prediction

GRU = {"predicted_answer": "a GRU", "citations": [2]}
SECRET = "bearer-planted-0123456789"


class Ask:
    """Asks an endpoint one question and keeps the pauses instead of sleeping them."""

    def __init__(self, url: str, **settings: Any) -> None:
        self.settings = HttpAgentSettings(url, **settings)
        self.pauses: list[float] = []

    async def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)

    def __call__(self, paper: Paper = PAPER, asked: Question | None = None) -> Prediction:
        async def ask() -> Prediction:
            agent = HttpAgent(self.settings, sleep=self._pause)
            try:
                return await agent.answer(paper, asked or question())
            finally:
                await agent.aclose()

        return asyncio.run(ask())


def unmeasured(ask: Ask) -> ItemUnmeasuredError:
    with pytest.raises(ItemUnmeasuredError) as caught:
        ask()
    return caught.value


def stopped(ask: Ask) -> RunStoppedError:
    with pytest.raises(RunStoppedError) as caught:
        ask()
    return caught.value


def test_paper_and_question_go_out_without_references_and_the_answer_is_placed() -> None:
    """No agent sees human answers; each paragraph says its ordinal and whether it may be cited."""
    asked = replace(question(), references=(Reference("human answer", "extractive", ("human evidence",)),))
    with LoopbackEndpoint(answer=lambda _asked: GRU) as endpoint:
        found = Ask(endpoint.url)(replace(PAPER, questions=(asked,)), asked)
    assert found.citations == (Citation(2),)
    assert found.predicted_evidence == (PAPER.paragraphs[2].text,)
    (sent,) = endpoint.asked
    assert "human" not in json.dumps(sent)
    assert sent["question"] == {"id": "q1", "paper_id": "paper", "text": "Which network is used?", "kind": "question"}
    assert sorted(sent["paper"]) == ["abstract", "id", "paragraphs", "title"]
    assert [paragraph["ordinal"] for paragraph in sent["paper"]["paragraphs"]] == [0, 1, 2, 3, 4, 5]
    assert [paragraph["citable"] for paragraph in sent["paper"]["paragraphs"]] == [
        True,
        False,
        True,
        True,
        True,
        False,
    ]
    assert sent["paper"]["paragraphs"][2]["text"] == "We use a GRU.\nIt has two layers."
    assert endpoint.headers[0]["content-type"] == "application/json"
    assert "authorization" not in endpoint.headers[0]


def test_the_abstract_is_citable_when_the_config_says_so() -> None:
    with LoopbackEndpoint(answer=lambda _asked: {"predicted_answer": "x", "citations": [5]}) as endpoint:
        assert Ask(endpoint.url, cite_abstract=True)().citations == (Citation(5),)
        assert Ask(endpoint.url)().invalid_citations == 1
    assert endpoint.asked[0]["paper"]["paragraphs"][5]["citable"] is True


def test_a_half_character_in_a_paper_is_sent_as_one_replacement() -> None:
    """A lone surrogate encodes as no UTF-8; offsets stay what they were."""
    first = replace(PAPER.paragraphs[0], text="a\ud800b")
    with LoopbackEndpoint() as endpoint:
        Ask(endpoint.url)(replace(PAPER, paragraphs=(first, *PAPER.paragraphs[1:])))
    assert endpoint.asked[0]["paper"]["paragraphs"][0]["text"] == "a\ufffdb"


@pytest.mark.parametrize("status", [200, 201, 202])
def test_any_kind_of_success_will_do(status: int) -> None:
    """Some frameworks answer every POST with 201."""
    with LoopbackEndpoint(Reply(status, GRU)) as endpoint:
        assert Ask(endpoint.url)().predicted_answer == "a GRU"


@pytest.mark.parametrize("status", [408, 425, 429, 500, 502, 503, 504])
def test_a_busy_or_failing_server_is_asked_again(status: int) -> None:
    with LoopbackEndpoint(Reply(status), Reply(status), answer=lambda _asked: GRU) as endpoint:
        ask = Ask(endpoint.url)
        assert ask().predicted_answer == "a GRU"
    assert len(endpoint.asked) == 3
    assert ask.pauses == [*PAUSES_S]


def test_a_server_that_goes_on_failing_leaves_its_question_unmeasured() -> None:
    """Bounded: three tries, then a cause, the server's words kept, never an answer."""
    broken = Reply(503, {"error": {"message": "model is loading"}})
    with LoopbackEndpoint(*[broken] * 9) as endpoint:
        error = unmeasured(Ask(endpoint.url))
    assert error.cause == "endpoint error"
    assert "HTTP 503: model is loading" in error.detail
    assert len(endpoint.asked) == 3


@pytest.mark.parametrize(("asked", "pause"), [("7", 7.0), ("0.5", 0.5), ("3600", MOST_PAUSE_S), ("nan", 0.5)])
def test_the_servers_own_pause_is_kept_within_bounds(asked: str, pause: float) -> None:
    """T15: nonsense falls back to our own pause, an hour is not waited."""
    with LoopbackEndpoint(Reply(429, headers={"Retry-After": asked}), answer=lambda _asked: GRU) as endpoint:
        ask = Ask(endpoint.url)
        ask()
    assert ask.pauses == [pause]


def test_no_reply_in_time_is_a_cause() -> None:
    with LoopbackEndpoint(*[Reply(hang=True)] * 3) as endpoint:
        error = unmeasured(Ask(endpoint.url, timeout_s=0.05))
        endpoint.over.set()
    assert error.cause == "timeout"
    assert "no reply within 0.05 s" in error.detail


def test_a_connection_that_breaks_off_is_a_cause() -> None:
    """T14: half a body is no answer, however well it starts."""
    with LoopbackEndpoint(*[Reply(200, b'{"predicted_answer": "x", "citations": []}', cut=True)] * 3) as endpoint:
        assert unmeasured(Ask(endpoint.url)).cause == "connection"
    assert len(endpoint.asked) == 3


BAD_BODIES: list[tuple[bytes | Any, str]] = [
    (b"", "not JSON"),
    (b"<html>busy</html>", "not JSON: busy"),
    (b'{"predicted_answer": ', "not JSON"),
    ([GRU], "must be a JSON object"),
    (b"null", "must be a JSON object"),
    ({}, "give citations"),
    ({"predicted_answer": 3, "citations": []}, "must be a string"),
    ({"answer": "x"}, "unknown key 'answer'"),
    ({"predicted_answer": "x", "citations": ["P3"]}, "cite by ordinal"),
    (b'{"predicted_answer": "x", "citations": [], "cost_usd": NaN}', "JSON"),
    (b"[" * 100_000, "not JSON"),
]


@pytest.mark.parametrize(("body", "part"), BAD_BODIES)
def test_a_bad_body_is_a_cause_and_is_not_asked_for_again(body: bytes | Any, part: str) -> None:
    with LoopbackEndpoint(Reply(200, body)) as endpoint:
        error = unmeasured(Ask(endpoint.url))
    assert error.cause == NO_PREDICTION
    assert part in error.detail
    assert len(endpoint.asked) == 1


def test_a_body_without_end_is_not_read_to_its_end() -> None:
    with LoopbackEndpoint(Reply(200, b" " * (MOST_BYTES + 1))) as endpoint:
        assert "longer than" in unmeasured(Ask(endpoint.url)).detail


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_refused_question_is_a_cause(status: int) -> None:
    with LoopbackEndpoint(Reply(status, {"detail": "paper too long"})) as endpoint:
        error = unmeasured(Ask(endpoint.url))
    assert error.cause == "endpoint refused"
    assert f"HTTP {status}" in error.detail
    assert len(endpoint.asked) == 1


@pytest.mark.parametrize("status", [301, 307, 401, 403, 404, 405])
def test_a_wrong_address_or_token_stops_the_run(status: int) -> None:
    """A thousand questions would fail in the same way: exit 2, and the config names what to mend."""
    with LoopbackEndpoint(Reply(status, headers={"Location": "/elsewhere"})) as endpoint:
        error = stopped(Ask(endpoint.url))
    assert (error.cause, error.exit_code) == ("rejected", 2)
    assert "agent.url" in error.detail
    assert len(endpoint.asked) == 1


def test_a_service_that_is_not_there_stops_the_run_resumably() -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        ask = Ask(f"http://127.0.0.1:{closed.getsockname()[1]}/answer")
        error = stopped(ask)
    assert (error.cause, error.exit_code) == ("unreachable", 75)
    assert len(ask.pauses) == 2


def test_the_token_goes_out_and_comes_back_nowhere() -> None:
    """Rule 4: a server that echoes the header in an error or a trace does not get it into a file."""
    trace = [{"step": "s", "input": f"Bearer {SECRET}", "output": None}]
    echo = Reply(422, {"detail": f"bad token {SECRET}"})
    with LoopbackEndpoint(echo, answer=lambda _asked: {**GRU, "trace": trace}) as endpoint:
        ask = Ask(endpoint.url + f"?key={SECRET}", token=SECRET)
        detail = unmeasured(ask).detail
        found = ask()
    assert endpoint.headers[0]["authorization"] == f"Bearer {SECRET}"
    assert SECRET not in detail
    assert "[redacted]" in detail
    assert found.trace[0].input == "Bearer [redacted]"


def test_a_proxy_of_the_environment_is_not_asked_for_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    with LoopbackEndpoint(answer=lambda _asked: GRU) as endpoint:
        assert Ask(endpoint.url)().predicted_answer == "a GRU"


@pytest.mark.parametrize(
    ("url", "part"),
    [
        ("localhost:8000", "no http(s) address"),
        ("ftp://127.0.0.1/x", "no http(s) address"),
        ("http://", "no http(s) address"),
        ("http://127.0.0.1:99999/x", "no http(s) address"),
        ("http://me:pass@127.0.0.1/x", "agent.token_env"),
    ],
)
def test_an_address_that_cannot_work_is_refused(url: str, part: str) -> None:
    with pytest.raises(ConfigError, match=r"agent\.url") as caught:
        HttpAgentSettings(url)
    assert part in str(caught.value)
    assert "pass@" not in str(caught.value)
