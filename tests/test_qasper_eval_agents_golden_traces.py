"""Golden traces: every step of every agent on one made-up paper, through the real SDKs, against files read by people.

The files in golden/traces/ were checked line by line when they were added. A change of an agent that is meant is
written to them with QASPER_EVAL_WRITE_GOLDEN=1, and then shows in the diff for a reviewer.
"""

from __future__ import annotations

import asyncio
import json
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from agent_fakes import PAPER, question
from loopback_llm import LoopbackLLM
from loopback_wire import Canned, cohere_chat
from qasper_eval.agents.cohere_grounded import CohereGroundedAgent
from qasper_eval.agents.extractive import ExtractiveAgent
from qasper_eval.agents.full_paper import FullPaperAgent
from qasper_eval.agents.retrieve_then_read import RetrieveThenReadAgent
from qasper_eval.agents.tool_loop import ToolLoopAgent
from qasper_eval.providers import ProviderSettings, open_provider

if TYPE_CHECKING:
    from collections.abc import Callable

    from qasper_eval.agents.base import Agent
    from qasper_eval.agents.chat_provider import ChatProvider
    from qasper_eval.providers.settings import Vendor
    from qasper_eval.records import Prediction

GOLDEN = Path(__file__).parent / "golden" / "traces"
TIMELESS = ("seconds",)
GRU = json.dumps({"citations": ["P2", "P9"], "answer_type": "extractive", "answer": "a GRU"})
DECLINED = json.dumps({"citations": [], "answer_type": "none", "answer": "Unanswerable"})
_NO_REPLY: dict[str, object] = {"citations": [], "answer_type": "", "answer": ""}
TOOLS = [
    json.dumps({"action": "search", "argument": "lamp bulb", **_NO_REPLY}),
    json.dumps({"action": "read", "argument": "S2", **_NO_REPLY}),
    json.dumps({"action": "answer", "argument": "", **json.loads(GRU)}),
]
GROUNDED = cohere_chat(
    "It uses a GRU.",
    citations=[
        {
            "start": 8,
            "end": 13,
            "text": "a GRU",
            "type": "TEXT_CONTENT",
            "sources": [{"type": "document", "id": "P2", "document": {"id": "P2"}}],
        }
    ],
)
SHORT = cohere_chat(json.dumps({"answer_type": "extractive", "answer": "a GRU"}))


def _asked(
    make: Callable[[ChatProvider], Agent], folder: Path, script: list[str] | list[Canned], vendor: Vendor
) -> Prediction:
    replies = iter(reply for reply in script if isinstance(reply, str))
    canned = [reply for reply in script if isinstance(reply, Canned)]
    with LoopbackLLM(script=canned, answer=lambda _prompt: next(replies)) as server:

        async def ask() -> Prediction:
            base_url = server.url + ("/v1" if vendor == "openai" else "")
            settings = ProviderSettings(vendor, "model", base_url=base_url, api_key="key")
            async with open_provider(
                settings, sink=lambda _record: None, state_dir=folder, cache_dir=folder
            ) as provider:
                return await make(provider).answer(PAPER, question())

        found = asyncio.run(ask())
        assert len(server.arrivals) == len(script)
    return found


def _extractive(_folder: Path) -> Prediction:
    return asyncio.run(ExtractiveAgent().answer(PAPER, question()))


AGENTS: dict[str, Callable[[Path], Prediction]] = {
    "extractive": _extractive,
    "full-paper": lambda folder: _asked(FullPaperAgent, folder, [GRU], "openai"),
    "full-paper-declined": lambda folder: _asked(FullPaperAgent, folder, [DECLINED], "openai"),
    "retrieve-then-read": lambda folder: _asked(RetrieveThenReadAgent, folder, [GRU], "openai"),
    "tool-loop": lambda folder: _asked(ToolLoopAgent, folder, TOOLS, "openai"),
    "cohere-grounded": lambda folder: _asked(
        CohereGroundedAgent, folder, [Canned(200, GROUNDED), Canned(200, SHORT)], "cohere"
    ),
}


@pytest.mark.parametrize("name", AGENTS)
def test_an_agent_does_what_its_golden_trace_says(name: str, tmp_path: Path) -> None:
    """Answer, citations, claims, ranking, tokens and every step of the trace, to the last value."""
    found = {key: value for key, value in asdict(AGENTS[name](tmp_path)).items() if key not in TIMELESS}
    text = json.dumps(found, indent=1, ensure_ascii=False) + "\n"
    path = GOLDEN / f"{name}.json"
    if os.environ.get("QASPER_EVAL_WRITE_GOLDEN"):
        path.write_text(text, "utf-8")
    assert json.loads(text) == json.loads(path.read_text("utf-8"))
