"""Spending is opt-in, limits stop a run before the call too many, and what stopped it is said."""

from __future__ import annotations

import json
import signal
from pathlib import Path  # noqa: TC003  # because pytest reads the annotation of tmp_path
from typing import TYPE_CHECKING, Any

import pytest

from fire_support import Fire, made_up, question_of
from loopback_llm import LoopbackLLM
from qasper_eval.cli import main
from support import one_line

if TYPE_CHECKING:
    import subprocess

    from loopback_llm import Arrival, Step
    from qasper_eval.runner.prepare import PreparedRun

FAR = {"base_url": "http://model.invalid/v1", "api_key_env": "OPENAI_API_KEY"}
"""A server that is not on this machine, so that spending needs the user's word; nothing is ever sent to it."""
UNANSWERABLE = '{"citations":[],"answer_type":"none","answer":"none"}'


class Here(Fire):
    """The command line in this process."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__(folder)
        self._capsys = capsys
        monkeypatch.chdir(folder)
        for name, value in self.environment.items():
            monkeypatch.setenv(name, value)

    def ends(self, *arguments: str | Path, code: int = 0) -> tuple[str, str]:
        """Run a command that must end with this code; return what it printed."""
        with pytest.raises(SystemExit) as caught:
            main([str(argument) for argument in arguments])
        out, err = self._capsys.readouterr()
        assert caught.value.code == code, err
        return out, err


@pytest.fixture
def here(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    return Here(tmp_path, capsys, monkeypatch)


def refused(here: Here, *arguments: str | Path) -> str:
    """Return why a run was refused; nothing may have been begun."""
    err = here.ends("run", *arguments, code=2)[1]
    assert not (here.folder / "runs").exists()
    (line,) = [line for line in err.splitlines() if line.startswith("qasper-eval: ")]
    assert "add --yes" in line
    assert "plan: " in err
    return line


def test_a_run_above_confirm_usd_needs_yes(here: Here) -> None:
    """S0-67: 74 prompts with 1,024 tokens of output at $1,000 a million may cost 74 * 1.024 = $75.78."""
    path = here.config("http://x", provider={**FAR, "price": {"input": 0, "output": 1000}})
    assert "74 calls may cost $75.78, above limits.confirm_usd (5)" in refused(here, path)
    assert "4 calls may cost $4.10, above limits.confirm_usd (4)" in refused(
        here, path, "--limit", "4", "--set", "limits.confirm_usd=4"
    )
    assert "10 calls may cost $10.24" in refused(here, path, "--max-calls", "10")
    assert "74 calls may cost $9.00" in refused(here, path, "--max-cost", "9")


def test_an_unknown_price_needs_yes_above_500_calls(here: Here) -> None:
    here.document(made_up(2, 251, words=1))
    path = here.config("http://x", provider=FAR)
    line = refused(here, path)
    assert "the price of 502 calls is unknown" in line


@pytest.mark.parametrize(
    "more",
    [
        ["--yes"],
        ["--max-cost", "4"],
        ["--max-calls", "4"],
        ["--limit", "4"],
        ["--set", "limits.confirm_usd=99"],
        ["--set", "provider.base_url=http://localhost:9/v1"],
        ["--set", "provider.base_url=http://127.0.0.2:9/v1"],
        ["--set", "provider.base_url=http://0.0.0.0:9/v1"],
    ],
)
def test_these_let_a_run_spend(more: list[str], here: Here, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server on this machine costs nothing, whatever its price is said to be."""
    begun: list[str] = []

    def begin(prepared: PreparedRun, *_: object) -> int:
        begun.append(prepared.config.name)
        return 0

    monkeypatch.setattr("qasper_eval.cli.run._run_one", begin)
    path = here.config("http://x", provider={**FAR, "price": {"input": 0, "output": 1000}})
    err = here.ends("run", path, *more)[1]
    assert "plan: " in err
    assert begun == ["fire"]


