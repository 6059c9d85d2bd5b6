"""A plan says what a run would come to and sends nothing; its figures are checked by hand arithmetic."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from fire_support import KEY, made_up
from loopback_llm import LoopbackLLM
from qasper_eval.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PRICE = {"input": 1.0, "output": 2.0, "cached_input": 0.5}


class Desk:
    """A folder with a config for a loopback model that must see no request from a plan."""

    def __init__(self, folder: Path, server: LoopbackLLM, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.server, self._capsys = folder, server, capsys
        (folder / "gold.json").write_text(json.dumps(made_up(6, 5)), "utf-8")
        self.set()

    def set(self, **sections: Any) -> None:
        provider = {"name": "openai", "model": "m", "base_url": f"{self.server.url}/v1", "price": PRICE}
        config = {
            "name": "planned",
            "dataset": {"name": "qasper", "path": "gold.json"},
            "agent": {"name": "full-paper"},
            "provider": provider | sections.pop("provider", {}),
        }
        (self.folder / "c.yaml").write_text(json.dumps(config | sections), "utf-8")

    def __call__(self, *arguments: str, code: int = 0) -> str:
        with pytest.raises(SystemExit) as caught:
            main([*arguments])
        out, err = self._capsys.readouterr()
        assert caught.value.code == code, err
        return out

    def plan(self, *more: str) -> dict[str, Any]:
        plan: dict[str, Any] = json.loads(self("plan", "c.yaml", "--json", *more))
        assert not self.server.arrivals
        return plan


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Desk]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    for name in ("XDG_STATE_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    with LoopbackLLM() as server:
        yield Desk(tmp_path, server, capsys)


def test_calls_tokens_and_cost_by_hand(desk: Desk) -> None:
    """S4-31: 30 calls; out 50 to 1,024 tokens each; cost = tokens x price, the low end with the cached share."""
    plan = desk.plan()
    assert (plan["questions"], plan["calls"]) == (30, {"low": 30, "high": 30})
    assert plan["output_tokens"] == {"low": 30 * 50, "high": 30 * 1024}
    sent, cached = plan["input_tokens"], plan["cached_tokens"]
    high = (sent["high"] * 1.0 + 30 * 1024 * 2.0) / 1e6
    low = ((sent["low"] - cached) * 1.0 + cached * 0.5 + 30 * 50 * 2.0) / 1e6
    assert plan["cost_usd"]["high"] == pytest.approx(high)
    assert plan["cost_usd"]["low"] == pytest.approx(low)


def test_the_tokens_are_those_that_a_run_sends(desk: Desk) -> None:
    """The loopback server counts four characters a token, between the plan's 5.3 and 3.5."""
    plan = desk.plan()
    desk("run", "c.yaml")
    counted = sum(arrival.tokens for arrival in desk.server.arrivals)
    assert plan["input_tokens"]["low"] <= counted <= plan["input_tokens"]["high"]


def test_an_unknown_price_says_unknown_and_never_zero(desk: Desk) -> None:
    """S0-09."""
    desk.set(provider={"price": None})
    assert desk.plan()["cost_usd"] is None
    out = desk("plan", "c.yaml")
    assert "unknown: no price is known for m" in out
    assert "$0" not in out


def test_minutes_and_months_come_from_the_limits_and_the_ledger(desk: Desk) -> None:
    """30 calls at 10 a minute are 3 minutes; at 12 a month, with 5 used by another run, 7 + 12 + 11: three months."""
    desk.set(limits={"requests_per_minute": 10, "requests_per_month": 12})
    assert desk.plan()["minutes"]["low"] == pytest.approx(3, abs=0.2)
    desk("run", "c.yaml", "--name", "other", "--limit", "5", "--no-memo", "--set", "limits.requests_per_minute=600")
    desk.server.arrivals.clear()
    quota = desk.plan()["quota"]
    assert (quota["used"], quota["left"], quota["months"]) == (5, 7, 3)
    assert KEY not in desk("plan", "c.yaml")


def test_what_is_done_is_not_planned_again(desk: Desk) -> None:
    desk("run", "c.yaml", "--limit", "12")
    desk.server.arrivals.clear()
    plan = desk.plan()
    assert (plan["done"], plan["left"], plan["calls"]["low"]) == (12, 18, 18)


def test_a_pilot_run_gives_the_width_and_a_plan_without_one_says_what_it_assumes(desk: Desk) -> None:
    """The assumption: sd 0.42, correlation 0.15, so 5 questions a paper inflate the variance by 1 + 4 * 0.15 = 1.6.

    Half width = t(0.975, 5) * sqrt(6 / 5) * 0.42 * sqrt(1.6 / 30) with t = 2.570582 (published table).
    """
    plan = desk.plan()
    assert "assumed" in plan["width_source"]
    expected = 2.570582 * (6 / 5) ** 0.5 * 0.42 * (1.6 / 30) ** 0.5
    assert plan["affordable"][-1]["half_width"] == pytest.approx(expected, rel=1e-3)

    def cites_in_some_papers(prompt: str) -> str:
        cited = "[]" if "of paper 0 is" in prompt or "of paper 1 is" in prompt else '["P1"]'
        return f'{{"citations": {cited}, "answer_type": "extractive", "answer": "moth"}}'

    desk.server.answer = cites_in_some_papers
    desk("run", "c.yaml", "--limit", "29")
    desk.server.arrivals.clear()
    assert "assumed" not in desk.plan()["width_source"]


def test_max_calls_buys_a_slice_of_whole_papers(desk: Desk) -> None:
    desk.set(limits={"max_calls": 12})
    plan = desk.plan()
    assert any(row["n"] == 12 for row in plan["affordable"])
    assert plan["advice"]["n"] == 10
    assert plan["advice"]["options"] == ["--papers", "2"]


def test_an_agent_without_a_model_costs_nothing(desk: Desk) -> None:
    desk.set(agent={"name": "extractive"})
    assert "costs nothing" in desk("plan", "c.yaml")


def test_memo_clear_forgets_the_calls(desk: Desk) -> None:
    """A second run replays from the memo; after `memo clear` it asks again."""
    desk("run", "c.yaml", "--limit", "3")
    desk("run", "c.yaml", "--limit", "3", "--name", "again")
    assert desk.server.paid == 3
    desk("memo", "clear")
    desk("run", "c.yaml", "--limit", "3", "--name", "third")
    assert desk.server.paid == 6
