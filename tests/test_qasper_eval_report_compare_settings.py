"""What counts as a difference between two runs, and what follows from what."""

from __future__ import annotations

from typing import Any

import pytest

from qasper_eval.errors import UsageError
from qasper_eval.report.compare.settings import demand_only, differences_of, flat, shown

MODEL_RUN: dict[str, Any] = {
    "name": "mine",
    "agent.name": "full-paper",
    "agent.decline": "balanced",
    "provider.name": "openai",
    "provider.model": "small",
    "model_served": "small-2026",
    "prompt": f"full-paper-v1 {'a' * 64}",
    "version": "0.1.0",
    "limits.max_concurrency": 16,
}


def demand(key: str, **changes: Any) -> None:
    """Demand that nothing but ``key`` differs after changes (dots as two underscores)."""
    other = {**MODEL_RUN, **{name.replace("__", "."): value for name, value in changes.items()}}
    demand_only(key, differences_of(MODEL_RUN, other)[0], sorted({*MODEL_RUN, *other}))


def test_a_config_is_told_key_by_key() -> None:
    """Null and absent are the same; empty mappings say nothing."""
    config: dict[str, Any] = {
        "agent": {"name": "x", "file": None, "options": {}},
        "provider": None,
        "slice": {"seed": 13},
    }
    assert dict(flat(config)) == {"agent.name": "x", "slice.seed": 13}


def test_limits_names_and_places_are_no_difference() -> None:
    """What the fingerprint leaves out is listed apart, a run's name not at all."""
    a = {"name": "a", "limits.max_calls": 1, "agent.token_env": "X", "provider.price.input": 1.0, "provider.seed": 1}
    b = {"name": "b", "limits.max_calls": 2, "agent.token_env": "Y", "provider.price.input": 2.0, "provider.seed": 2}
    effective, without = differences_of(a, b)
    assert [one.key for one in effective] == ["provider.seed"]
    assert [one.key for one in without] == ["agent.token_env", "limits.max_calls", "provider.price.input"]


def test_the_served_model_follows_from_the_model_asked() -> None:
    """S1-05: one switch, with what necessarily goes with it."""
    demand("provider.model", provider__model="large", model_served="large-2026", name="other")


def test_the_served_model_does_not_follow_from_anything_else() -> None:
    """The same model asked for and another one answering is the difference that must not hide."""
    with pytest.raises(UsageError, match=r"model_served \(small-2026 / small-2025\)"):
        demand("agent.decline", agent__decline="never", model_served="small-2025")
    with pytest.raises(UsageError, match="model_served"):
        demand("provider.model", model_served="small-2025")


def test_the_prompt_follows_from_the_agent_and_from_its_version() -> None:
    """S1-27: each agent has a wording of its own."""
    demand("agent.name", agent__name="tool-loop", prompt=f"tool-loop-v1 {'b' * 64}")
    demand("agent.prompt_version", agent__prompt_version="v2", prompt=f"full-paper-v2 {'c' * 64}")
    with pytest.raises(UsageError, match="prompt"):
        demand("provider.model", provider__model="large", prompt=f"full-paper-v1 {'c' * 64}")


def test_the_prompt_follows_from_declining_only_within_a_version() -> None:
    """The sha256 covers the instruction to decline as sent; another version would be a second change."""
    demand("agent.decline", agent__decline="never", prompt=f"full-paper-v1 {'c' * 64}")
    with pytest.raises(UsageError, match=r"prompt \(full-paper-v1 aaaaaaaaaaaa / full-paper-v2 cccccccccccc\)"):
        demand("agent.decline", agent__decline="never", prompt=f"full-paper-v2 {'c' * 64}")


def test_what_only_one_agent_takes_follows_from_the_agent() -> None:
    """An offline agent has neither provider, model nor prompt."""
    demand(
        "agent.name",
        agent__name="extractive",
        provider__name=None,
        provider__model=None,
        model_served=None,
        prompt=None,
    )


def test_a_section_stands_for_its_keys() -> None:
    """``provider`` is all of it."""
    demand("provider", provider__name="cohere", provider__model="c", model_served="c")


def test_the_rest_is_listed_with_both_values() -> None:
    """The line names every further difference."""
    with pytest.raises(UsageError, match=r"agent.decline \(balanced / never\); version \(0.1.0 / 0.2.0\)"):
        demand("provider.model", provider__model="large", agent__decline="never", version="0.2.0")


def test_an_unknown_key_demands_nothing_and_is_refused() -> None:
    """A slip of the pen must not pass as a demand that holds."""
    with pytest.raises(UsageError, match=r"agent.declin: .* did you mean agent.decline\?"):
        demand("agent.declin")


def test_a_file_is_what_it_holds() -> None:
    """The same predictions from another place are the same."""
    a = {"agent.file": "one.jsonl", "agent.file_sha256": "1"}
    b = {"agent.file": "two.jsonl", "agent.file_sha256": "2"}
    effective, without = differences_of(a, b)
    assert [one.key for one in effective] == ["agent.file_sha256"]
    assert [one.key for one in without] == ["agent.file"]
    demand_only("agent.file", effective, [*a])


def test_hashes_are_cut_for_people() -> None:
    """Twelve digits tell two prompts apart."""
    assert shown(f"full-paper-v1 {'a' * 64}") == f"full-paper-v1 {'a' * 12}"
    assert (shown(None), shown(True), shown(0.5)) == ("none", "true", "0.5")  # noqa: FBT003  # because a config holds it


@pytest.mark.parametrize("name", ["depth_env", "price", "step.timeout_s"])
def test_an_own_agents_option_counts_whatever_its_name_ends_with(name: str) -> None:
    """A key of a provider that ends so changes no outcome; what an agent's author calls an option says nothing."""
    key = f"agent.options.{name}"
    effective, without = differences_of({key: 1}, {key: 2})
    assert [one.key for one in effective] == [key]
    assert without == ()
