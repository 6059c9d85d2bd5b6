"""Whole runs under fire: faults, kills, quotas, shared ledgers, through the command line and the real SDKs."""

from __future__ import annotations

import os
import random
import shlex
import signal
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path  # noqa: TC003  # because pytest reads the annotation of tmp_path
from typing import TYPE_CHECKING

import pytest

from fire_support import KEY, ArrivalWatch, Fire, Json, WarmCommands, drain, made_up, question_of
from loopback_llm import LoopbackLLM
from loopback_wire import FAULTS, Canned, cohere_chat, completion

if TYPE_CHECKING:
    from loopback_llm import Arrival, Step

TRANSIENT = ("500", "503", "error in 200", "html", "truncated json", "no choices", "reset", "cut", "hang")
UNUSABLE = {"length": "truncated", "empty": "empty"}
"""Fault -> cause under which a question ends that met two of these."""
KILLS, LANES = 30, 2
MOST_IN_FLIGHT = 6
PAPERS = 15


class FaultMix:
    """Gives each question its own seeded list of faults, then proper answers."""

    def __init__(self, vendor: str, document: dict[str, Json]) -> None:
        rng = random.Random(3)
        kinds = [*TRANSIENT, *UNUSABLE, *UNUSABLE]
        self._vendor = vendor
        self.met: Counter[str] = Counter()
        self._faults: dict[str, list[str]] = {}
        for paper in document.values():
            for asked in paper["qas"]:
                count = rng.choice((0, 0, 0, 1, 1, 3))
                self._faults[asked["question"]] = [rng.choice(kinds) for _ in range(count)]

    def expected(self) -> Counter[str]:
        """Return how many questions must end unmeasured, by cause: those whose second unusable reply comes."""
        unusable = ([fault for fault in faults if fault in UNUSABLE] for faults in self._faults.values())
        return Counter(UNUSABLE[found[1]] for found in unusable if len(found) > 1)

    def decide(self, arrival: Arrival) -> Step:
        """Return the next fault of the question, or None."""
        if self._vendor == "cohere" and "documents" not in arrival.body:
            return None
        faults = self._faults[question_of(arrival)]
        if not faults:
            return None
        fault = faults.pop(0)
        self.met[fault] += 1
        if fault not in UNUSABLE:
            return FAULTS[fault]
        text = '{"citations": ["P1' if fault == "length" else ""
        if self._vendor == "cohere":
            return Canned(200, cohere_chat(text, finish="MAX_TOKENS" if fault == "length" else "COMPLETE"))
        return Canned(200, completion(text, finish="length" if fault == "length" else "stop"))


def burn(folder: Path, vendor: str) -> Counter[str]:
    """Run under the mix of faults, then again without; return the faults met."""
    document = made_up(8, 9)
    fire, mix = Fire(folder), FaultMix(vendor, document)
    fire.document(document)
    unmeasured = mix.expected()
    with LoopbackLLM(decide=mix.decide) as server:
        path = fire.config(server, vendor=vendor, provider={"timeout_s": 1.5})
        done = fire("run", path)
        assert fire.file("progress.json")["unmeasured"] == dict(unmeasured)
        assert fire.file("scores.json")["unmeasured"] == dict(unmeasured)
        assert fire.file("scores.json")["evidence_f1"]["n"] == 72 - sum(unmeasured.values())
        assert f"{sum(unmeasured.values())} of 72 questions are unmeasured" in done.stderr
        fire("run", path)
    assert fire.file("scores.json")["evidence_f1"]["n"] == 72
    assert len(fire.rows("predictions.jsonl")) == 72
    assert fire.holds(KEY) == []
    return mix.met


def test_under_mixed_faults_every_question_ends_measured_or_counted(tmp_path: Path) -> None:
    """S0-11, S0-48, T14, T16: exit 0; unmeasured by cause; the same command measures those too."""
    vendors = ("openai", "cohere")
    folders = [tmp_path / vendor for vendor in vendors]
    for folder in folders:
        folder.mkdir()
    with ThreadPoolExecutor(LANES) as lanes:
        for met in lanes.map(burn, folders, vendors):
            assert set(met) == {*TRANSIENT, *UNUSABLE}


