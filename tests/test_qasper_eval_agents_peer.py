"""Each OpenAI-style agent once, end to end, on a real model; its answers are worthless, its protocol is real."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any

import pytest

from agent_fakes import PAPER, question
from model_peer import model_peer, needs_peer
from qasper_eval.agents.full_paper import FullPaperAgent
from qasper_eval.agents.retrieve_then_read import RetrieveThenReadAgent
from qasper_eval.agents.tool_loop import ToolLoopAgent
from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.prediction_json import prediction_from_json, prediction_to_json
from qasper_eval.providers import ProviderSettings, open_provider

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from qasper_eval.agents.base import Agent
    from qasper_eval.agents.chat_provider import ChatProvider
    from qasper_eval.providers import CallRecord
    from qasper_eval.records import Prediction

pytestmark = needs_peer
CONTEXT = 3072
OUTPUT = 64


@pytest.fixture(scope="module")
def peer() -> Generator[str]:
    """Yield the model's base URL."""
    with model_peer(CONTEXT, 1) as url:
        yield url


def _ask(
    make: Callable[[ChatProvider], Agent], url: str, folder: Path
) -> tuple[Prediction | ItemUnmeasuredError, list[CallRecord]]:
    records: list[CallRecord] = []
    settings = ProviderSettings("openai", "smollm2", base_url=url, temperature=0.7, seed=1, max_output_tokens=OUTPUT)

    async def ask() -> Prediction | ItemUnmeasuredError:
        async with open_provider(settings, sink=records.append, state_dir=folder, cache_dir=folder) as provider:
            try:
                return await make(provider).answer(PAPER, question("How bright is the lamp?"))
            except ItemUnmeasuredError as error:
                return error

    return asyncio.run(ask()), records


@pytest.mark.parametrize(
    ("kind", "options"),
    [(FullPaperAgent, {}), (RetrieveThenReadAgent, {}), (ToolLoopAgent, {"max_steps": 2})],
    ids=["full-paper", "retrieve-then-read", "tool-loop"],
)
def test_a_real_model_is_asked_and_its_reply_is_kept_or_named_unusable(
    kind: Callable[..., Agent], options: dict[str, Any], peer: str, tmp_path: Path
) -> None:
    """Strict schemas of both kinds are taken, nothing overruns the context, and no reply becomes a made-up answer."""
    outcome, records = _ask(
        lambda provider: kind(provider, context_tokens=CONTEXT, max_output_tokens=OUTPUT, **options), peer, tmp_path
    )
    assert records
    assert {record.outcome for record in records} <= {"ok", "unusable"}
    if isinstance(outcome, ItemUnmeasuredError):
        assert outcome.cause in {"unparsable", "truncated"}
        return
    assert (outcome.usage is not None, outcome.model_served is not None) == (True, True)
    assert outcome.predicted_answer
    assert all(not PAPER.paragraphs[citation.paragraph].is_blank for citation in outcome.citations)
    assert prediction_from_json(json.loads(prediction_to_json(outcome))) == outcome
