"""The arithmetic of a plan: sums, samples, limits, slices and widths, each by hand."""

from __future__ import annotations

import asyncio
import calendar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pytest

from agent_fakes import PAPER, MemoryProvider, question
from loaders.records import Paper, Paragraph, Question
from qasper_eval.agents.cohere_grounded import CohereGroundedAgent
from qasper_eval.agents.context import estimated_tokens
from qasper_eval.agents.tool_loop import ToolLoopAgent
from qasper_eval.config import LimitsConfig, RunConfig
from qasper_eval.errors import ItemUnmeasuredError
from qasper_eval.providers import ProviderSettings
from qasper_eval.providers.base import ChatRequest, Message
from qasper_eval.providers.prices import Price
from qasper_eval.report.plan import Range
from qasper_eval.report.plan_costs import why_confirm
from qasper_eval.report.plan_making import PlanMaker
from qasper_eval.report.plan_prompts import count_prompts, request_text
from qasper_eval.report.plan_slice import questions_within, slice_options
from qasper_eval.report.plan_text import one_line, show_plan
from qasper_eval.report.plan_width import Spread

if TYPE_CHECKING:
    from collections.abc import Sequence

    from qasper_eval.report.plan_prompts import PromptCount

Asked = list[tuple[Paper, Question]]
DECEMBER = float(calendar.timegm((2026, 12, 5, 0, 0, 0)))


def papers(*sizes: int) -> Asked:
    """Return the questions of made-up papers of these sizes, in order."""
    return [
        (Paper(f"p{number}", "", "", (Paragraph("x", ""),), ()), Question(f"p{number}q{fact}", f"p{number}", "?", ()))
        for number, size in enumerate(sizes)
        for fact in range(size)
    ]


@dataclass
class Asking:
    """An agent whose requests are a paper's text and a question's id; ``p1`` does not fit."""

    paper_chars: int = 5300
    most_calls: int = 1

    async def request(self, paper: Paper, question: Question) -> ChatRequest:
        if paper.id == "p1":
            raise ItemUnmeasuredError("context")
        return ChatRequest(
            (Message("system", (paper.id * self.paper_chars)[: self.paper_chars]), Message("user", question.id))
        )


def counted(asked: Asked, agent: object = None, most: int | None = None) -> PromptCount:
    found = asyncio.run(count_prompts(agent or Asking(), asked, output_tokens=100, most=most))
    assert found is not None
    return found


def maker(asked: Asked, done: Sequence[str] = (), price: Price | None = None, **limits: Any) -> PlanMaker:
    config = RunConfig.model_validate(
        {
            "name": "r",
            "dataset": {"name": "sample"},
            "agent": {"name": "full-paper"},
            "provider": {"name": "openai", "model": "m"},
            "limits": limits,
        }
    )
    given = {key: limits.get(key) for key in ("requests_per_minute", "tokens_per_minute", "requests_per_month")}
    left = [pair for pair in asked if pair[1].id not in done]
    return PlanMaker(
        config=config,
        settings=ProviderSettings("openai", "m", price=price, **given),  # type: ignore[arg-type]  # because the values are checked above
        asked=asked,
        done=frozenset(done),
        prompts=counted(left),
        spread=Spread(),
        used_calls=0,
        now=DECEMBER,
    )


def test_one_prompt_is_measured_at_both_ends_and_only_siblings_share_a_prefix() -> None:
    r"""The first prompt: 5,300 + 1 + 4 characters; at 5.3 a token 1,000.9, at 3.5 1,515.7; both rounded up.

    Its sibling shares "p0..p0\np0q", 5,304 characters, so 1,000 tokens at 5.3: below the 1,024 that caches hold.
    """
    first, sibling, stranger = counted(papers(2, 0, 1)).prompts
    assert first is not None
    assert (first.low, first.high, first.cached, first.output) == (1001, 1516, 0, 100)
    assert sibling is not None
    assert sibling.cached == 0
    assert stranger is not None
    assert stranger.cached == 0


def test_a_shared_prefix_counts_in_whole_blocks() -> None:
    """10,600 + 4 characters are shared: 2,000 tokens, 15 blocks of 128 = 1,920."""
    _, sibling = counted(papers(2), Asking(10_600)).prompts
    assert sibling is not None
    assert sibling.cached == 15 * 128


