"""The other datasets end to end with the offline agent: from their released files, and from a Hub on loopback."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from loopback_hub import LoopbackHub
from published_kit import Shelf
from support import SHARED, needs_shared, qasper_eval
from test_loaders_siblings_hub import CASES, MAIN, SCRIPT

if TYPE_CHECKING:
    from pathlib import Path

SIBLINGS = SHARED / "data" / "siblings"
REAL = {
    "hotpotqa": ("hotpotqa-train50.json", 50, ()),
    "musique": ("musique-ans-train50.json", 50, ()),
    "squad2": ("squad2-dev-slice.json", 195, ()),
    "citation-integrity": ("citation-integrity-dev150-claims.jsonl", 150, ("1 paragraph repeats",)),
    "wice": ("wice-dev60.jsonl", 60, ("311 paragraphs repeat",)),
    "pubmedqa": ("pubmedqa-pqal-100.json", 100, ()),
    "evidence-inference": (
        "evidence-inference-val6",
        17,
        (
            "3 annotations were rejected by the dataset's own verifier",
            "3 questions hold no annotation to score against",
            "2 paragraphs repeat",
        ),
    ),
}
"""Name, file, questions, and how each explained warning begins; PROVENANCE.md says the same sizes."""


@needs_shared
def test_every_real_slice_loads_runs_and_scores(tmp_path: Path) -> None:
    """Zero unexplained warnings, nothing unmeasured, and one table that holds them all."""
    assert {entry.name for entry in SIBLINGS.iterdir()} - {"citation-integrity-dev150-corpus.jsonl"} == {
        file for file, _, _ in REAL.values()
    }
    suites = "".join(
        f"  {name}: {{dataset: {{name: {name}, path: {SIBLINGS / file}}}}}\n" for name, (file, _, _) in REAL.items()
    )
    (tmp_path / "c.yaml").write_text(
        f"name: real\nagent: {{name: extractive}}\nslice: {{questions: 6}}\nsuites:\n{suites}", "utf-8"
    )
    shelf = Shelf(tmp_path)
    out = shelf("run", "c.yaml")
    notes = [line.removeprefix("note: ") for line in shelf.err.splitlines() if line.startswith("note: ")]
    expected = [start for _, _, starts in REAL.values() for start in starts]
    assert len(notes) == len(expected)
    assert all(note.startswith(start) for note, start in zip(notes, expected, strict=True))
    for name, (_, size, _) in REAL.items():
        scores = json.loads((tmp_path / "runs" / f"real-{name}" / "scores.json").read_bytes())
        assert (scores["questions"], scores["unmeasured"], scores["loaded"]["questions"]) == (6, {}, size)
        assert shelf("score", f"real-{name}") in out
    assert f"**extractive on {len(REAL)} datasets**" in out


ON_THE_HUB = ("hotpotqa", "scifact", "evidence-inference", "natural-questions")
"""One of each kind: documents, texts kept apart, spans in an article, pages; the loaders' tests have them all."""
HUB_CASES = [case for case in {case.name: case for case in CASES}.values() if case.name in ON_THE_HUB]


def test_runs_from_the_hub_stay_on_the_commit_that_they_began_on(tmp_path: Path) -> None:
    """The Hub's real columns, pinned in the run; the same command later asks the Hub nothing, though it has moved."""
    hub = LoopbackHub()
    for case in HUB_CASES:
        if case.ref != MAIN:
            hub.commit(case.repo, MAIN, SCRIPT)
        hub.commit(case.repo, case.ref, {**case.files, "README.md": b""})
    suites = "".join(
        f"  {case.name}: {{dataset: {{name: {case.name}, split: {case.split or 'null'}}}}}\n" for case in HUB_CASES
    )
    (tmp_path / "c.yaml").write_text(f"name: hub\nagent: {{name: extractive}}\nsuites:\n{suites}", "utf-8")
    env = {
        "HF_HOME": str(tmp_path / "huggingface"),
        "XDG_CACHE_HOME": str(tmp_path / "cache"),
        "HF_HUB_DISABLE_XET": "1",
        "HF_HUB_DISABLE_TELEMETRY": "1",
    }
    with hub:
        env["HF_ENDPOINT"] = hub.endpoint
        done = qasper_eval("run", "c.yaml", cwd=tmp_path, env=env)
        assert done.returncode == 0, done.stderr
        for case in HUB_CASES:
            hub.commit(case.repo, MAIN, {"README.md": b"moved"})
        hub.requests.clear()
        again = qasper_eval("run", "c.yaml", cwd=tmp_path, env=env)
    asked = [request for request in hub.requests if "datasets" in request]
    assert (again.returncode, again.stdout, asked) == (0, done.stdout, [])
    assert f"**extractive on {len(HUB_CASES)} datasets**" in done.stdout
    for case in HUB_CASES:
        identity = json.loads((tmp_path / "runs" / f"hub-{case.name}" / "run.json").read_bytes())["dataset"]
        assert identity["name"] == case.repo
        assert len(identity["revision"]) == 40
        began = f"hub-{case.name} began on revision {identity['revision'][:8]} of {case.repo} and stays on it"
        assert began in again.stderr
