"""What fits into a model's context."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from qasper_eval.errors import ItemUnmeasuredError

from .prompt import section_heading
from .retrieval import RETRIEVERS, PaperIndex, Query

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable

    from loaders.records import Paper

    from .paragraph_ids import ParagraphIds

    Ranker = Callable[[Paper, str], Awaitable[tuple[int, ...]]]

CHARACTERS_PER_TOKEN = 3.5
"""ASCII characters a token, on the safe side: real Qasper papers have 3.8 to 5.3 (cl100k and o200k vocabularies)."""

_LABEL_TOKENS = 8
"""``[P123] `` and the line break, or the quoting of a document and its id."""


@dataclass(frozen=True, slots=True)
class ContextBudget:
    """Room in the model's context."""

    context_tokens: int | None = None
    """The model's context; None where it is unknown, and then everything is shown."""
    output_tokens: int = 1024
    """Kept free for the reply."""

    def left(self, fixed: Iterable[str]) -> int | None:
        """Return the tokens left for paragraphs beside texts that are always sent; None where unlimited."""
        if self.context_tokens is None:
            return None
        return self.context_tokens - self.output_tokens - sum(map(estimated_tokens, fixed))


def estimated_tokens(text: str) -> int:
    """Estimate a text's tokens, rather too many; 0 for an empty text.

    No vocabulary is loaded, so that the same paragraphs are shown on every machine. Every character beyond ASCII
    counts as a token of its own.
    """
    beyond_ascii = 0 if text.isascii() else len(text) - len(text.encode("ascii", "ignore"))
    return beyond_ascii + math.ceil((len(text) - beyond_ascii) / CHARACTERS_PER_TOKEN)


async def fit_paragraphs(
    paper: Paper, question: str, ids: ParagraphIds, tokens_left: int | None, rank: Ranker
) -> ParagraphIds:
    """Show every paragraph when they fit, else those that fit by retrieval rank for this question, in paper order.

    A paragraph too large for what is left is passed over and the next one tried. ``rank`` is asked only when the
    paper does not fit; what it does not return comes last, in paper order.

    Raises:
        ItemUnmeasuredError: not one paragraph fits (cause ``context``).
    """
    costs = {ordinal: _cost(paper, ordinal) for _, ordinal in ids.shown_ids()}
    if tokens_left is None or sum(costs.values()) <= tokens_left:
        return ids
    ranked = await rank(paper, question)
    chosen: list[int] = []
    for ordinal in dict.fromkeys((*ranked, *costs)):
        if ordinal in costs and costs[ordinal] <= tokens_left:
            chosen.append(ordinal)
            tokens_left -= costs[ordinal]
    if not chosen:
        raise ItemUnmeasuredError(
            "context", "no paragraph fits; raise agent.context_tokens or lower max_output_tokens"
        )
    return ids.only(chosen)


async def rank_paragraphs(paper: Paper, question: str) -> tuple[int, ...]:
    """Return the ordinals that hybrid retrieval finds for a question, best first; the abstract is among them."""
    retriever = RETRIEVERS["hybrid"](PaperIndex.of(paper, with_abstract=True))
    return tuple(found.paragraph for found in await retriever.rank(Query.of(question)))


def _cost(paper: Paper, ordinal: int) -> int:
    paragraph = paper.paragraphs[ordinal]
    heading = section_heading(paragraph)
    # Headings are shared by a section's paragraphs, but which of them come along is not known yet.
    return estimated_tokens(heading) + estimated_tokens(paragraph.text) + _LABEL_TOKENS
