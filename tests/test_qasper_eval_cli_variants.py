"""Variants end to end: a run folder each, the same questions, one switch, one command that resumes."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from loopback_llm import LoopbackLLM
from loopback_wire import Canned, openai_error
from qasper_eval.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from qasper_eval.runner import PreparedRun

OFFLINE = """name: demo
dataset: {name: sample}
agent: {name: extractive}
variants:
  body: {}
  abstract: {agent: {cite_abstract: true}}
"""
QUOTA = Canned(429, openai_error("You exceeded your current quota", "insufficient_quota", "insufficient_quota"))


class Desk:
    """A folder with a config, and the command line run in it in this process."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        self.config = folder / "c.yaml"
        self.config.write_text(OFFLINE, "utf-8")
        self.err = ""

    def __call__(self, *arguments: str, code: int = 0) -> str:
        with pytest.raises(SystemExit) as caught:
            main(list(arguments))
        out, self.err = self._capsys.readouterr()
        assert caught.value.code == code, self.err
        return out

    def run(self, *more: str, code: int = 0) -> str:
        return self("run", str(self.config), *more, code=code)

    def runs(self) -> list[str]:
        return sorted(path.name for path in (self.folder / "runs").iterdir())

    def record(self, name: str, file: str = "run.json") -> dict[str, Any]:
        value: dict[str, Any] = json.loads((self.folder / "runs" / name / file).read_bytes())
        return value

    def rows(self, name: str, file: str = "predictions.jsonl") -> list[dict[str, Any]]:
        path = self.folder / "runs" / name / file
        return [json.loads(line) for line in path.read_bytes().splitlines()]

    def differing(self, one: str, other: str) -> set[str]:
        """Return the fingerprint fields in which two run.json files differ."""
        before, after = (self.record(name)["fingerprint_fields"] for name in (one, other))
        return {key for key in {*before, *after} if before.get(key, "absent") != after.get(key, "absent")}


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return Desk(tmp_path, capsys)


@pytest.fixture
def llm() -> Iterator[LoopbackLLM]:
    with LoopbackLLM() as server:
        yield server


def asking(server: LoopbackLLM, variants: str, more: str = "") -> str:
    return (
        "name: demo\ndataset: {name: sample}\nslice: {questions: 4}\nlimits: {max_concurrency: 1}\n"
        f"agent: {{name: full-paper}}\nprovider: {{name: openai, model: m, base_url: {server.url}/v1{more}}}\n"
        f"variants: {variants}\n"
    )


def test_each_variant_has_a_run_of_its_own_and_its_table(desk: Desk) -> None:
    out = desk.run("--limit", "12")
    assert desk.runs() == ["demo-abstract", "demo-body"]
    assert [line for line in out.splitlines() if line.startswith("# ")] == ["# demo-body", "# demo-abstract"]
    for name in desk.runs():
        assert (desk.folder / "runs" / name / "table.md").read_text("utf-8") in out
    assert "variant body (1 of 2)" in desk.err
    assert "variant abstract (2 of 2)" in desk.err


def test_the_records_prove_one_switch_and_the_same_questions(desk: Desk) -> None:
    """Issue 4, item 7: from the two run.json files alone, the arms differ in exactly what is named."""
    desk.run("--limit", "12")
    body, abstract = desk.record("demo-body"), desk.record("demo-abstract")
    assert desk.differing("demo-body", "demo-abstract") == {"agent.cite_abstract"}
    assert abstract["fingerprint_fields"]["agent.cite_abstract"] is True
    assert (body["variant"], abstract["variant"]) == ("body", "abstract")
    assert body["base_fingerprint"] == abstract["base_fingerprint"] == body["fingerprint"] != abstract["fingerprint"]
    asked = [[row["question_id"] for row in desk.rows(name)] for name in desk.runs()]
    assert sorted(asked[0]) == sorted(asked[1])
    assert len(asked[0]) == 12


def test_the_base_fingerprint_is_that_of_the_config_without_variants(desk: Desk) -> None:
    desk.run("--limit", "1")
    desk.config.write_text(OFFLINE[: OFFLINE.index("variants:")], "utf-8")
    desk.run("--limit", "1")
    plain = desk.record("demo")
    assert plain["fingerprint"] == desk.record("demo-abstract")["base_fingerprint"]
    assert (plain["variant"], plain["base_fingerprint"]) == (None, None)


def test_declining_is_switched_by_the_instruction_alone(desk: Desk, llm: LoopbackLLM) -> None:
    """The option changes one sentence; so the prompt's hash follows, the question, order and paper stay."""
    variants = "{decline-strict: {agent: {decline: strict}}, decline-never: {agent: {decline: never}}}"
    desk.config.write_text(asking(llm, variants), "utf-8")
    desk.run()
    differing = desk.differing("demo-decline-strict", "demo-decline-never")
    assert {key for key in differing if not key.startswith("prompt.")} == {"agent.decline"}
    assert len(differing) == 2
    strict, never = llm.arrivals[:4], llm.arrivals[4:]
    assert len(never) == 4
    for one, other in zip(strict, never, strict=True):
        (system, *shown), (other_system, *other_shown) = one.body["messages"], other.body["messages"]
        assert shown == other_shown
        assert system != other_system