def test_a_key_that_is_not_set_is_said_before_anything_is_written(
    here: Here, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY")
    err = here.ends("run", here.config("http://x", provider=FAR), code=2)[1]
    assert "the environment variable OPENAI_API_KEY is not set" in err
    assert not (here.folder / "runs").exists()


def test_max_calls_stops_before_the_call_too_many_and_memo_saves_all(here: Here) -> None:
    """S1-41: --max-calls, then all, then again under another name for nothing, then without the memo."""
    with LoopbackLLM() as server:
        path = here.config(server)
        err = here.ends("run", path, "--max-calls", "10", code=75)[1]
        assert len(server.arrivals) == 10
        assert "stopped (budget): max_calls reached: 10 calls sent" in err
        assert "done 10, left 64; 10 calls sent, at an unknown price" in err
        assert "go on with: " in err
        here.ends("run", path)
        assert len(server.arrivals) == 74
        here.ends("run", path, "--name", "again")
        assert len(server.arrivals) == 74
        assert here.file("progress.json", "again")["calls"] == 0
        here.ends("run", path, "--name", "paid", "--no-memo", "--limit", "3")
        assert len(server.arrivals) == 77
        assert here.ends("memo", "clear")[0].startswith("forgot 74 remembered calls")
        here.ends("run", path, "--name", "forgot", "--limit", "3")
        assert len(server.arrivals) == 80
        assert here.ends("memo", "clear")[0].startswith("forgot 3 remembered calls")


def test_max_cost_stops_before_the_call_that_would_exceed(here: Here) -> None:
    """A reply of 52 characters is 13 tokens here, at $10,000 a million $0.13; a call reserves 100 tokens, $1."""
    with LoopbackLLM(answer=lambda _prompt: UNANSWERABLE) as server:
        path = here.config(
            server,
            provider={"price": {"input": 0, "output": 10000}, "max_output_tokens": 100},
            limits={"max_concurrency": 1},
        )
        err = here.ends("run", path, "--max-cost", "2", code=75)[1]
        spent = sum(call["cost_usd"] for call in here.rows("calls.jsonl"))
        assert here.file("stopped.json")["spent_usd"] == pytest.approx(spent)
        assert 1 < spent <= 2
        assert spent == pytest.approx(len(server.arrivals) * 0.13)
        assert "stopped (budget): max_cost_usd would be exceeded" in err


def test_runs_shows_what_a_crashed_run_spent(here: Here) -> None:
    """progress.json is a few seconds old when a run is killed; the calls themselves are on the disk."""
    with LoopbackLLM() as server:
        path = here.config(server, provider={"price": {"input": 0, "output": 10000}}, limits={"max_concurrency": 1})
        here.ends("run", path, "--max-calls", "5", code=75)
    spent = here.file("stopped.json")["spent_usd"]
    assert spent > 0
    progress = here.file("progress.json") | {"state": "running", "done": 0, "calls": 0, "spent_usd": 0.0}
    (here.folder / "runs" / "fire" / "progress.json").write_text(json.dumps(progress), "utf-8")
    listing = here.ends("runs")[0]
    assert f"| crashed | sample (validation) | full-paper | 5    | 69   | 0          | ${spent:.2f} |" in listing


def test_the_share_of_cached_input_is_shown_and_kept(here: Here) -> None:
    here.document(made_up(2, 6, words=400))
    with LoopbackLLM() as server:
        path = here.config(server)
        err = here.ends("run", path)[1]
        cached, sent = (sum(getattr(arrival, part) for arrival in server.arrivals) for part in ("cached", "tokens"))
    assert cached > sent / 2
    assert f"{cached / sent:.0%} of {sent:,} input tokens came from the provider's prefix cache" in err
    progress = here.file("progress.json")
    assert (progress["calls"], progress["input_tokens"], progress["cached_tokens"]) == (12, sent, cached)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("key", "stopped (rejected): HTTP 401: Incorrect API key provided."),
        ("model", "stopped (rejected): HTTP 404: The model `x` does not exist."),
    ],
)
def test_a_bad_key_or_model_stops_at_once_with_2(fault: str, said: str, here: Here) -> None:
    with LoopbackLLM(decide=lambda _arrival: fault) as server:
        err = here.ends("run", here.config(server), code=2)[1]
        assert len(server.arrivals) <= 8
    assert said in err


def test_a_question_too_long_for_the_model_is_unmeasured_alone(here: Here) -> None:
    """S4-29."""
    here.document(made_up(2, 5))

    def decide(arrival: Arrival) -> Step:
        return "context" if question_of(arrival) == "What is fact 3 of paper 1?" else None

    with LoopbackLLM(decide=decide) as server:
        err = here.ends("run", here.config(server))[1]
    assert here.file("progress.json")["failures"] == {"p1q3": "context_length"}
    assert "1 of 10 questions are unmeasured (context_length 1); retry: qasper-eval" in err


def test_a_provider_that_is_down_is_unreachable(here: Here) -> None:
    with LoopbackLLM() as server:
        url = server.url
    err = here.ends("run", here.config(url), code=75)[1]
    assert "stopped (unreachable): " in err
    assert "done 0, left 74" in err
    assert here.file("stopped.json")["cause"] == "unreachable"


def until(process: subprocess.Popen[str], word: str) -> str:
    """Return the first line on stderr that holds a word."""
    assert process.stderr is not None
    return next(line for line in process.stderr if word in line)


@pytest.mark.parametrize(
    ("limits", "options", "word"),
    [
        ({"requests_per_minute": 2}, [], "rate limit"),
        ({}, ["--wait-for-quota"], "waiting for the quota till"),
    ],
)
def test_ctrl_c_while_waiting_ends_at_once_with_130(
    limits: dict[str, Any], options: list[str], word: str, tmp_path: Path
) -> None:
    """Neither a limit a minute nor a quota's hours hold up Ctrl-C."""
    fire = Fire(tmp_path)
    with LoopbackLLM(script=[None, "monthly"] if options else []) as server:
        path = fire.config(server, limits={"max_concurrency": 1, **limits})
        with fire.start("run", path, *options) as process:
            until(process, word)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=20)
    assert process.returncode == 130, err
    assert "stopped (interrupted)" in err
    assert "Traceback" not in err
    assert len(fire.rows("predictions.jsonl")) == 1
    assert fire.file("stopped.json")["done"] == 1


def test_a_second_ctrl_c_does_not_wait_for_what_is_in_flight(tmp_path: Path) -> None:
    fire = Fire(tmp_path)
    with LoopbackLLM(decide=lambda _arrival: "hang") as server:
        path = fire.config(server, provider={"timeout_s": 600})
        with fire.start("run", path) as process:
            server.wait_for(1)
            process.send_signal(signal.SIGINT)
            until(process, "finishing what is in flight")
            process.send_signal(signal.SIGINT)
            try:
                process.communicate(timeout=20)
            finally:
                process.kill()  # a run that does not stop must fail the test, not hang it
    assert process.returncode == 130


def test_a_memo_that_cannot_be_cleared_is_one_line(tmp_path: Path) -> None:
    fire = Fire(tmp_path)
    (tmp_path / "cache" / "qasper-eval" / "memo.sqlite3").mkdir(parents=True)
    done = fire("memo", "clear", code=2)
    assert "cannot clear the call memo in" in one_line(done)
