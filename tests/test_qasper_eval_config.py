"""Configs are read strictly: every fault is listed, with its line and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from qasper_eval.config import RunConfig, fingerprint_fields, fingerprint_of, load_config
from qasper_eval.errors import ConfigError

MINIMAL = "name: mine\ndataset: {name: sample}\nagent: {name: extractive}\n"


def write(folder: Path, text: str | bytes, name: str = "config.yaml") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def fault_of(path: Path, *overrides: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load_config(path, overrides)
    return str(caught.value)


def test_three_keys_are_enough(tmp_path: Path) -> None:
    config = load_config(write(tmp_path, MINIMAL))
    assert config.name == "mine"
    assert config.slice.order == "papers"
    assert config.slice.seed == 13
    assert config.limits.max_concurrency == 16
    assert config.provider is None


def test_every_section_of_the_design_is_accepted(tmp_path: Path) -> None:
    text = """
name: qasper-dev-openai
dataset: {name: qasper, split: validation, revision: null, path: null}
slice: {papers: null, questions: null, order: papers, seed: 13}
agent: {name: full-paper}
provider: {name: openai, model: gpt-x, base_url: null, api_key_env: OPENAI_API_KEY, temperature: 0, seed: 13,
  max_output_tokens: 1024, timeout_s: 120}
limits: {max_concurrency: 16, requests_per_minute: null, tokens_per_minute: null, requests_per_month: null,
  max_calls: null, max_cost_usd: null, confirm_usd: 5}
scoring: {mode: official, text_evidence_only: false}
"""
    config = load_config(write(tmp_path, text))
    assert config.provider is not None
    assert config.provider.model == "gpt-x"


def test_every_fault_is_listed_with_its_line(tmp_path: Path) -> None:
    text = """name: ../../x
dataset: {name: qasper, pat: 3, name: z}
agent: {name: 3, cite_abstract: "yes"}
slice: {seed: "13", papers: 0}
limts: {}
"""
    fault = fault_of(write(tmp_path, text))
    for part in (
        "8 faults",
        "line 1: name: '../../x' is not a run name",
        "line 2: dataset.name: written twice",
        "line 2: dataset.pat: unknown key; did you mean 'path'?",
        "line 3: agent.name: must be a valid string, not 3",
        "line 3: agent.cite_abstract: must be a valid boolean, not 'yes'",
        "line 4: slice.papers: must be greater than or equal to 1, not 0",
        "line 4: slice.seed: must be a whole number, not '13'",
        "line 5: limts: unknown key; did you mean 'limits'?",
    ):
        assert part in fault


def test_a_missing_section_is_named(tmp_path: Path) -> None:
    fault = fault_of(write(tmp_path, "name: x\n"))
    assert "dataset: missing" in fault
    assert "agent: missing" in fault


@pytest.mark.parametrize(
    ("content", "part"),
    [
        (b"", "holds none"),
        (b"- a\n- b\n", "holds none"),
        (b"name: [", "not YAML"),
        (b"name: \xe9t\xe9\n", "not UTF-8"),
        (b"a: !!python/object:os.system {}\n", "not YAML"),
        (b"a: 1\n---\nb: 2\n", "not YAML"),
    ],
)
def test_what_is_no_config_is_one_line(tmp_path: Path, content: bytes, part: str) -> None:
    fault = fault_of(write(tmp_path, content))
    assert part in fault
    assert "\n" not in fault


def test_a_missing_file_and_a_folder_are_one_line(tmp_path: Path) -> None:
    assert "no such config file" in fault_of(tmp_path / "none.yaml")
    assert "is a folder" in fault_of(tmp_path)


@pytest.mark.parametrize("name", ["../../x", "a/b", ".hidden", "", "x" * 101, "a b", "x\n"])
def test_a_run_name_is_never_a_path(tmp_path: Path, name: str) -> None:
    fault = fault_of(write(tmp_path, MINIMAL), f"name={name!r}" if "\n" not in name else 'name="x\\n"')
    assert "is not a run name" in fault


def test_paths_are_relative_to_the_config_and_overrides_to_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "configs").mkdir()
    (tmp_path / "here").mkdir()
    text = MINIMAL.replace("{name: sample}", "{name: qasper, path: ../gold.json}")
    path = write(tmp_path / "configs", text)
    monkeypatch.chdir(tmp_path / "here")
    config = load_config(path)
    assert config.dataset.path is not None
    assert Path(config.dataset.path).resolve() == tmp_path / "gold.json"
    config = load_config(path, ["dataset.path=other.json"])
    assert config.dataset.path == str(tmp_path / "here" / "other.json")


def test_yaml_1_2_values_keep_their_meaning(tmp_path: Path) -> None:
    config = load_config(write(tmp_path, MINIMAL.replace("mine", "no") + "scoring: {text_evidence_only: true}\n"))
    assert config.name == "no"
    assert config.scoring.text_evidence_only is True


def test_overrides_are_typed_and_checked(tmp_path: Path) -> None:
    path = write(tmp_path, MINIMAL)
    assert load_config(path, ["slice.seed=7"]).slice.seed == 7
    assert "slice.sed: unknown key" in fault_of(path, "slice.sed=7")
    assert "write it as key=value" in fault_of(path, "slice.seed")
    assert "not a section" in fault_of(path, "name.x=1")


def fields_of(config: RunConfig, **changes: str) -> dict[str, object]:
    identity = {"dataset_sha256": "d"} | changes
    return fingerprint_fields(
        config,
        dataset_sha256=identity["dataset_sha256"],
        prompts={},
        agent_file_sha256=None,
        uses_provider=True,
    )


def test_the_fingerprint_holds_what_changes_an_outcome_and_nothing_else(tmp_path: Path) -> None:
    path = write(tmp_path, MINIMAL + "provider: {name: openai, model: m}\n")
    before = fingerprint_of(fields_of(load_config(path)))
    same = ["name=other", "slice.questions=5", "slice.papers=2", "limits.max_concurrency=1", "provider.timeout_s=9.5"]
    same += ["provider.api_key_env=OTHER", "scoring.mode=strict", "dataset.split=x", "dataset.path=elsewhere.json"]
    same += ["dataset.corpus=texts.jsonl", "dataset.hub=org/name", "dataset.map.question=q"]  # content is identity
    for override in same:
        assert fingerprint_of(fields_of(load_config(path, [override]))) == before, override
    other = ["slice.seed=14", "slice.order=questions", "agent.cite_abstract=true", "provider.model=n"]
    other += ["provider.temperature=0.5", "provider.max_output_tokens=9"]
    for override in other:
        assert fingerprint_of(fields_of(load_config(path, [override]))) != before, override
    assert fingerprint_of(fields_of(load_config(path), dataset_sha256="e")) != before


def test_an_option_at_its_default_leaves_old_fingerprints_alone(tmp_path: Path) -> None:
    """S4-28: a new option is added only when set."""
    path = write(tmp_path, MINIMAL)
    assert fields_of(load_config(path)) == fields_of(load_config(path, ["agent.decline=balanced"]))
    assert sorted(fields_of(load_config(path))) == ["agent.name", "dataset.sha256", "slice.order", "slice.seed"]
