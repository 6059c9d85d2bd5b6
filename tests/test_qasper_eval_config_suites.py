"""Suites in a config: one agent on several datasets, checked at once, refused where they change the agent."""

from __future__ import annotations

from pathlib import Path

import pytest

from qasper_eval.config import load_config, load_suites, load_variants
from qasper_eval.errors import ConfigError

BASE = """name: demo
agent: {name: extractive, cite_abstract: true}
slice: {seed: 7, questions: 20}
"""
SUITES = """suites:
  small: {dataset: {name: sample}}
  squad: {dataset: {name: squad2, path: dev.json}, slice: {questions: 5}, scoring: {mode: strict}}
"""
ARMS = """variants:
  body: {agent: {cite_abstract: false}}
  both: {}
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "config.yaml"
    path.write_text(text, "utf-8")
    return path


def fault_of(folder: Path, text: str, *overrides: str) -> str:
    with pytest.raises(ConfigError) as caught:
        load_suites(write(folder, text), overrides)
    return str(caught.value)


def test_each_suite_is_the_config_with_its_dataset_slice_and_scoring(tmp_path: Path) -> None:
    small, squad = load_suites(write(tmp_path, BASE + SUITES))
    assert (small.name, squad.name) == ("small", "squad")
    one, other = small.found.base, squad.found.base
    assert (one.name, other.name) == ("demo-small", "demo-squad")
    assert (one.dataset.name, other.dataset.path) == ("sample", str(tmp_path / "dev.json"))
    assert one.agent == other.agent
    assert (one.slice.questions, other.slice.questions, other.slice.seed) == (20, 5, 7)
    assert (one.scoring.mode, other.scoring.mode) == ("official", "strict")


def test_a_suite_is_the_config_that_its_run_would_have_alone(tmp_path: Path) -> None:
    """So that its run can be resumed and scored as any other."""
    small, _ = load_suites(write(tmp_path, BASE + SUITES))
    alone = load_config(write(tmp_path, BASE.replace("demo", "demo-small") + "dataset: {name: sample}\n"))
    assert small.found.base == alone


def test_suites_and_variants_combine(tmp_path: Path) -> None:
    """Every variant on every dataset, NAME-SUITE-VARIANT."""
    suites = load_suites(write(tmp_path, BASE + SUITES + ARMS))
    assert [[variant.config.name for variant in suite.found.variants] for suite in suites] == [
        ["demo-small-body", "demo-small-both"],
        ["demo-squad-body", "demo-squad-both"],
    ]
    body = suites[1].found.variants[0].config
    assert (body.agent.cite_abstract, body.dataset.name, body.slice.questions) == (False, "squad2", 5)


def test_a_file_without_suites_is_what_it_was(tmp_path: Path) -> None:
    text = BASE + "dataset: {name: sample}\n"
    plain = load_config(write(tmp_path, text))
    for more in ("", "suites: {}\n", "suites: null\n"):
        (only,) = load_suites(write(tmp_path, text + more))
        assert (only.name, only.found.base, only.found.variants) == (None, plain, ())


def test_one_config_is_not_taken_from_several_datasets(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="names suites, several datasets, where one config is wanted"):
        load_variants(write(tmp_path, BASE + SUITES))


def test_every_fault_is_told_once_under_its_key(tmp_path: Path) -> None:
    text = """name: demo
dataset: {name: sample}
agent: {name: extractive, declin: strict}
suites:
  a: {dataset: {nam: sample}}
  b: {dataset: {name: sample}, agent: {name: full-paper}, limits: {}, name: x}
  c: {slice: {seed: x}}
  d: sample
  e/f: {dataset: {name: sample}}
  g: {dataset: {name: sample}, slice: {sed: 1}}
variants:
  v: {agent: {cite_abstrac: true}}
"""
    fault = fault_of(tmp_path, text)
    refused = "is not a suite's to give, which holds dataset, slice, scoring; it stands once, for all of them"
    expected = [
        "line 2: dataset: each of the suites names its own; leave it out here",
        "line 3: agent.declin: unknown key; did you mean 'decline'?",
        "line 5: suites.a.dataset.name: missing",
        "line 5: suites.a.dataset.nam: unknown key; did you mean 'name'?",
        f"line 6: suites.b.agent: {refused}",
        f"line 6: suites.b.limits: {refused}",
        "line 6: suites.b.name: is not a suite's to give: its run is called NAME-SUITE",
        "line 7: suites.c: names no dataset",
        "line 8: suites.d: must be a mapping with a dataset, not 'sample'",
        "line 9: suites.e/f: 'demo-e/f' is not a run name",
        "line 10: suites.g.slice.sed: unknown key; did you mean 'seed'?",
        "line 12: variants.v.agent.cite_abstrac: unknown key; did you mean 'cite_abstract'?",
    ]
    assert f"{len(expected)} faults" in fault
    for part in expected:
        assert fault.count(part) == 1, (part, fault)


@pytest.mark.parametrize(
    ("suites", "part"),
    [
        ("[a, b]", "suites: must be a mapping of names to datasets"),
        ("{1: {dataset: {name: sample}}}", "suites.1: a suite's name is text; put it in quotes"),
        ("{a: {dataset: null}}", "suites.a.dataset: must be a mapping, not None"),
        ("{a: {dataset: squad2}}", "suites.a.dataset: must be a mapping, not 'squad2'"),
        ("{a: {dataset: {name: custom, map: q}}}", "suites.a.dataset.map: must be a mapping, not 'q'"),
        ("{a: {dataset: {name: sample}}, a: {dataset: {name: sample}}}", "suites.a: written twice"),
    ],
)
def test_a_suite_that_is_none_is_one_fault(tmp_path: Path, suites: str, part: str) -> None:
    assert part in fault_of(tmp_path, BASE + f"suites: {suites}\n")


def test_two_runs_never_share_a_folder(tmp_path: Path) -> None:
    """NAME-a-b-c can be the variant c of the suite a-b and the variant b-c of the suite a."""
    text = BASE + "suites: {a: {dataset: {name: sample}}, a-b: {dataset: {name: sample}}}\n"
    fault = fault_of(tmp_path, text + "variants: {c: {}, b-c: {}}\n")
    assert "two runs would be called 'demo-a-b-c'; give it another name" in fault


def test_an_override_holds_for_all_and_never_against_a_suite(tmp_path: Path) -> None:
    path = write(tmp_path, BASE + SUITES)
    seeds = [suite.found.base.slice.seed for suite in load_suites(path, ["slice.seed=3"])]
    assert seeds == [3, 3]
    moved = load_suites(path, ["suites.squad.dataset.path=other.json"])[1].found.base.dataset.path
    assert moved == str(Path.cwd() / "other.json")
    said = "slice.questions: set on the command line and by suites: squad; leave it out, or set suites.squad.slice"
    assert said in fault_of(tmp_path, BASE + SUITES, "slice.questions=9")
    named = fault_of(tmp_path, BASE + SUITES, "dataset.split=test")
    assert "dataset.split: set on the command line and by" not in named
    assert "dataset: each of the suites names its own" in named
    assert "dataset.name: set on the command line and by suites: small, squad" in fault_of(
        tmp_path, BASE + SUITES, "dataset.name=squad2"
    )
