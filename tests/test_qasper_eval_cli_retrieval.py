"""Searching agents from a config to a run folder: embeddings and reranking at endpoints, one budget, one quota."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from loopback_llm import LoopbackLLM
from loopback_wire import Canned, openai_error
from qasper_documents import answer, asked, paper
from qasper_eval.cli import main
from qasper_eval.cli.view import TerminalView
from qasper_eval.config import fingerprint_fields, load_config

if TYPE_CHECKING:
    from pathlib import Path

    from loopback_llm import Arrival

QUOTA = Canned(429, openai_error("You exceeded your current quota", "insufficient_quota", "insufficient_quota"))


def _papers() -> dict[str, Any]:
    """Return two papers of three facts, with a question about each fact."""
    document: dict[str, Any] = {}
    for number in range(2):
        facts = [f"Fact {fact} of paper {number} is a moth." for fact in range(3)]
        questions = [
            asked(
                f"p{number}q{fact}",
                answer(extractive_spans=["moth"], evidence=[text]),
                text=f"What is fact {fact} of paper {number}?",
            )
            for fact, text in enumerate(facts)
        ]
        document[f"p{number}"] = paper([("Facts", facts)], questions)
    return document


class Desk:
    """A folder with made-up papers and a config, and the command line run in it in this process."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        self.config = folder / "c.yaml"
        (folder / "papers.json").write_text(json.dumps(_papers()), "utf-8")
        self.err = ""

    def write(self, server: LoopbackLLM, agent: str, retrieval: str, limits: str = "max_concurrency: 1") -> None:
        self.config.write_text(
            f"name: demo\ndataset: {{name: qasper, path: papers.json}}\nagent: {{{agent}}}\n"
            f"limits: {{{limits}}}\nretrieval: {{{retrieval}}}\n"
            f"provider: {{name: openai, model: m, base_url: {server.url}/v1}}\n",
            "utf-8",
        )

    def __call__(self, *arguments: str, code: int = 0) -> str:
        with pytest.raises(SystemExit) as caught:
            main(list(arguments))
        out, self.err = self._capsys.readouterr()
        assert caught.value.code == code, self.err
        return out

    def rows(self, file: str = "predictions.jsonl") -> list[dict[str, Any]]:
        return [json.loads(line) for line in (self.folder / "runs" / "demo" / file).read_bytes().splitlines()]

    def fields(self) -> dict[str, Any]:
        value: dict[str, Any] = json.loads((self.folder / "runs" / "demo" / "run.json").read_bytes())
        fields: dict[str, Any] = value["fingerprint_fields"]
        return fields


