"""Reranking: the model's order, of what retrieval found, through the real SDK."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from agent_fakes import PAPER
from loaders.records import Paper, Paragraph
from loopback_llm import LoopbackLLM
from loopback_wire import Canned
from provider_kit import opened
from qasper_eval.agents.retrieval import Query
from qasper_eval.agents.retrieval.passages import Passages
from qasper_eval.agents.retrieval.rerank import MOST_DOCUMENTS
from qasper_eval.agents.retrieval.search import paper_search
from qasper_eval.agents.retrieval.search_options import RetrievalOptions
from qasper_eval.agents.retrieval.services import RetrievalServices
from qasper_eval.errors import RunStoppedError

if TYPE_CHECKING:
    from pathlib import Path

    from qasper_eval.prediction_parts import Retrieved
    from qasper_eval.providers import CallRecord

RERANK = RetrievalOptions(rerank=True)


def _ranked(
    server: LoopbackLLM,
    folder: Path,
    words: str = "lamp",
    paper: Paper = PAPER,
    records: list[CallRecord] | None = None,
) -> tuple[tuple[Retrieved, ...], float | None]:
    async def rank() -> tuple[tuple[Retrieved, ...], float | None]:
        async with opened(server, folder, records, name="cohere", model="rerank-1") as provider:
            services = RetrievalServices(reranking=provider).open("q1")
            return await paper_search(paper, RERANK, services).rank(Query.of(words)), services.cost_usd

    return asyncio.run(rank())


def test_the_models_order_and_relevance_replace_the_searchs(tmp_path: Path) -> None:
    """Ordinals 0 and 3 hold the word; the server puts the last document sent first, with 0.9 and 0.45."""
    records: list[CallRecord] = []
    with LoopbackLLM() as server:
        found, cost = _ranked(server, tmp_path, records=records)
        again, _ = _ranked(server, tmp_path, records=records)
        (body,) = [arrival.body for arrival in server.arrivals]
    texts = dict(zip(Passages.of(PAPER).ordinals, Passages.of(PAPER).texts, strict=True))
    first, last = (next(ordinal for ordinal, text in texts.items() if text == sent) for sent in body["documents"])
    assert {first, last} == {0, 3}
    assert [(entry.paragraph, entry.rank, entry.score) for entry in found] == [(last, 1, 0.9), (first, 2, 0.45)]
    assert (body["query"], body["model"]) == ("lamp", "rerank-1")
    assert again == found
    assert cost is None, "a search has no price by the token"
    assert [(record.operation, record.outcome) for record in records] == [("rerank", "ok"), ("rerank", "memo")]


def test_no_more_than_one_search_is_charged(tmp_path: Path) -> None:
    """Cohere charges a search for each hundred documents."""
    paper = Paper("p", "", "", tuple(Paragraph(f"lamp {number}") for number in range(150)), ())
    with LoopbackLLM() as server:
        found, _ = _ranked(server, tmp_path, paper=paper)
        assert len(server.arrivals[0].body["documents"]) == MOST_DOCUMENTS == 100
    assert len(found) == 100


@pytest.mark.parametrize("words", ["zebra", "  "])
def test_nothing_found_makes_no_call(tmp_path: Path, words: str) -> None:
    with LoopbackLLM() as server:
        assert _ranked(server, tmp_path, words)[0] == ()
        assert server.arrivals == []


def test_a_ranking_that_names_what_was_not_sent_is_asked_for_again(tmp_path: Path) -> None:
    """T14: never mapped to another paragraph."""
    wrong: dict[str, Any] = {"id": "1", "results": [{"index": 7, "relevance_score": 0.9}]}
    with LoopbackLLM(script=[Canned(200, wrong)]) as server:
        found, _ = _ranked(server, tmp_path)
        assert len(server.arrivals) == 2
    assert {entry.paragraph for entry in found} == {0, 3}


def test_a_used_up_trial_key_stops_the_run(tmp_path: Path) -> None:
    """T13: reranking is under the same quota stop as chat."""
    with LoopbackLLM(script=["monthly"]) as server, pytest.raises(RunStoppedError, match="quota"):
        _ranked(server, tmp_path)
