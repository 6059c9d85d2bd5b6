"""How many tokens a run would send, counted from the prompts themselves."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

from qasper_eval.agents.context import estimated_tokens
from qasper_eval.errors import ItemUnmeasuredError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from loaders.records import Paper, Question
    from qasper_eval.providers.base import ChatRequest

MOST_CHARACTERS_PER_TOKEN = 5.3
"""Of real Qasper papers (``agents.context`` estimates with the fewest, so as to be on the safe side there)."""
CACHE_BLOCK = 128
CACHE_LEAST = 1024
"""A prefix cache holds whole blocks and nothing shorter than this many tokens (OpenAI's documentation)."""


class PromptTokens(NamedTuple):
    """Estimated tokens of one question's calls."""

    low: int
    """Tokens that its first call sends, at least."""
    high: int
    """Tokens that all its calls send, at most."""
    cached: int
    """Of ``low``, those that the request before it, about the same paper, leaves in a prefix cache."""
    output: int
    """Output budget of each call."""


@dataclass(frozen=True, slots=True)
class PromptCount:
    """The requests that a run would make."""

    of: int
    """Questions that it would ask."""
    counted: int
    """Of those, questions whose prompt was made and measured; all of them, or a sample of whole papers."""
    prompts: tuple[PromptTokens | None, ...]
    """One for each counted question, in order; None where nothing fits into the context and nothing is sent."""

    @property
    def scale(self) -> float:
        """What to multiply a sum over ``prompts`` with; 1 when all were counted."""
        return self.of / self.counted if self.counted else 1.0


async def count_prompts(
    agent: Any,
    questions: Sequence[tuple[Paper, Question]],
    *,
    output_tokens: int,
    most: int | None = None,
    advance: Callable[[], None] = lambda: None,
) -> PromptCount | None:
    """Make the prompt of each question, one at a time, and measure it; None for an agent that shows no request.

    With more than ``most`` questions a sample of whole papers stands for all. ``output_tokens`` is the budget of a
    request that names none; ``advance`` is called after each prompt. Nothing is sent.
    """
    if not hasattr(agent, "request"):
        return None
    sample = _sample(questions, most)
    prompts: list[PromptTokens | None] = []
    before, paper_before = "", ""
    for paper, question in sample:
        try:
            request: ChatRequest = await agent.request(paper, question)
        except ItemUnmeasuredError:
            prompts.append(None)
        else:
            text = request_text(request)
            shared = _common_prefix(before, text) if paper.id == paper_before else 0
            before, paper_before = text, paper.id
            prompts.append(
                PromptTokens(
                    low=math.ceil(len(text) / MOST_CHARACTERS_PER_TOKEN),
                    high=(first := estimated_tokens(text)) + _later_tokens(agent, paper, question, first),
                    cached=_cacheable(int(shared / MOST_CHARACTERS_PER_TOKEN)),
                    output=request.max_output_tokens or output_tokens,
                )
            )
        advance()
    return PromptCount(of=len(questions), counted=len(sample), prompts=tuple(prompts))


def most_calls(agent: Any) -> int:
    """Return the calls that one question takes at most; 1 for an agent that does not say."""
    return int(getattr(agent, "most_calls", 1))


def _later_tokens(agent: Any, paper: Paper, question: Question, first: int) -> int:
    """Return the most tokens that a question's later calls send, each like the first if the agent is silent."""
    if hasattr(agent, "later_tokens"):
        return int(agent.later_tokens(paper, question))
    return (most_calls(agent) - 1) * first


def request_text(request: ChatRequest) -> str:
    """Return everything of a request that becomes input tokens, in the order in which it is sent."""
    parts = [message.content for message in request.messages]
    parts += [f"{document.id} {document.title} {document.text}" for document in request.documents]
    if request.json_schema is not None:
        parts.insert(0, json.dumps(request.json_schema))
    return "\n".join(parts)


def _sample(questions: Sequence[tuple[Paper, Question]], most: int | None) -> Sequence[tuple[Paper, Question]]:
    """Return all, or whole papers evenly spaced in the order asked until ``most`` questions are reached."""
    if most is None or len(questions) <= most:
        return questions
    papers = [list(group) for _, group in groupby(questions, key=lambda pair: pair[0].id)]
    step = max(1, len(questions) // most)
    chosen: list[tuple[Paper, Question]] = []
    for group in papers[::step]:
        if chosen and len(chosen) + len(group) > most:
            break
        chosen += group
    return chosen[:most]


def _common_prefix(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _cacheable(tokens: int) -> int:
    return tokens // CACHE_BLOCK * CACHE_BLOCK if tokens >= CACHE_LEAST else 0