def test_what_does_not_fit_is_sent_nothing() -> None:
    found = counted(papers(1, 2, 1))
    assert [prompt is None for prompt in found.prompts] == [False, True, True, False]
    plan = maker(papers(1, 2, 1)).plan()
    assert (plan.left, plan.unfit, plan.calls) == (4, 2, Range(2, 2))
    assert "2 questions without one, as nothing fits" in show_plan(plan, ["run"])


def test_a_sample_is_whole_papers_spread_over_the_order_and_scales_to_all() -> None:
    """Of 40 papers of 5, at most 50 questions: every fourth paper, 10 of them; sums are multiplied by 4."""
    asked = [pair for pair in papers(*[5] * 41) if pair[0].id != "p1"]
    found = counted(asked, most=50)
    assert (found.of, found.counted, found.scale) == (200, 50, 4.0)
    every = counted(asked)
    assert sum(prompt.low for prompt in found.prompts if prompt) * 4 == pytest.approx(
        sum(prompt.low for prompt in every.prompts if prompt), rel=0.01
    )


def test_an_agent_that_shows_no_request_is_unknown_not_free() -> None:
    found = asyncio.run(count_prompts(object(), papers(3), output_tokens=1))
    assert found is None


def test_later_calls_are_like_the_first_unless_the_agent_says() -> None:
    (once,) = counted(papers(1)).prompts
    (thrice,) = counted(papers(1), Asking(most_calls=3)).prompts
    assert once is not None
    assert thrice is not None
    assert (thrice.low, thrice.high) == (once.low, 3 * once.high)


def test_a_tool_loop_may_send_the_whole_paper_with_each_later_call() -> None:
    """Each of four later calls sends what the first did and every paragraph, so more than paper plus outline."""
    agent = ToolLoopAgent(MemoryProvider(""), max_steps=4)
    first = asyncio.run(agent.request(PAPER, question()))
    whole = sum(estimated_tokens(paragraph.text) for paragraph in PAPER.paragraphs if paragraph.kind != "abstract")
    said = estimated_tokens(request_text(first))
    later = agent.later_tokens(PAPER, question())
    assert 4 * (said + whole) <= later <= 4 * (said + whole + 4 * 300)
    long = replace(PAPER, paragraphs=(Paragraph("moth " * 9000, "Moths"),))
    bounded = ToolLoopAgent(MemoryProvider(""), max_steps=4, context_tokens=8000)
    assert agent.later_tokens(long, question()) > 4 * 8000
    assert bounded.later_tokens(long, question()) == 4 * 8000


def test_grounded_generation_sends_no_document_twice() -> None:
    agent = CohereGroundedAgent(MemoryProvider(""), max_output_tokens=200)
    assert 200 < agent.later_tokens(PAPER, question()) < 200 + 800
    assert CohereGroundedAgent(MemoryProvider(""), prompt_version="v1").later_tokens(PAPER, question()) == 0


@pytest.mark.parametrize(
    ("used", "most", "left", "months", "last"),
    [
        (0, 10, 10, 1, "2026-12"),
        (0, 9, 9, 2, "2027-01"),
        (9, 9, 0, 2, "2027-02"),
        (4, 5, 1, 3, "2027-02"),
        (7, 5, 0, 2, "2027-02"),
        (None, 4, 4, 3, "2027-02"),
    ],
)
def test_months_are_calendar_months_in_which_calls_are_made(
    used: int | None, most: int, left: int, months: int, last: str
) -> None:
    """Ten calls; an unknown count is taken as none; a month without a call left does not count."""
    made = maker(papers(5, 0, 5), requests_per_month=most)
    object.__setattr__(made, "used_calls", used)
    quota = made.plan().quota
    assert quota is not None
    assert (quota.month, quota.left, quota.months, quota.last) == ("2026-12", left, months, last)


