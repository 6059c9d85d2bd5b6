"""Which paragraphs fit into a context."""

from __future__ import annotations

import asyncio
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from loaders.records import Paper, Paragraph
from qasper_eval.agents.context import ContextBudget, estimated_tokens, fit_paragraphs, rank_paragraphs
from qasper_eval.agents.paragraph_ids import ParagraphIds
from qasper_eval.errors import ItemUnmeasuredError
from support import SHARED, needs_shared


def _paper(*lengths: int) -> Paper:
    return Paper("p", "", "", tuple(Paragraph("x" * length) for length in lengths), ())


def _fit(paper: Paper, tokens_left: int | None, ranked: tuple[int, ...] = ()) -> list[int]:
    async def rank(_paper: Paper, _question: str) -> tuple[int, ...]:
        return ranked

    return sorted(asyncio.run(fit_paragraphs(paper, "?", ParagraphIds.of(paper), tokens_left, rank)).shown)


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("a", 1), ("x" * 35, 10), ("x" * 36, 11), ("東京", 2), ("é" + "x" * 7, 3)]
)
def test_estimate_by_hand(text: str, tokens: int) -> None:
    """3.5 ASCII characters a token, one token for each other character."""
    assert estimated_tokens(text) == tokens


def test_room_by_hand() -> None:
    """1,000 - 200 for the reply - 10 for a text of 35 characters."""
    assert ContextBudget(1000, 200).left(["x" * 35]) == 790
    assert ContextBudget(None, 200).left(["x" * 35]) is None


def test_everything_is_shown_where_the_context_is_unknown() -> None:
    assert _fit(_paper(10**6, 10), None) == [0, 1]


def test_what_fits_is_shown_whole_and_nothing_is_ranked() -> None:
    """35 characters = 10 tokens, and 8 for the id: 3 paragraphs = 54."""

    async def rank(_paper: Paper, _question: str) -> tuple[int, ...]:
        raise AssertionError

    paper = _paper(35, 35, 35)
    ids = ParagraphIds.of(paper)
    assert asyncio.run(fit_paragraphs(paper, "?", ids, 54, rank)) == ids


def test_best_ranked_first_then_paper_order_and_what_is_too_large_is_passed_over() -> None:
    """Costs 18, 108, 18, 18 by hand; 40 tokens hold two of 18, never the 108 that ranks first."""
    paper = _paper(35, 350, 35, 35)
    assert _fit(paper, 40, (1, 3)) == [0, 3]
    assert _fit(paper, 130, (1, 3)) == [1, 3]
    assert _fit(paper, 18, (2, 2, 0)) == [2]


def test_what_ranking_knows_and_the_prompt_may_not_show_stays_out() -> None:
    """The abstract is ranked, but has no id here."""
    paper = Paper("p", "", "x", (Paragraph("x" * 35), Paragraph("x" * 35), Paragraph("x", kind="abstract")), ())
    assert _fit(paper, 20, (2, 1)) == [1]


@pytest.mark.parametrize("tokens_left", [17, 0, -5])
def test_no_room_for_any_paragraph_is_unmeasured(tokens_left: int) -> None:
    with pytest.raises(ItemUnmeasuredError) as raised:
        _fit(_paper(35, 35), tokens_left)
    assert raised.value.cause == "context"


def test_a_section_heading_is_paid_for() -> None:
    """10 + 8 as above, and 10 for a heading of 35 characters."""
    paper = Paper("p", "", "", (Paragraph("x" * 35, "y" * 35), Paragraph("x" * 35)), ())
    assert _fit(paper, 27, (0, 1)) == [1]
    assert _fit(paper, 28, (0, 1)) == [0]


def test_ranking_finds_the_paragraph_that_the_question_is_about() -> None:
    paper = Paper("p", "", "", (Paragraph("Moths fly."), Paragraph("The lamp has 40 W."), Paragraph("Bees fly.")), ())
    assert asyncio.run(rank_paragraphs(paper, "Which lamp?")) == (1,)


@given(st.lists(st.integers(1, 400), min_size=1, max_size=12), st.integers(0, 400))
def test_what_is_shown_never_costs_more_than_there_is(lengths: list[int], tokens_left: int) -> None:
    paper = _paper(*lengths)
    costs = [estimated_tokens(paragraph.text) + 8 for paragraph in paper.paragraphs]
    try:
        shown = _fit(paper, tokens_left, tuple(reversed(range(len(lengths)))))
    except ItemUnmeasuredError:
        assert min(costs) > tokens_left
    else:
        assert sum(costs[ordinal] for ordinal in shown) <= tokens_left


@needs_shared
def test_the_estimate_is_on_the_safe_side_on_real_papers() -> None:
    """Tokens counted with toktok-rs 0.3.0 (cl100k_base), paragraph by paragraph, on two papers of the slice."""
    papers = json.loads((SHARED / "data" / "qasper" / "qasper-train10.json").read_text(encoding="utf-8"))
    for paper_id, exact in (("1909.00694", 3799), ("1910.14497", 5111)):
        texts = [text for section in papers[paper_id]["full_text"] for text in section["paragraphs"] if text.strip()]
        assert exact <= sum(map(estimated_tokens, texts)) <= 1.4 * exact
