"""`run` end to end on a real model server on loopback, through the real openai SDK."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  # because pytest reads the annotation of tmp_path

from fire_support import KEY, Fire, Json, made_up
from model_peer import model_peer, needs_peer

pytestmark = needs_peer
CONTEXT = 3072
SAMPLING: Json = {"temperature": 0.7, "seed": 1, "extra": {"frequency_penalty": 1.0}}
"""So small a model, asked for its likeliest words, repeats itself until it is cut."""


def test_a_run_on_a_real_model_ends_measured_or_counted_and_replays(tmp_path: Path) -> None:
    """Issue 3, 8: prompts fit, replies are kept or named unusable, and the second run pays for no usable reply."""
    fire = Fire(tmp_path)
    fire.document(made_up(1, 2))
    with model_peer(CONTEXT, 1) as url:
        path = fire.config(
            url.removesuffix("/v1"),
            agent={"context_tokens": CONTEXT},
            provider={"model": "smollm2", "max_output_tokens": 64, "timeout_s": 120, **SAMPLING},
            limits={"max_concurrency": 1},
        )
        fire("run", path)
        progress = fire.file("progress.json")
        assert progress["done"] + len(progress["failures"]) == 2
        assert set(progress["failures"].values()) <= {"unparsable", "truncated"}
        calls = fire.rows("calls.jsonl")
        assert {call["outcome"] for call in calls} <= {"ok", "unusable"}
        assert all(call["model_served"] and call["input_tokens"] > 100 for call in calls)
        assert fire.remembered() == progress["done"]
        fire("run", path, "--name", "again")
        again = fire.rows("calls.jsonl", "again")
    assert [call["outcome"] for call in again].count("memo") == progress["done"]
    assert fire.holds(KEY) == []