def test_minutes_are_those_of_the_slower_limit() -> None:
    """Ten calls at 4 a minute: 2.5 min. Tokens: 10 * (1,001 + 50) / 1,000 a minute = 10.5 min at least."""
    asked = papers(5, 0, 5)
    assert maker(asked, requests_per_minute=4).plan().minutes == Range(2.5, 2.5)
    minutes = maker(asked, requests_per_minute=4, tokens_per_minute=1000).plan().minutes
    assert minutes is not None
    assert minutes.low == pytest.approx(10.51, abs=0.01)
    assert maker(asked).plan().minutes is None


def test_the_tightest_limit_gives_the_advice_in_whole_papers() -> None:
    """Papers of 3, 4 and 5: eight calls reach the end of the second paper, and 7 questions."""
    asked = papers(3, 0, 4, 5)
    plan = maker(asked, requests_per_month=10, max_calls=8).plan()
    assert [(row.what, row.n, row.papers) for row in plan.affordable] == [
        ("10 calls left in 2026-12", 10, 3),
        ("max_calls 8", 8, 3),
        ("whole slice", 12, 3),
    ]
    assert plan.advice is not None
    assert (plan.advice.options, plan.advice.n, plan.advice.papers) == (("--papers", "2"), 7, 2)
    shown = show_plan(plan, ["qasper-eval", "run", "my config.yaml"])
    assert "recommended: n = 7 of 12, evidence F1 ± " in shown
    assert "  qasper-eval run 'my config.yaml' --papers 2\n" in shown
    assert "8: n = 8 of 12, evidence F1 ± " in shown


def test_money_buys_as_many_questions_as_may_cost_it_at_most() -> None:
    """A question costs at most 1,516 * $1,000 + 100 * $4,000 a million = $1.916; $6 buy three."""
    plan = maker(papers(3, 0, 4), price=Price(1000, 4000), max_cost_usd=6, confirm_usd=5).plan()
    assert (plan.affordable[0].what, plan.affordable[0].n) == ("max_cost_usd 6", 3)
    assert plan.cost_usd is not None
    assert plan.cost_usd.high == pytest.approx(7 * 1.916)
    assert plan.cost_usd.low == pytest.approx(7 * (1001 * 1000 + 50 * 4000) / 1e6)
    assert plan.advice is not None
    assert (plan.advice.options, plan.advice.needs_yes) == (("--papers", "1"), True)


def test_nothing_left_and_nothing_allowed_are_said() -> None:
    asked = papers(2)
    assert "nothing is left to ask" in show_plan(maker(asked, ["p0q0", "p0q1"]).plan(), ["run"])
    assert "nothing can be asked within these limits now" in show_plan(maker(asked, max_calls=0).plan(), ["run"])


def test_the_line_of_a_run_names_what_is_left_and_where_it_goes() -> None:
    plan = maker(papers(2, 0, 1), ["p0q0"], requests_per_minute=1, requests_per_month=7).plan()
    assert one_line(plan) == (
        "plan: 2 of 3 questions left, 2 calls to m at api.openai.com, cost unknown, about 2 min, "
        "7 calls left in 2026-12"
    )


def test_questions_within_stops_at_the_first_too_many() -> None:
    assert questions_within([1, 1, 0, 1], 2) == 3
    assert questions_within([3.0, 0.5], 2) == 0
    assert questions_within([], 0) == 0


@pytest.mark.parametrize(
    ("done", "n_left", "order", "expected"),
    [
        ((), 5, "papers", (("--papers", "1"), 3)),
        ((), 7, "papers", (("--papers", "2"), 7)),
        ((), 2, "papers", (("--limit", "2"), 2)),
        (("p0q0", "p0q1", "p0q2"), 3, "papers", (("--limit", "6"), 3)),
        (("p0q0", "p0q1", "p0q2"), 4, "papers", (("--papers", "2"), 4)),
        (("p0q1",), 3, "questions", (("--limit", "4"), 3)),
        ((), 12, "questions", ((), 12)),
    ],
)
def test_a_slice_of_what_is_allowed(
    done: tuple[str, ...], n_left: int, order: str, expected: tuple[tuple[str, ...], int]
) -> None:
    """Papers of 3, 4 and 5; finished questions of the prefix are in the slice and cost nothing."""
    assert slice_options(papers(3, 4, 5), frozenset(done), n_left, order) == expected


