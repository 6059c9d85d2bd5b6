"""What stopped.json says, and that the command it names goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fire_support import Fire, made_up
from loopback_llm import LoopbackLLM

if TYPE_CHECKING:
    from pathlib import Path


def test_max_calls_holds_for_one_start_and_no_word_of_a_stop_remains_at_the_end(tmp_path: Path) -> None:
    """Four calls of ten, four more by the same command, then the last two: each time from where the last stopped."""
    fire = Fire(tmp_path)
    fire.document(made_up(2, 5))
    with LoopbackLLM() as server:
        command = ("run", fire.config(server, limits={"max_concurrency": 1}).name, "--max-calls", "4")
        for sent in (4, 8):
            said = fire(*command, code=75).stderr
            assert len(server.arrivals) == sent
            assert fire.file("stopped.json") == {
                "cause": "budget",
                "detail": "max_calls reached: 4 calls sent",
                "reset_at": None,
                "done": sent,
                "left": 10 - sent,
                "calls": sent,
                "spent_usd": None,
                "resume": "qasper-eval run fire.yaml --max-calls 4",
            }
            assert "go on with: qasper-eval run fire.yaml --max-calls 4" in said
        fire(*command)
        assert len(server.arrivals) == 10
    assert not (tmp_path / "runs" / "fire" / "stopped.json").exists()