@pytest.fixture
def desk(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for name in ("OPENAI_API_KEY", "CO_API_KEY", "COHERE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return Desk(tmp_path, capsys)


def _fact(text: str) -> list[float]:
    """Point a question and the fact that it asks for in one direction, other facts elsewhere."""
    number = next((digit for digit in text.rpartition("act ")[2] if digit.isdigit()), "9")
    return [float(number == str(place)) + 0.01 for place in range(10)]


def _paths(server: LoopbackLLM) -> list[str]:
    return [arrival.path.rpartition("/")[2] for arrival in server.arrivals]


def _dense(server: LoopbackLLM) -> str:
    return f"mode: dense, top_k: 1, embedding: {{name: openai, model: e-1, base_url: {server.url}/v1}}"


def test_dense_search_finds_and_a_second_run_embeds_nothing_again(desk: Desk) -> None:
    """By hand: 2 papers and 6 questions are embedded once each, and 6 answers are given.

    A run of another name has its answers from the memo and its embeddings from their cache.
    """
    with LoopbackLLM(vector=_fact) as server:
        desk.write(server, "name: retrieve-then-read", _dense(server))
        out = desk("run", str(desk.config))
        assert sorted(_paths(server)) == ["completions"] * 6 + ["embeddings"] * 8
        desk("run", str(desk.config), "--name", "again")
        assert len(server.arrivals) == 14
    rows = {row["question_id"]: row for row in desk.rows()}
    assert [rows[f"p1q{fact}"]["retrieved"][0]["paragraph"] for fact in range(3)] == [0, 1, 2]
    assert all(len(row["retrieved"]) == 1 for row in rows.values())
    assert "retrieve-then-read" in out
    calls = desk.rows("calls.jsonl")
    assert {(call["operation"], call["model"]) for call in calls} == {("chat", "m"), ("embed", "e-1")}
    assert (desk.folder / "cache" / "qasper-eval" / "embeddings.sqlite3").exists()


def test_memo_clear_forgets_replies_and_embeddings(desk: Desk) -> None:
    """By hand: 6 replies; 2 papers of 3 facts and 6 questions are 12 vectors."""
    with LoopbackLLM(vector=_fact) as server:
        desk.write(server, "name: retrieve-then-read", _dense(server))
        desk("run", str(desk.config))
        assert desk("memo", "clear").startswith("forgot 6 remembered calls and 12 embeddings (")
        assert desk("memo", "clear").startswith("forgot 0 remembered calls and 0 embeddings (")
        desk("run", str(desk.config), "--name", "again")
        assert sorted(_paths(server)) == ["completions"] * 12 + ["embeddings"] * 16


def test_what_cannot_be_kept_is_said_and_not_only_shown_as_a_status(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A status vanishes with the next one; a memo and a cache that cannot be opened are worth knowing afterwards."""
    shown: list[str] = []

    def status(_view: TerminalView, text: str) -> None:
        shown.append(text)

    monkeypatch.setattr(TerminalView, "status", status)
    (desk.folder / "cache").write_text("in the way", "utf-8")
    with LoopbackLLM(vector=_fact) as server:
        desk.write(server, "name: retrieve-then-read", _dense(server))
        desk("run", str(desk.config), "--limit", "1")
    assert "cannot open the embedding cache" in desk.err
    assert "cannot open the call memo" in desk.err
    assert not any("cannot" in text for text in shown)


def test_without_the_memo_embeddings_are_not_kept(desk: Desk) -> None:
    with LoopbackLLM(vector=_fact) as server:
        desk.write(server, "name: retrieve-then-read", _dense(server))
        desk("run", str(desk.config), "--limit", "1", "--no-memo")
    assert not (desk.folder / "cache" / "qasper-eval" / "embeddings.sqlite3").exists()


def test_calls_of_every_kind_count_towards_one_budget(desk: Desk) -> None:
    """Two embeddings and one answer make a question, its sibling takes one and one: four calls are not enough."""
    with LoopbackLLM(vector=_fact) as server:
        desk.write(server, "name: retrieve-then-read", _dense(server), "max_concurrency: 1, max_calls: 4")
        desk("run", str(desk.config), code=75)
        assert _paths(server) == ["embeddings", "embeddings", "completions", "embeddings"]
    assert len(desk.rows()) == 1
    assert "max_calls reached: 4 calls sent" in desk.err


def test_a_quota_stop_of_the_embeddings_stops_the_run_and_it_resumes(desk: Desk) -> None:
    def refuse(arrival: Arrival) -> Canned | None:
        return QUOTA if arrival.path.endswith("/embeddings") and len(server.arrivals) > 3 else None

    with LoopbackLLM(decide=refuse, vector=_fact) as server:
        desk.write(server, "name: retrieve-then-read", _dense(server))
        desk("run", str(desk.config), code=75)
        assert len(desk.rows()) == 1
        server.decide = None
        desk("run", str(desk.config))
    assert len(desk.rows()) == 6
    assert len({row["question_id"] for row in desk.rows()}) == 6


def test_reranking_is_asked_of_cohere(desk: Desk) -> None:
    with LoopbackLLM() as server:
        desk.write(server, "name: retrieve-then-read", f"top_k: 2, rerank: {{model: r-1, base_url: {server.url}}}")
        desk("run", str(desk.config), "--limit", "1")
        assert _paths(server) == ["rerank", "completions"]
    (row,) = desk.rows()
    assert [entry["score"] for entry in row["retrieved"]] == [0.9, 0.45]
    assert row["cost_usd"] is None


def test_the_tool_loop_runs_from_a_config(desk: Desk) -> None:
    """One step allowed: it searches, and the last call answers."""
    search = json.dumps({"action": "search", "argument": "fact moth"})
    answer = json.dumps({"citations": ["P1"], "answer_type": "extractive", "answer": "moth"})
    with LoopbackLLM(answer=lambda prompt: answer if "No step is left" in prompt else search) as server:
        desk.write(server, "name: tool-loop, max_steps: 1", "mode: tfidf, top_k: 3")
        desk("run", str(desk.config), "--limit", "2")
        assert len(server.arrivals) == 4
    for row in desk.rows():
        assert [step["step"] for step in row["trace"]] == ["outline", "search", "answer"]
        assert (row["predicted_answer"], [cited["paragraph"] for cited in row["citations"]]) == ("moth", [0])
        assert len(row["retrieved"]) == 3
    assert desk.fields()["agent.max_steps"] == 1
    assert desk.fields()["retrieval.mode"] == "tfidf"


def test_a_plan_sends_nothing_and_counts_every_call(desk: Desk) -> None:
    with LoopbackLLM(vector=_fact) as server:
        desk.write(server, "name: retrieve-then-read", _dense(server))
        assert "calls       6;" in desk("plan", str(desk.config))
        desk.write(server, "name: tool-loop", "mode: bm25")
        assert "calls       6 to 30;" in desk("plan", str(desk.config))
        assert server.arrivals == []


@pytest.mark.parametrize(
    ("retrieval", "fault"),
    [
        ("mode: dense", "retrieval.embedding: missing; retrieval.mode dense needs an embedding model"),
        ("embedding: {name: openai, model: e}", "retrieval.embedding: retrieval.mode bm25 uses none"),
        ("mode: hybrid, embedding: {name: cohere}", "retrieval.embedding.model: missing"),
        ("mode: hybrid, embedding: {name: local, model: x}", "retrieval.embedding.model: local embeddings have one"),
        ("mode: fuzzy", "retrieval.mode: must be"),
        ("mode: dense, embedding: {name: openai, model: e}", "retrieval.embedding.api_key_env: no key"),
        ("rerank: {model: r, api_key_env: NONE_SUCH}", "retrieval.rerank.api_key_env: no key: the environment"),
        ("rerank: true", "retrieval.rerank: must be"),
    ],
)
def test_what_cannot_work_is_one_line(desk: Desk, retrieval: str, fault: str) -> None:
    with LoopbackLLM() as server:
        desk.write(server, "name: retrieve-then-read", retrieval)
        desk("run", str(desk.config), code=2)
        assert server.arrivals == []
    assert fault in desk.err
    assert "Traceback" not in desk.err


def _fields(desk: Desk, *overrides: str, uses_retrieval: bool = True) -> dict[str, Any]:
    config = load_config(desk.config, overrides)
    return fingerprint_fields(
        config,
        dataset_sha256="d",
        prompts={},
        agent_file_sha256=None,
        uses_provider=True,
        uses_retrieval=uses_retrieval,
    )


def test_the_fingerprint_knows_the_search_and_old_ones_stay(desk: Desk) -> None:
    """S4-28: defaults are not in it, nor where nothing is searched, nor what changes no outcome."""
    desk.config.write_text(
        "name: x\ndataset: {name: sample}\nagent: {name: tool-loop}\n"
        "retrieval: {mode: dense, embedding: {name: openai, model: e}}\n",
        "utf-8",
    )
    before = _fields(desk)
    assert {key: value for key, value in before.items() if key.startswith("retrieval")} == {
        "retrieval.mode": "dense",
        "retrieval.embedding.name": "openai",
        "retrieval.embedding.model": "e",
    }
    for same in ("retrieval.top_k=10", "retrieval.embedding.api_key_env=X", "retrieval.embedding.timeout_s=5.5"):
        assert _fields(desk, same) == before, same
    assert _fields(desk, "agent.prompt_version=v1") == before
    for other in (
        "retrieval.top_k=5",
        "retrieval.embedding.model=f",
        "agent.max_steps=2",
        "retrieval.rerank={model: r}",
    ):
        assert _fields(desk, other) != before, other
    assert not any(key.startswith("retrieval") for key in _fields(desk, uses_retrieval=False))
    assert sorted(_fields(desk, "retrieval={}")) == ["agent.name", "dataset.sha256", "slice.order", "slice.seed"]


def test_a_prompt_version_can_be_named(desk: Desk) -> None:
    """The version is known by its prompt's hash; one that is not there is refused with those that are."""
    with LoopbackLLM() as server:
        desk.write(server, "name: retrieve-then-read, prompt_version: v7", "mode: bm25")
        desk("run", str(desk.config), code=2)
    assert "retrieve-then-read has no prompt version 'v7'; choose one of: v1" in desk.err