def test_a_pilot_scales_with_the_root_of_the_papers_and_widens_for_few() -> None:
    """From 4 papers (t = 3.182446) to 16 (t = 2.131450): half the standard error, and another t and correction."""
    rows = [(f"p{paper}", paper % 2 * 0.5 + fact * 0.1) for paper in range(4) for fact in range(3)]
    spread = Spread.of_pilot(rows, seed=13)
    assert (spread.papers, spread.questions) == (4, 12)
    four = spread.half_width([f"p{number % 4}" for number in range(12)])
    sixteen = spread.half_width([f"p{number % 16}" for number in range(48)])
    assert four is not None
    assert sixteen is not None
    ratio = (2.131450 * (16 / 15) ** 0.5) / (3.182446 * (4 / 3) ** 0.5) / 2
    assert sixteen / four == pytest.approx(ratio, rel=1e-5)


def test_a_pilot_of_one_paper_or_without_spread_falls_back_on_the_assumption() -> None:
    assert Spread.of_pilot([("p", 0.0), ("p", 1.0)], seed=1) == Spread()
    assert Spread.of_pilot([("p", 1.0), ("q", 1.0)], seed=1) == Spread()
    assert Spread.of_pilot([], seed=1) == Spread()


def test_no_width_below_two_papers_and_none_above_a_half() -> None:
    assert Spread().half_width(["p"] * 9) is None
    assert Spread().half_width(["p", "q"]) == 0.5


@pytest.mark.parametrize(
    ("calls", "cost", "limits", "is_loopback", "part"),
    [
        (0, None, {}, False, None),
        (500, None, {}, False, None),
        (501, None, {}, False, "501 calls is unknown"),
        (501, None, {"max_calls": 500}, False, None),
        (501, None, {}, True, None),
        (10, Range(0.0, 5.0), {}, False, None),
        (10, Range(0.0, 5.01), {}, False, "may cost $5.01, above limits.confirm_usd (5)"),
        (10, Range(0.0, 50.0), {"max_calls": 1}, False, None),
        (10, Range(0.0, 50.0), {"max_calls": 2}, False, "2 calls may cost $10.00"),
        (10, Range(0.0, 50.0), {"max_cost_usd": 5}, False, None),
        (10, Range(0.0, 0.01), {"confirm_usd": 0}, False, "$0.0100"),
        (10, Range(0.0, 0.0), {"confirm_usd": 0}, False, None),
        (10, Range(0.0, 50.0), {"max_calls": 0}, False, None),
    ],
)
def test_when_the_users_word_is_needed(
    calls: int,
    cost: Range[float] | None,
    limits: dict[str, Any],
    is_loopback: bool,  # noqa: FBT001  # because pytest passes it by name
    part: str | None,
) -> None:
    """S0-67."""
    why = why_confirm(calls, cost, LimitsConfig(**limits), is_loopback=is_loopback)
    assert why is None if part is None else part in (why or "")


def test_a_reader_is_told_what_fits_into_one_month_and_what_a_price_is_not_needed_for() -> None:
    """Ten calls: within this month's ten, or within the next month's when none are left of this one's."""
    asked = papers(5, 0, 5)
    made = maker(asked, requests_per_month=10)
    assert "; all calls fit into 2026-12\n" in show_plan(made.plan(), ["run"])
    assert "; all calls fit into 2027-01\n" in show_plan(replace(made, used_calls=10).plan(), ["run"])
    assert "; 2 calendar months, the last 2027-01\n" in show_plan(replace(made, used_calls=1).plan(), ["run"])
    assert "no price is known for m at api.openai.com; give provider.price\n" in show_plan(made.plan(), ["run"])
    here = show_plan(replace(made, is_loopback=True).plan(), ["run"])
    assert "no price is known for m at api.openai.com; none is needed for this machine\n" in here
    assert "$" not in here


def test_a_price_of_nothing_is_stated_as_one_amount() -> None:
    """A trial key is not billed: $0 is what provider.price says, not a guess for an unknown price."""
    shown = show_plan(maker(papers(3), price=Price(0, 0)).plan(), ["run"])
    assert "cost        $0.00 (provider.price)\n" in shown