def kill_and_check(folder: Path, kills: int, seed: int) -> int:
    """Kill a run so often under load, checking after each kill what was lost; finish it; return the hits."""
    rng, watch, fire = random.Random(seed), ArrivalWatch(), Fire(folder)
    fire.document(made_up(PAPERS, 20, words=3))
    hits = lost = 0
    finished: list[tuple[int, set[str]]] = []
    with LoopbackLLM(decide=watch.decide, latency_s=0.05) as server, WarmCommands(fire) as warm:
        path = fire.config(server, limits={"max_concurrency": MOST_IN_FLIGHT})
        for _ in range(kills):
            process = warm.start("run", path)
            assert watch.wait_for_more(rng.randint(1, 12)), warm.printed()
            time.sleep(rng.uniform(0, 0.05))  # so that it dies anywhere between two requests
            os.kill(process, signal.SIGKILL)
            hits += warm.ended() == -signal.SIGKILL
            drain(server)
            assert server.paid - fire.remembered() - lost <= MOST_IN_FLIGHT
            lost = server.paid - fire.remembered()
            ended = fire.rows("predictions.jsonl") + [
                call for call in fire.rows("calls.jsonl") if call["outcome"] == "ok"
            ]
            finished.append((len(server.arrivals), {row["question_id"] for row in ended}))
        warm.start("run", path)
        assert warm.ended() == 0, warm.printed()
        asked = [question_of(arrival) for arrival in server.arrivals]
        assert server.paid == PAPERS * 20 + lost
    by_id = {
        f"p{number}q{fact}": f"What is fact {fact} of paper {number}?"
        for number in range(PAPERS)
        for fact in range(20)
    }
    assert {row["question_id"] for row in fire.rows("predictions.jsonl")} == set(by_id)
    for place, questions in finished:
        assert not {by_id[question] for question in questions} & set(asked[place:])
    assert fire.file("scores.json")["evidence_f1"]["n"] == PAPERS * 20
    return hits


