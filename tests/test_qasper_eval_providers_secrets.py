"""A key reaches the SDK's Authorization header and nothing else."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

import pytest

from loopback_llm import LoopbackLLM
from loopback_wire import Canned, completion, openai_error
from provider_kit import KEY, ask, opened
from qasper_eval.errors import ItemUnmeasuredError, RunStoppedError
from qasper_eval.providers import ProviderSettings
from qasper_eval.providers.wire import Redactor

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_eval.providers import CallRecord

ECHO = Canned(500, openai_error(f"upstream said: Authorization: Bearer {KEY}"), {"x-router-model": f"m-{KEY}"})


@pytest.mark.parametrize("name", ["openai", "cohere"])
def test_a_planted_key_reaches_no_record_file_log_or_error(
    name: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """S0-32: with a provider that echoes the key in an error, in a header, in a refusal and in an answer."""
    caplog.set_level(logging.INFO)
    answer = Canned(200, completion(f"The key is {KEY}."))
    rejected = Canned(401, openai_error(f"Incorrect API key provided: {KEY}", None, "invalid_api_key"))
    records: list[CallRecord] = []
    said: list[str] = []
    texts: list[str] = []

    async def run() -> None:
        async with opened(server, tmp_path, records, name=name, said=said) as provider:
            texts.append(repr(provider.settings))
            for number in range(3):
                try:
                    texts.append((await provider.session(f"q{number}").chat(ask(number))).text)
                except (ItemUnmeasuredError, RunStoppedError) as error:
                    texts.append(f"{error!r} {error.__cause__!r} {error.__context__!r}")

    with LoopbackLLM(script=[ECHO, answer, ECHO, rejected]) as server:
        asyncio.run(run())
        assert all(arrival.headers["authorization"] == f"Bearer {KEY}" for arrival in server.arrivals)
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    lines = [record.to_json() for record in records]
    assert KEY.encode() not in written
    assert KEY not in "\n".join([*lines, *said, *texts, caplog.text])
    assert any("[redacted]" in line for line in lines)


def test_an_answer_that_holds_the_key_loses_it(tmp_path: Path) -> None:
    async def run() -> str:
        async with opened(server, tmp_path) as provider:
            return (await provider.session("q").chat(ask())).text

    with LoopbackLLM(script=[Canned(200, completion(f"It is {KEY}."))]) as server:
        assert asyncio.run(run()) == "It is [redacted]."


def test_a_password_in_the_base_url_is_a_secret() -> None:
    """It is in neither the server's identity nor any text."""
    settings = ProviderSettings("openai", "m", base_url="https://user:pass-word-1@Host.example:8443/v1/?token=abcdef")
    assert settings.host == "host.example:8443/v1"
    assert settings.secrets == ("pass-word-1", "token=abcdef")
    assert Redactor(settings.secrets).text("at pass-word-1?token=abcdef") == "at [redacted]?[redacted]"


def test_a_placeholder_key_does_not_shred_text() -> None:
    """Local servers take any key; one of a letter must not be cut out of every word."""
    assert Redactor(("x", "ollama")).text("exact ollama") == "exact [redacted]"
