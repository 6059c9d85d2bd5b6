"""How much of what full-paper sends a provider can serve from its prefix cache."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import TYPE_CHECKING

from agent_fakes import MemoryProvider
from support import SHARED, needs_shared

from loaders.records import Paper, Paragraph, Question
from loaders.registry import load
from qasper_eval.agents.full_paper import FullPaperAgent
from qasper_eval.runner.slicing import cut_slice

if TYPE_CHECKING:
    from collections.abc import Sequence

Asked = tuple[Paper, Question]
BLOCK = 128 * 4
"""Characters of 128 tokens, the step in which OpenAI's cache counts; it serves nothing below 1,024 tokens."""


def _common_blocks(one: str, other: str) -> int:
    blocks = 0
    while one[: (blocks + 1) * BLOCK] == other[: (blocks + 1) * BLOCK] and (blocks + 1) * BLOCK <= len(one):
        blocks += 1
    return blocks


def _cached_share(asked: Sequence[Asked]) -> float:
    """Share of the input that a cache holding only the prompt before serves, the strictest cache that there is."""

    async def prompts() -> list[str]:
        agent = FullPaperAgent(MemoryProvider())
        requests = [await agent.request(paper, question) for paper, question in asked]
        return ["\n".join(message.content for message in request.messages) for request in requests]

    sent = asyncio.run(prompts())
    cached = 0
    for before, prompt in pairwise(sent):
        blocks = _common_blocks(before, prompt)
        cached += blocks * BLOCK if blocks >= 8 else 0
    return cached / sum(map(len, sent))


def test_all_questions_but_the_first_of_a_paper_read_it_from_the_cache() -> None:
    """5 papers of 20,000 characters, 4 questions each: 3 of 4 prompts but for the last block, so near 0.75."""
    asked = [
        (paper, Question(f"{paper.id}-{turn}", paper.id, f"What is {turn}?", ()))
        for paper in (
            Paper(f"p{number}", f"Title {number}", "", (Paragraph("Moths. " * 1430), Paragraph("Bees. " * 1670)), ())
            for number in range(5)
        )
        for turn in range(4)
    ]
    assert 0.70 < _cached_share(asked) < 0.75
    assert _cached_share(sorted(asked, key=lambda pair: pair[1].id[-1])) == 0


@needs_shared
def test_papers_order_reads_most_of_a_real_slice_from_the_cache_and_a_shuffled_one_almost_nothing() -> None:
    """Issue: at least 60 % of the input tokens on ten real papers."""
    dataset = load("qasper", path=SHARED / "data" / "qasper" / "qasper-train10.json", split="train")
    by_paper, shuffled = (
        cut_slice(dataset, order=order, seed=13, papers=None, questions=None).questions
        for order in ("papers", "questions")
    )
    assert len(by_paper) == len(shuffled) == 51
    assert _cached_share(by_paper) >= 0.6
    assert _cached_share(shuffled) < 0.2
