"""Parameters that a model rejects, given up once with a note."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from loopback_llm import ANSWER, LoopbackLLM, Step
from loopback_wire import NO_TEMPERATURE, Canned, openai_error
from provider_kit import answered, ask, opened, recorded
from qasper_eval.errors import ItemUnmeasuredError

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_eval.providers import CallRecord

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"answer": {"type": "string"}}}


def test_a_rejected_parameter_is_dropped_once(tmp_path: Path) -> None:
    """S4-45: with one note, for all later calls too."""

    def decide(arrival: Any) -> Step:
        return Canned(400, NO_TEMPERATURE) if "temperature" in arrival.body else None

    with LoopbackLLM(decide=decide) as server:
        records: list[CallRecord] = []

        async def run() -> tuple[str, ...]:
            async with opened(server, tmp_path, records, max_concurrency=4) as provider:
                await provider.session("q0").chat(ask(0))
                await asyncio.gather(*(provider.session(f"q{n}").chat(ask(n)) for n in range(1, 20)))
                return provider.notes

        notes = asyncio.run(run())
        refused = [arrival for arrival in server.arrivals if arrival.status == 400]
    assert notes == ("temperature rejected by the model and no longer sent",)
    assert len(refused) == 1
    assert [record.notes for record in records if record.notes] == [notes]
    assert sum(record.outcome == "ok" for record in records) == 20


def test_those_that_left_before_the_lesson_just_try_again(tmp_path: Path) -> None:
    """Eight at once meet the same rejection: one note, eight answers."""

    def decide(arrival: Any) -> Step:
        return Canned(400, NO_TEMPERATURE) if "temperature" in arrival.body else None

    with LoopbackLLM(decide=decide, latency_s=0.02) as server:

        async def run() -> tuple[str, ...]:
            async with opened(server, tmp_path) as provider:
                await asyncio.gather(*(provider.session(f"q{n}").chat(ask(n)) for n in range(8)))
                return provider.notes

        assert len(asyncio.run(run())) == 1
        assert server.paid == 8


def test_a_dropped_parameter_does_not_change_what_is_remembered(tmp_path: Path) -> None:
    """The next run starts with the parameter again and must still find what this one paid for."""

    def decide(arrival: Any) -> Step:
        return Canned(400, NO_TEMPERATURE) if "temperature" in arrival.body else None

    with LoopbackLLM(decide=decide) as server:
        first = answered(server, tmp_path)
        count = len(server.arrivals)
        assert answered(server, tmp_path) == first
        assert len(server.arrivals) == count


@pytest.mark.parametrize("name", ["max_tokens", "max_completion_tokens"])
def test_the_name_of_the_budget_is_found(name: str, tmp_path: Path) -> None:
    def decide(arrival: Any) -> Step:
        wrong = {"max_tokens", "max_completion_tokens"} - {name}
        unknown = openai_error(f"Unsupported parameter: '{min(wrong)}'", None, "unsupported_parameter", min(wrong))
        return Canned(400, unknown) if wrong & set(arrival.body) else None

    with LoopbackLLM(decide=decide) as server:
        assert answered(server, tmp_path).text == ANSWER
        assert server.arrivals[-1].body[name] == 1024


def test_a_schema_is_strict_then_an_object_then_the_prompt_alone(tmp_path: Path) -> None:
    unknown = openai_error("This response_format type is unavailable now", "invalid_request_error")
    with LoopbackLLM(script=[Canned(400, unknown), Canned(400, unknown)]) as server:
        answered(server, tmp_path, ask(json_schema=SCHEMA))
        formats = [arrival.body.get("response_format") for arrival in server.arrivals]
    schema = {"name": "reply", "schema": SCHEMA, "strict": True}
    assert formats == [{"type": "json_schema", "json_schema": schema}, {"type": "json_object"}, None]


def test_a_parameter_out_of_range_is_the_users_to_mend(tmp_path: Path) -> None:
    """It is not dropped: that would hide what was asked for."""
    wrong = openai_error("Invalid 'temperature': above maximum", None, "decimal_above_max_value", "temperature")
    _, error = recorded([Canned(400, wrong)], tmp_path)
    assert isinstance(error, ItemUnmeasuredError)
    assert error.cause == "invalid_request"
