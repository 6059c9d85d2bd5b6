"""Variants in a config: merged deeply, checked all at once, refused where they would change the questions."""

from __future__ import annotations

from pathlib import Path  # noqa: TC003  # because pytest reads the annotation of tmp_path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qasper_eval.config import fingerprint_fields, load_config, load_variants
from qasper_eval.config.variants import expand
from qasper_eval.config.yaml_tree import parse_yaml
from qasper_eval.errors import ConfigError

BASE = """name: demo
dataset: {name: sample}
agent: {name: full-paper, cite_abstract: true}
provider: {name: openai, model: m, extra: {top_p: 1, stop: [a]}}
"""
ARMS = """variants:
  strict: {agent: {decline: strict}}
  never: {agent: {decline: never}, provider: {extra: {top_p: 0.5}}}
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "config.yaml"
    path.write_text(text, "utf-8")
    return path


def fault_of(folder: Path, text: str, *overrides: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load_variants(write(folder, text), overrides)
    return str(caught.value)


def test_each_variant_is_the_base_with_its_part_merged_deeply(tmp_path: Path) -> None:
    found = load_variants(write(tmp_path, BASE + ARMS))
    strict, never = found.variants
    assert [variant.name for variant in found.variants] == ["strict", "never"]
    assert (strict.config.name, never.config.name) == ("demo-strict", "demo-never")
    assert (found.base.agent.decline, strict.config.agent.decline, never.config.agent.decline) == (
        "balanced",
        "strict",
        "never",
    )
    assert strict.config.agent.cite_abstract is True
    assert never.config.provider is not None
    assert never.config.provider.extra == {"top_p": 0.5, "stop": ["a"]}
    assert strict.config.provider == found.base.provider


def test_a_variant_differs_from_the_base_in_what_it_names_alone(tmp_path: Path) -> None:
    found = load_variants(write(tmp_path, BASE + ARMS))
    before = found.base.model_dump()
    after = found.variants[0].config.model_dump()
    assert after == {**before, "name": "demo-strict", "agent": {**before["agent"], "decline": "strict"}}


def test_a_file_without_variants_is_what_it_was(tmp_path: Path) -> None:
    """Old configs: the same config, the same fingerprint fields, no arm; an empty mapping and null name none."""
    plain = load_config(write(tmp_path, BASE))
    for more in ("", "variants: {}\n", "variants: null\n"):
        found = load_variants(write(tmp_path, BASE + more))
        assert (found.base, found.variants) == (plain, ())
    with_arms = load_config(write(tmp_path, BASE + ARMS))
    assert with_arms == plain
    assert "variants" not in plain.model_dump()
    fields = [
        fingerprint_fields(config, dataset_sha256="d", prompts={}, agent_file_sha256=None, uses_provider=True)
        for config in (plain, with_arms)
    ]
    assert fields[0] == fields[1]
    assert sorted(fields[0]) == [
        "agent.cite_abstract",
        "agent.name",
        "dataset.sha256",
        "provider.extra",
        "provider.model",
        "provider.name",
        "slice.order",
        "slice.seed",
    ]


def test_an_arm_may_change_nothing(tmp_path: Path) -> None:
    """The base itself as control arm."""
    found = load_variants(write(tmp_path, BASE + "variants: {control: {}}\n"))
    assert found.variants[0].config == found.base.model_copy(update={"name": "demo-control"})


def test_null_takes_the_place_of_a_section(tmp_path: Path) -> None:
    text = BASE + "variants: {offline: {agent: {name: extractive}, provider: null}}\n"
    assert load_variants(write(tmp_path, text)).variants[0].config.provider is None


def test_every_fault_of_the_base_and_of_all_variants_is_told_once(tmp_path: Path) -> None:
    text = """name: demo
dataset: {name: sample, pat: x}
agent: {name: full-paper, decline: often}
variants:
  a: {agent: {declin: strict}}
  b:
    agent: {decline: rarely}
    provider: {name: openai}
  c: {limts: {}, agent: {cite_abstract: 3, cite_abstract: 4}}
  d: 3