@pytest.mark.crash
def test_kill_9_at_thirty_moments_under_load_repeats_no_finished_call(tmp_path: Path) -> None:
    """S1-02, S4-27: no question lost, no finished call repeated, at most max_concurrency paid calls lost a kill."""
    folders = [tmp_path / f"lane{lane}" for lane in range(LANES)]
    for folder in folders:
        folder.mkdir()
    with ThreadPoolExecutor(LANES) as lanes:
        hits = lanes.map(kill_and_check, folders, [KILLS // LANES] * LANES, range(LANES))
        assert sum(hits) == KILLS


def test_quota_at_50_of_120_then_exactly_120_paid_calls(tmp_path: Path) -> None:
    """T13, S1-35, S4-27: exit 75 with everything a person needs; the command it prints finishes the run."""
    fire = Fire(tmp_path)
    fire.document(made_up(12, 10))
    with LoopbackLLM() as server:

        def quota(_arrival: Arrival) -> Step:
            return "quota" if server.paid >= 50 else None

        server.decide = quota
        path = fire.config(server, provider={"price": {"input": 100, "output": 1000}})
        done = fire("run", path, code=75)
        stopped, calls = fire.file("stopped.json"), fire.rows("calls.jsonl")
        paid = [call for call in calls if call["outcome"] == "ok"]
        spent = sum(100 * call["input_tokens"] + 1000 * call["output_tokens"] for call in paid) / 1e6
        assert len(paid) == server.paid == stopped["done"] == 50
        assert (stopped["cause"], stopped["left"], stopped["calls"]) == ("quota", 70, len(server.arrivals))
        assert stopped["spent_usd"] == pytest.approx(spent)
        assert "You exceeded your current quota" in stopped["detail"]
        assert f"done 50, left 70; {len(server.arrivals)} calls sent, ${spent:.2f}" in done.stderr
        assert "the provider does not say when the quota is back" in done.stderr
        listing = fire("runs").stdout
        assert f"| stopped (quota) | qasper (local) | full-paper | 50   | 70   | 0          | ${spent:.2f}" in listing
        server.decide = None
        command = shlex.split(done.stderr.partition("go on with: ")[2].splitlines()[0])
        fire(*command[1:])
        assert server.paid == 120
    assert sorted(call["outcome"] for call in fire.rows("calls.jsonl")).count("ok") == 120
    assert fire.file("scores.json")["evidence_f1"]["n"] == 120
    assert not (tmp_path / "runs" / "fire" / "stopped.json").exists()
    assert fire.holds(KEY) == []


def test_a_trial_keys_month_ends_amid_a_question_and_nothing_is_paid_twice(tmp_path: Path) -> None:
    """T13: Cohere's monthly text; a question of two calls that was cut in half pays only for the second half."""
    fire = Fire(tmp_path)
    fire.document(made_up(6, 10))
    with LoopbackLLM(monthly_quota=51) as server:
        path = fire.config(server, vendor="cohere")
        done = fire("run", path, code=75)
        assert "limited to 1000 API calls / month" in done.stderr
        assert "(reset assumed: " in done.stderr
        assert f"the quota is back at {fire.file('stopped.json')['reset_at']}" in done.stderr
        assert fire.file("stopped.json")["spent_usd"] is None
        server.monthly_quota = None
        fire("run", path)
        assert server.paid == 120
    assert fire.file("scores.json")["evidence_f1"]["n"] == 60


def test_two_runs_at_once_share_one_ledger(tmp_path: Path) -> None:
    """requests_per_month holds over both, to the call, and the plan then says so."""
    fire = Fire(tmp_path)
    with LoopbackLLM(latency_s=0.02) as server:
        paths = [fire.config(server, name, limits={"requests_per_month": 40}) for name in ("a", "b")]
        with fire.start("run", paths[0], "--no-memo") as one, fire.start("run", paths[1], "--no-memo") as other:
            said = [process.communicate(timeout=120)[1] for process in (one, other)]
        assert (one.returncode, other.returncode) == (75, 75)
        assert all("requests_per_month reached: 40 calls sent this UTC month" in text for text in said)
        assert server.paid == len(server.arrivals) == 40
        assert sum(fire.file("progress.json", name)["done"] for name in ("a", "b")) == 40
        plan = fire("plan", paths[0]).stdout
        assert "40 used, 0 left" in plan
        assert "nothing can be asked within these limits now" in plan


def test_a_key_that_the_provider_echoes_reaches_no_file_and_no_output(tmp_path: Path) -> None:
    """S0-32: run folder, memo, ledger, log and output after echoes in errors, answers and a rejection."""
    fire = Fire(tmp_path)
    echo = Canned(500, {"error": {"message": f"Bearer {KEY} is overloaded", "code": KEY}}, {"x-router-model": KEY})
    answer = Canned(200, completion(f'{{"citations": ["P1"], "answer_type": "extractive", "answer": "{KEY}"}}'))
    rejected = Canned(401, {"error": {"message": f"Incorrect API key provided: {KEY}", "code": "invalid_api_key"}})
    with LoopbackLLM(script=[echo, answer, echo, None, rejected, rejected, rejected]) as server:
        done = fire("run", fire.config(server, limits={"max_concurrency": 1}), code=2)
        assert server.arrivals[0].headers["authorization"] == f"Bearer {KEY}"
    assert "stopped (rejected): HTTP 401: Incorrect API key provided: [redacted]" in done.stderr
    assert len(fire.rows("predictions.jsonl")) == 2
    assert fire.remembered() == 2
    assert fire.holds(KEY) == []
    assert fire.holds("[redacted]")