def test_identical_calls_are_shared_through_the_memo(desk: Desk, llm: LoopbackLLM) -> None:
    """The second arm differs in nothing that is sent, so it costs nothing and says so."""
    desk.config.write_text(asking(llm, "{one: {}, two: {limits: {max_calls: 9}}}"), "utf-8")
    desk.run()
    assert len(llm.arrivals) == 4
    assert [call["outcome"] for call in desk.rows("demo-one", "calls.jsonl")] == ["ok"] * 4
    assert [call["outcome"] for call in desk.rows("demo-two", "calls.jsonl")] == ["memo"] * 4
    keep = ("question_id", "predicted_answer", "predicted_evidence")
    one, two = ([[row[key] for key in keep] for row in desk.rows(name)] for name in ("demo-one", "demo-two"))
    assert one == two
    assert desk.differing("demo-one", "demo-two") == set()


def test_a_stop_of_one_stops_all_and_the_same_command_goes_on(desk: Desk, llm: LoopbackLLM) -> None:
    """The quota ends in the first arm: exit 75, the second is not begun; with quota again the rest is asked, once."""
    llm.script.extend([None, None, QUOTA])
    desk.config.write_text(asking(llm, "{a: {agent: {decline: strict}}, b: {agent: {decline: never}}}"), "utf-8")
    desk.run(code=75)
    assert desk.runs() == ["demo-a"]
    assert desk.record("demo-a", "stopped.json")["left"] == 2
    assert "stopped (quota)" in desk.err
    out = desk.run()
    assert desk.runs() == ["demo-a", "demo-b"]
    assert out.index("# demo-a") < out.index("# demo-b")
    assert len(llm.arrivals) == 3 + 2 + 4
    assert [len(desk.rows(name)) for name in desk.runs()] == [4, 4]
    before = len(llm.arrivals)
    assert desk.run() == out
    assert len(llm.arrivals) == before


def test_one_variant_can_be_run_alone(desk: Desk) -> None:
    out = desk.run("--variant", "abstract", "--limit", "3")
    assert desk.runs() == ["demo-abstract"]
    assert out.startswith("# demo-abstract\n")
    assert desk.record("demo-abstract")["variant"] == "abstract"
    desk.run("--variant", "abstract", "--limit", "3", "--name", "other")
    assert desk.runs() == ["demo-abstract", "other-abstract"]
    desk.run("--variant", "none", code=2)
    assert "--variant none: the config demo names no such variant; its variants are body, abstract" in desk.err
    desk.config.write_text(OFFLINE[: OFFLINE.index("variants:")], "utf-8")
    desk.run("--variant", "body", code=2)
    assert "it has no variants" in desk.err


def test_every_fault_is_said_before_anything_runs(desk: Desk) -> None:
    text = OFFLINE + "  x: {agent: {cite_abstrac: true}}\n  y: {slice: {seed: 1}}\n"
    desk.config.write_text(text, "utf-8")
    desk.run(code=2)
    assert "line 7: variants.x.agent.cite_abstrac: unknown key; did you mean 'cite_abstract'?" in desk.err
    assert "line 8: variants.y.slice: would change the questions" in desk.err
    assert not (desk.folder / "runs").exists()


def test_a_base_that_cannot_be_built_is_told_from_its_variants(desk: Desk, llm: LoopbackLLM) -> None:
    text = asking(llm, "{a: {agent: {decline: strict}}}").replace("provider:", "x:")
    provider = next(line for line in text.splitlines() if line.startswith("x:")).removeprefix("x: ")
    lines = [line for line in text.splitlines() if not line.startswith(("x:", "variants:"))]
    desk.config.write_text("\n".join([*lines, f"variants: {{a: {{provider: {provider}}}}}"]), "utf-8")
    desk.run(code=2)
    assert "provider: missing" in desk.err
    assert "(in the base, which must be whole without its variants)" in desk.err
    assert llm.arrivals == []


def test_together_they_may_not_cost_more_than_one_may(
    desk: Desk, llm: LoopbackLLM, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each arm alone stays under confirm_usd; both together do not, and nothing is begun before the user's word."""
    begun: list[str] = []

    def begin(prepared: PreparedRun, *_: object) -> int:
        begun.append(prepared.config.name)
        return 0

    monkeypatch.setattr("qasper_eval.cli.run._run_one", begin)
    monkeypatch.setenv("KEY_OF_TEST", "any-key-of-test")
    price = ", price: {input: 100, output: 1}, max_output_tokens: 1, api_key_env: KEY_OF_TEST"
    text = asking(llm, "{a: {agent: {decline: strict}}, b: {agent: {decline: never}}}", price)
    desk.config.write_text(text.replace(llm.url, "https://far.invalid"), "utf-8")
    plans = json.loads(desk("plan", str(desk.config), "--json"))
    assert [plan["run"] for plan in plans] == ["demo-a", "demo-b"]
    costs = [plan["cost_usd"]["high"] for plan in plans]
    limit = f"limits.confirm_usd={(max(costs) + sum(costs)) / 2}"
    desk.run("--set", limit, code=2)
    assert "2 variants together may cost" in desk.err
    assert "add --yes" in desk.err
    assert begun == []
    desk.run("--set", limit, "--variant", "a")
    desk.run("--set", limit, "--yes")
    desk.run("--set", f"limits.confirm_usd={sum(costs) + 1}")
    assert begun == ["demo-a", "demo-a", "demo-b", "demo-a", "demo-b"]


def test_a_plan_names_every_variant(desk: Desk) -> None:
    out = desk("plan", str(desk.config))
    assert "plan for demo-body" in out
    assert "plan for demo-abstract" in out
    assert "plan for demo-body" not in desk("plan", str(desk.config), "--variant", "abstract")