"""
    fault = fault_of(tmp_path, text)
    expected = [
        "line 2: dataset.pat: unknown key; did you mean 'path'?",
        "line 3: agent.decline: must be 'strict', 'balanced' or 'never', not 'often'",
        "line 5: variants.a.agent.declin: unknown key; did you mean 'decline'?",
        "line 7: variants.b.agent.decline: must be 'strict', 'balanced' or 'never', not 'rarely'",
        "line 8: variants.b.provider.model: missing",
        "line 9: variants.c.agent.cite_abstract: must be a valid boolean, not 3",
        "line 9: variants.c.agent.cite_abstract: written twice",
        "line 9: variants.c.limts: unknown key; did you mean 'limits'?",
        "line 10: variants.d: must be a mapping, {} for the config as it is, not 3",
    ]
    assert f"{len(expected)} faults" in fault
    for part in expected:
        assert fault.count(part) == 1, (part, fault)


@pytest.mark.parametrize(
    ("arm", "key"),
    [
        ("{slice: {questions: 5}}", "slice"),
        ("{slice: {seed: 14}}", "slice"),
        ("{dataset: {split: test}}", "dataset"),
        ("{dataset: {name: sample}}", "dataset"),
        ("{name: other}", "name"),
        ("{variants: {}}", "variants"),
    ],
)
def test_what_would_change_the_questions_or_the_name_is_refused(tmp_path: Path, arm: str, key: str) -> None:
    fault = fault_of(tmp_path, BASE + f"variants:\n  x: {arm}\n")
    assert f"line 6: variants.x.{key}: " in fault


@pytest.mark.parametrize("name", ["../x", "a b", "''", "x" * 96, "é"])
def test_a_variants_run_has_a_valid_name(tmp_path: Path, name: str) -> None:
    """NAME-VARIANT is one safe folder name of at most 100 characters."""
    assert "is not a run name" in fault_of(tmp_path, BASE + f"variants: {{{name}: {{}}}}\n")


@pytest.mark.parametrize(
    ("variants", "part"),
    [
        ("[a, b]", "variants: must be a mapping of names to changes"),
        ("strict", "variants: must be a mapping of names to changes"),
        ("0", "variants: must be a mapping of names to changes"),
        ("{2026: {}}", "variants.2026: a variant's name is text; put it in quotes"),
        ("{a: null}", "variants.a: must be a mapping"),
        ("{a: {}, a: {}}", "variants.a: written twice"),
    ],
)
def test_what_are_no_variants_is_one_line(tmp_path: Path, variants: str, part: str) -> None:
    fault = fault_of(tmp_path, BASE + f"variants: {variants}\n")
    assert part in fault
    assert "\n" not in fault


def test_the_key_itself_is_suggested(tmp_path: Path) -> None:
    assert "variant: unknown key; did you mean 'variants'?" in fault_of(tmp_path, BASE + "variant: {a: {}}\n")


def test_overrides_hold_for_all_variants(tmp_path: Path) -> None:
    overrides = ["slice.questions=5", "name=other", "variants.strict.agent.cite_abstract=false"]
    strict, never = load_variants(write(tmp_path, BASE + ARMS), overrides).variants
    assert (strict.config.slice.questions, never.config.slice.questions) == (5, 5)
    assert (strict.config.name, never.config.name) == ("other-strict", "other-never")
    assert (strict.config.agent.cite_abstract, never.config.agent.cite_abstract) == (False, True)


@pytest.mark.parametrize("override", ["agent.decline=balanced", "agent={name: extractive}", "provider.extra.top_p=0"])
def test_an_override_of_what_variants_name_is_refused(tmp_path: Path, override: str) -> None:
    """Whichever won, the arms would not be what the file or the command says."""
    key = override.partition("=")[0]
    fault = fault_of(tmp_path, BASE + ARMS, override)
    assert f"{key}: set on the command line and by variants: " in fault
    assert ".".join(("variants", "never" if "top_p" in key else "strict", key)) in fault


def test_files_of_variants_are_relative_to_the_config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "here").mkdir()
    path = write(tmp_path, BASE + "variants: {a: {agent: {name: predictions, file: a.jsonl}}, b: {}}\n")
    monkeypatch.chdir(tmp_path / "here")
    assert load_variants(path).variants[0].config.agent.file == str(tmp_path / "a.jsonl")
    moved = load_variants(path, ["variants.b.agent.file=b.jsonl"]).variants[1].config
    assert moved.agent.file == str(tmp_path / "here" / "b.jsonl")


scalars = st.none() | st.booleans() | st.integers(-2, 2) | st.sampled_from(["strict", "x", ""])
trees: st.SearchStrategy[Any] = st.recursive(
    scalars,
    lambda inner: st.dictionaries(
        st.sampled_from(["agent", "slice", "name", "decline", "options", "limits", "max_calls", "x"]),
        inner,
        max_size=3,
    ),
    max_leaves=6,
)


@given(part=trees)
def test_any_variant_gives_a_config_or_faults_of_its_own(part: Any) -> None:
    """Property: never an exception, never both, and the base's questions in every config that comes out."""
    tree = parse_yaml(BASE, where="base")
    found, faults = expand({**tree.value, "variants": {"v": part}}, tree)
    assert (found is None) == bool(faults)
    assert all(fault.text.startswith("variants.v") for fault in faults)
    if found is not None:
        config = found.variants[0].config
        assert (config.dataset, config.slice) == (found.base.dataset, found.base.slice)
