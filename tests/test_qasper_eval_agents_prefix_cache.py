"""How much of what full-paper sends a provider serves from its prefix cache, through the real openai SDK."""

from __future__ import annotations

import asyncio
from pathlib import Path  # noqa: TC003  # because pytest reads the annotation of tmp_path
from typing import TYPE_CHECKING

from loaders.records import Paper, Paragraph, Question
from loaders.registry import load
from loopback_limits import PrefixCache
from loopback_llm import LoopbackLLM
from qasper_eval.agents.full_paper import FullPaperAgent
from qasper_eval.providers import ProviderSettings, open_provider
from qasper_eval.slicing import cut_slice
from support import SHARED, needs_shared

if TYPE_CHECKING:
    from collections.abc import Sequence

Asked = tuple[Paper, Question]


class _Forgetful(PrefixCache):
    """Remembers the prefixes of the prompt before and nothing else: real caches forget too, within minutes."""

    def cached_tokens(self, prompt: str) -> int:
        cached = super().cached_tokens(prompt)
        self.forget()
        super().cached_tokens(prompt)
        return cached


def _cached_share(asked: Sequence[Asked], folder: Path) -> float:
    async def ask(url: str) -> tuple[int, int]:
        settings = ProviderSettings("openai", "model", base_url=f"{url}/v1", api_key="key")
        async with open_provider(
            settings, sink=lambda _record: None, state_dir=folder, cache_dir=folder, use_memo=False
        ) as provider:
            agent = FullPaperAgent(provider)
            usages = [(await agent.answer(paper, question)).usage for paper, question in asked]
        cached, sent = zip(*((usage.cached_tokens, usage.input_tokens) for usage in usages if usage), strict=True)
        return sum(cached), sum(sent)

    with LoopbackLLM(prefix_cache=_Forgetful()) as server:
        cached_tokens, input_tokens = asyncio.run(ask(server.url))
    return cached_tokens / input_tokens


def test_all_questions_but_the_first_of_a_paper_read_it_from_the_cache(tmp_path: Path) -> None:
    """5 papers of 20,000 characters, 4 questions each: 3 of 4 prompts but for the last block, so near 0.75."""
    asked = [
        (paper, Question(f"{paper.id}-{turn}", paper.id, f"What is {turn}?", ()))
        for paper in (
            Paper(f"p{number}", f"Title {number}", "", (Paragraph("Moths. " * 1430), Paragraph("Bees. " * 1670)), ())
            for number in range(5)
        )
        for turn in range(4)
    ]
    assert 0.70 < _cached_share(asked, tmp_path) < 0.75
    assert _cached_share(sorted(asked, key=lambda pair: pair[1].id[-1]), tmp_path) == 0


@needs_shared
def test_papers_order_reads_most_of_a_real_slice_from_the_cache_and_a_shuffled_one_almost_nothing(
    tmp_path: Path,
) -> None:
    """At least 60 % of the input tokens of ten real papers; shuffled, few neighbours share a paper by chance."""
    dataset = load("qasper", path=SHARED / "data" / "qasper" / "qasper-train10.json", split="train")
    by_paper, shuffled = (
        cut_slice(dataset, order=order, seed=13, papers=None, questions=None).questions
        for order in ("papers", "questions")
    )
    assert len(by_paper) == len(shuffled) == 51
    assert _cached_share(by_paper, tmp_path) >= 0.6
    assert _cached_share(shuffled, tmp_path) < 0.2
